"""A receiver of webhooks: it takes what comes."""

from collections.abc import Mapping
from typing import Final

from sinks.asgi import Answer
from sinks.behaviour import Behaviour

__all__ = ["PATH", "answer"]

PATH: Final = "/hooks/"
_STATUSES: Final[Mapping[str, int]] = {
    "gone": 410,
    "bad_token": 404,
    "wrong_app": 403,
    "bad_message": 400,
    "too_large": 413,
    "unauthorized": 401,
    "forbidden": 403,
    "throttled": 429,
    "error": 500,
    "unavailable": 503,
}


def answer(behaviour: Behaviour) -> Answer:
    """Answer a message."""
    wait = {} if behaviour.seconds is None else {"retry-after": str(int(behaviour.seconds))}
    status = _STATUSES.get(behaviour.how, 204)
    return Answer(status, b"" if status == 204 else b"no", {} if status == 204 else wait)
