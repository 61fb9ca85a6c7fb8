"""The id of the request that is being worked on, and of the request that caused a task.

It stands in the header X-Request-ID, in every problem document, and in every line of the log.
"""

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

__all__ = [
    "current_request_id",
    "current_task",
    "enter_task",
    "leave_task",
    "new_request_id",
    "traced_request",
]

_SANE: Final = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")


@dataclass(frozen=True)
class _Work:
    request_id: str | None = None
    task: str | None = None
    within: "_Work | None" = None


_work: ContextVar[_Work] = ContextVar("work", default=_Work())  # noqa: B039  # frozen


def new_request_id() -> str:
    """Make an id that no other request has."""
    return uuid.uuid4().hex


def current_request_id() -> str | None:
    """Return the id of the request at hand, or of the one that caused the task at hand."""
    return _work.get().request_id


def current_task() -> str | None:
    """Return the name of the task at hand; None outside of one."""
    return _work.get().task


@contextmanager
def traced_request(given: str | None) -> Iterator[str]:
    """Work under the id that the client or a proxy gave, or a new one for none or an odd one."""
    request_id = given if given and _SANE.match(given) else new_request_id()
    token = _work.set(_Work(request_id))
    try:
        yield request_id
    finally:
        _work.reset(token)


def enter_task(name: str, request_id: str | None) -> None:
    """Begin a task in this thread. One that runs at once, within its cause, returns to it."""
    _work.set(_Work(request_id, name, within=_work.get()))


def leave_task() -> None:
    """End the task that was begun last in this thread."""
    _work.set(_work.get().within or _Work())
