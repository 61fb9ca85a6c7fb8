"""All the endpoints as one ASGI application: which request belongs to whom."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote

from sinks import apns, fcm, webhooks, webpush
from sinks.asgi import Answer, Receive, Request, Scope, Send, bring, json_answer, read, status_of
from sinks.behaviour import HOW, Behaviour, Behaviours, read_behaviour
from sinks.book import Book
from sinks.identities import Identities

__all__ = ["App"]

_LONGEST_WAIT: Final = 30.0


@dataclass
class App:
    """The providers, their book, and the calls by which they are directed.

    `push_origin`: where push providers are reached, once that is known.
    """

    identities: Identities
    book: Book
    behaviours: Behaviours
    push_origin: str = ""

    def __post_init__(self) -> None:
        """Make the providers."""
        self.fcm = fcm.Fcm(self.identities)
        self.apns = apns.Apns(self.identities)
        self.webpush = webpush.WebPush()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            return
        request = await read(scope, receive)
        behaviour = Behaviour()
        if scope.get("sinks.control") and not request.path.startswith(webhooks.PATH):
            answer = await self._directed(request)
        else:
            kind, to = _receiver(request)
            behaviour = self.behaviours.of(kind, to)
            answer = self._answered(kind, request, behaviour)
            await self._write(kind, to, request, behaviour, answer)
        await bring(answer, behaviour, scope, send)

    def _answered(self, kind: str, request: Request, behaviour: Behaviour) -> Answer:
        if kind == "oauth":
            return self.fcm.hand_out(request, f"{self.push_origin}{fcm.TOKEN_PATH}", behaviour)
        if kind == "fcm":
            return self.fcm.take(request, behaviour)
        if kind == "apns":
            return self.apns.take(request, behaviour)
        if kind == "webpush":
            return self.webpush.take(request, self.push_origin, behaviour)
        if kind == "webhook":
            return webhooks.answer(behaviour)
        return json_answer(404, {"error": "nobody is here"})

    async def _write(
        self, kind: str, to: str, request: Request, behaviour: Behaviour, answer: Answer
    ) -> None:
        seen = answer.seen
        if seen is None and kind not in ("oauth", "webpush"):
            seen = request.json()
            seen = request.body.decode(errors="replace") if seen is None else seen
        await self.book.write(
            kind,
            to,
            behaviour.how,
            status_of(answer, behaviour),
            http_version=request.http_version,
            headers={**request.headers, ":path": request.path, ":peer": request.peer},
            # The very bytes are what a webhook signs.
            body={"json": seen, "raw": request.body.decode(errors="replace")}
            if kind == "webhook"
            else seen,
        )

    async def _directed(self, request: Request) -> Answer:
        """Answer a call that reads the book or directs the sinks."""
        call = request.method, request.path
        if call == ("GET", "/book"):
            return await self._read_book(request)
        if call == ("DELETE", "/book"):
            self.book.clear()
            self.behaviours.clear()
            return json_answer(200, {})
        if call == ("GET", "/count"):
            return json_answer(200, self.book.count())
        if call == ("POST", "/behave"):
            return self._behave(request)
        if call == ("POST", "/forget-tokens"):
            self.fcm.forget_tokens()
            return json_answer(200, {})
        if request.method == "POST" and request.path.startswith("/subscriptions/"):
            name = unquote(request.path.removeprefix("/subscriptions/"))
            return json_answer(201, self.webpush.subscribe(name, self.push_origin))
        return json_answer(404, {"there is": CALLS, "how": dict(HOW)})

    async def _read_book(self, request: Request) -> Answer:
        since = int(request.query.get("since", 0))
        wait = min(float(request.query.get("wait", 0)), _LONGEST_WAIT)
        entries = self.book.since(since) or await self.book.wait_since(since, wait)
        return json_answer(200, [entry.plain() for entry in entries])

    def _behave(self, request: Request) -> Answer:
        said: Any = request.json()
        try:
            if not isinstance(said, dict):
                raise ValueError("an object is expected")
            self.behaviours.say(*read_behaviour(said))
        except ValueError as error:
            return json_answer(400, {"error": str(error), "how": dict(HOW)})
        return json_answer(200, said)


CALLS: Final = [
    "GET /book?since=0&wait=5",
    "DELETE /book",
    "GET /count",
    'POST /behave {"kind": "fcm", "to": "*", "how": "throttled", "times": 2, "seconds": 3}',
    "POST /forget-tokens",
    "POST /subscriptions/<name>",
    "POST /hooks/<name>",
]


def _receiver(request: Request) -> tuple[str, str]:
    """Return whose message it is, and for whom."""
    path = request.path
    if path == fcm.TOKEN_PATH:
        return "oauth", "oauth"
    if path == fcm.SEND_PATH:
        return "fcm", fcm.to_of(request)
    if path.startswith((f"{apns.PRODUCTION_PATH}/", f"{apns.SANDBOX_PATH}/")):
        return "apns", apns.to_of(request)
    if path.startswith(webpush.PATH):
        return "webpush", webpush.to_of(request)
    if path.startswith(webhooks.PATH):
        return "webhook", path.removeprefix(webhooks.PATH)
    return "unknown", path
