"""A client as a phone is one: it sends again what was not answered, with the same key."""

import hashlib
import http.client
import json
import threading
import time
from collections.abc import Mapping
from random import Random
from typing import Any

from chaos.history import History, Operation, Outcome

__all__ = ["Phone"]

_TIMEOUT_SECONDS = 6.0
# How long a phone goes on: longer than any fault lasts.
_PATIENCE_SECONDS = 90.0
_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500
_UNKNOWN = 0
_TOLD = ("id", "ply", "status")  # of a reply; neither a token nor a hand
_READS = {"view", "events"}
# Refused for now: the same request may be sent again.
_TRY_AGAIN = {"request_in_progress", "too_many_requests"}
Reply = tuple[Outcome, int, dict[str, Any]]


class Phone:
    """One person's client. `leave` ends its patience."""

    def __init__(self, port: int, history: History, leave: threading.Event, dice: Random) -> None:
        self.port, self.history, self.leave, self.dice = port, history, leave, dice
        self.player = ""
        self.token = ""

    def call(
        self, kind: str, path: str, body: Mapping[str, Any] | None = None, **known: Any
    ) -> dict[str, Any] | None:
        """Do one thing; None when it was refused, or never answered.

        `known`: the match, the key, the method where it is no POST, and whether the finger hit
        the button twice (`twice`).
        """
        twice = known.pop("twice", False)
        known.setdefault("method", "GET" if kind in _READS else "POST")
        operation = Operation(
            self.history.new_id(), kind, self.player, path, body=body or {}, **known
        )
        if twice:
            other = threading.Thread(target=self._insist, args=(operation, 1000))
            other.start()
            reply = self._insist(operation, 0)
            other.join()
        else:
            reply = self._insist(operation, 0)
        return reply

    def _insist(self, operation: Operation, first: int) -> dict[str, Any] | None:
        until, pause = time.monotonic() + _PATIENCE_SECONDS, 0.1
        attempt = first
        while True:
            outcome, _status, reply = self._attempt(operation, attempt)
            if outcome == "ok":
                return reply
            if outcome == "fail" and reply.get("code") not in _TRY_AGAIN:
                return None
            if self.leave.is_set() or time.monotonic() > until:
                return None
            attempt += 1
            time.sleep(pause * self.dice.uniform(0.5, 1.5))
            pause = min(1.0, pause * 1.6)

    def _attempt(self, operation: Operation, number: int) -> Reply:
        self.history.write(
            "invoke",
            op=operation.id,
            attempt=number,
            kind=operation.kind,
            player=operation.player,
            method=operation.method,
            path=operation.path,
            key=operation.key,
            match=operation.match,
            body=operation.body,
        )
        try:
            status, content = self._send(operation)
            reply = json.loads(content)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._note(operation, number, "info", _UNKNOWN, {"code": type(error).__name__}, b"")
            return "info", _UNKNOWN, {}
        outcome = _outcome(status)
        self._note(operation, number, outcome, status, reply, content)
        return outcome, status, reply

    def _send(self, operation: Operation) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_TIMEOUT_SECONDS)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if operation.key:
            headers["Idempotency-Key"] = operation.key
        reading = operation.method == "GET"
        try:
            connection.request(
                operation.method,
                operation.path,
                None if reading else json.dumps(dict(operation.body)),
                headers,
            )
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def _note(
        self,
        operation: Operation,
        number: int,
        outcome: Outcome,
        status: int,
        reply: Mapping[str, Any],
        content: bytes,
    ) -> None:
        told: dict[str, Any] = {
            name: reply[name] for name in ("id", "ply", "status") if name in reply
        }
        if outcome == "ok" and operation.kind == "events":
            told["cursor"], told["ids"] = reply["cursor"], [item["id"] for item in reply["items"]]
        if outcome == "ok" and operation.key:
            told["sha"] = hashlib.sha256(content).hexdigest()[:16]
        self.history.write(
            outcome,
            op=operation.id,
            attempt=number,
            status=status,
            code=reply.get("code", ""),
            reply=told,
        )


def _outcome(status: int) -> Outcome:
    if status < 400:
        return "ok"
    return "fail" if status < _SERVER_ERROR else "info"
