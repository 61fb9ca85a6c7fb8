"""One person's app: what a developer would write against the API, with the standard library alone.

It keeps what it was told under its ETag, and sends each POST under a key of its own until it is
answered. Every byte that it receives is kept in `heard`.
"""

import http.client
import json
import secrets
import time
import uuid
from dataclasses import dataclass
from urllib.parse import urlsplit

PATIENCE_SECONDS = 60.0
ANSWER_SECONDS = 40.0  # longer than the longest poll
TRY_AGAIN = {429, 503}


class ContractBroken(Exception):
    """The service did not do what its contract says."""


class Refused(Exception):
    """The service refused, with a problem document."""

    def __init__(self, request, status, problem):
        super().__init__(f"{request}: {status} {json.dumps(problem)[:600]}")
        self.status, self.problem = status, problem
        self.code = problem.get("code")


@dataclass(frozen=True)
class Heard:
    """Some bytes received: where they came from, and what the app knew of the ply by then."""

    path: str
    body: bytes
    headers: str
    ply: int


@dataclass(frozen=True)
class Reply:
    """An answer, read."""

    status: int
    headers: dict
    data: object

    @property
    def is_replayed(self):
        return self.headers.get("idempotency-replayed") == "true"


def check(is_so, sentence):
    """Go on only if it is so."""
    if not is_so:
        raise ContractBroken(sentence)


class App:
    """A person with a token, on one device."""

    def __init__(self, base, name, events_base=None):
        self.base, self.name = base, name
        self.events_base = events_base or base
        self.token = self.username = self.player_id = ""
        self.kept = {}  # path: (ETag, data)
        self.counts = {"not modified": 0, "replayed": 0, "replies lost": 0}
        self.heard = []
        self.match, self.ply = "", 0  # the match that is followed, and its last ply seen
        self._connection = None
        self.username = f"{name.lower()}-{secrets.token_hex(6)}"
        self.password = secrets.token_urlsafe(12)
        account = {"username": self.username, "password": self.password}
        session = self._sent("POST", "/auth/signup", account, {}).data
        self.token, self.player_id = session["token"], session["player"]["id"]

    # Requests

    def get(self, path):
        """Read something, or find that what is kept still holds."""
        tag, kept = self.kept.get(path, ("", None))
        reply = self._insist("GET", path, None, {"If-None-Match": tag} if tag else {})
        if reply.status == 304:
            self.counts["not modified"] += 1
            return kept
        if "etag" in reply.headers:
            self.kept[path] = reply.headers["etag"], reply.data
        return reply.data

    def post(self, path, body=None, *, key=None, lost=0):
        """Do something once, however often it must be sent; `lost` replies never arrive."""
        headers = {"Idempotency-Key": key or str(uuid.uuid4())}
        for _ in range(lost):
            self._send_and_hang_up("POST", path, body or {}, headers)
        return self._insist("POST", path, body or {}, headers)

    def put(self, path, body):
        return self._insist("PUT", path, body, {}).data

    def patch(self, path, body):
        return self._insist("PATCH", path, body, {}).data

    def delete(self, path):
        return self._insist("DELETE", path, None, {}).data

    def refused(self, path, body=None, *, code, key=None, method="POST"):
        """Ask for what is to be refused with one of the codes; give the problem."""
        codes = (code,) if isinstance(code, str) else code
        headers = {"Idempotency-Key": key or str(uuid.uuid4())} if method == "POST" else {}
        try:
            reply = self._insist(method, path, body or {}, headers)
        except Refused as refusal:
            check(refusal.code in codes, f"{refusal}; expected {' or '.join(codes)}")
            return refusal.problem
        raise ContractBroken(f"{method} {path}: {reply.status} instead of {' or '.join(codes)}")

    def _insist(self, method, path, body, headers):
        """Send it until there is an answer that is one."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                reply = self._sent(method, path, body, headers)
            except Refused as refusal:
                waits = refusal.status in TRY_AGAIN or refusal.code == "request_in_progress"
                if not waits or time.monotonic() > until:
                    raise
            except (OSError, http.client.HTTPException) as error:
                self.hang_up()
                if time.monotonic() > until:
                    raise ContractBroken(f"no answer from {self.base} ({error})") from error
            else:
                self.counts["replayed"] += reply.is_replayed
                return reply
            time.sleep(0.2)

    def _sent(self, method, path, body, headers):
        self._connection = self._connection or connected(self.base)
        return exchanged(self._connection, self, method, path, body, headers)

    def _send_and_hang_up(self, method, path, body, headers):
        self.counts["replies lost"] += 1
        self.hang_up()
        line = connected(self.base)
        line.request(method, *asked(self, path, body, headers))
        line.close()

    def hang_up(self):
        """Let the connection go, as a phone does in a tunnel."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    # The match

    def view(self, match):
        """Look at a match."""
        return self._seen(self.get(f"/matches/{match}"))

    def play(self, view, move, *, lost=0):
        """Play a card; give the match after it, with what played itself."""
        body = {"ply": view["ply"], **move}
        return self._seen(self.post(f"/matches/{view['id']}/moves", body, lost=lost).data)

    def _seen(self, view):
        if view["id"] == self.match:
            self.ply = view["ply"]
        return view

    def pages(self, path):
        """Read a list to its end."""
        items, page = [], self.get(path)
        while True:
            items += page["items"]
            if not page.get("next_cursor"):
                return items
            joint = "&" if "?" in path else "?"
            page = self.get(f"{path}{joint}cursor={page['next_cursor']}")


# The wire


def connected(base):
    """Open a line to the service."""
    address = urlsplit(base)
    return http.client.HTTPConnection(address.hostname, address.port, timeout=ANSWER_SECONDS)


def asked(app, path, body, headers):
    """Give what http.client asks for: the address, the body and the headers."""
    headers = dict(headers)
    if body is not None:
        headers["Content-Type"] = "application/json"
    if app.token:
        headers["Authorization"] = f"Bearer {app.token}"
    return f"/api/v1{path}", None if body is None else json.dumps(body), headers


def exchanged(line, app, method, path, body, headers):
    """Send one request and read its answer; what is refused is raised."""
    line.request(method, *asked(app, path, body, headers))
    answer = line.getresponse()
    content = answer.read()
    fields = {name.lower(): value for name, value in answer.getheaders()}
    app.heard.append(Heard(path, content, str(answer.headers), app.ply))
    data = json.loads(content) if content else None
    if answer.status >= 400:
        raise Refused(f"{method} {path}", answer.status, data)
    return Reply(answer.status, fields, data)
