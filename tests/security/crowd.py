"""Sixty who ask at once, each in a thread with a connection of its own, from where they like."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier

from django.db import connection, connections
from django.test import Client

API = "/api/v1"
CROWD = 60
PATIENCE = 60.0


@dataclass(frozen=True)
class Request:
    """One request; `{n}` in its body and address stands for the number of who asks."""

    method: str
    path: str
    body: dict | None = None
    address: str = "10.0.0.1"
    headers: dict = field(default_factory=dict)
    token: str | None = None

    def send(self, client, number):
        """Send it as number so and so of the crowd."""

        def own(text):
            return text.replace("{n}", str(number))

        headers = {name: own(value) for name, value in self.headers.items()}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        return client.generic(
            self.method,
            API + self.path,
            "" if self.body is None else own(json.dumps(self.body)),
            content_type="application/json",
            headers=headers,
            REMOTE_ADDR=own(self.address),
        )


def sent_at_once(requests):
    """Send each request sixty times at the same moment, one request after the other.

    Returns a list of sixty answers for each.
    """
    gate = Barrier(CROWD)

    def send_all(number):
        client, answers = Client(raise_request_exception=False), []
        try:
            connection.ensure_connection()
            for request in requests:
                gate.wait(PATIENCE)
                answers.append(request.send(client, number))
        finally:
            connections.close_all()
        return answers

    with ThreadPoolExecutor(CROWD) as crowd:
        by_person = list(crowd.map(send_all, range(CROWD)))
    return [list(answers) for answers in zip(*by_person, strict=True)]
