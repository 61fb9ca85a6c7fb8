"""Where a transaction begins and ends: in the service, or around a request that may be repeated.

A request with an Idempotency-Key keeps its reply in the transaction of its effect. The services
it calls then write within the transaction of the request, and without the key within their own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction

from scopa_site.crash_points import armed_at, reach

__all__ = ["enclosing_transaction", "is_enclosed", "one_transaction"]

_enclosed: ContextVar[bool] = ContextVar("enclosed", default=False)


@contextmanager
def one_transaction(*, may_go_on: bool = False) -> Iterator[None]:
    """Write all that is inside, or nothing; every public service that writes opens this once.

    It ends with a commit, or inside `enclosing_transaction` leaves that to it. There an error may
    not be caught and lived with, as the whole transaction is lost; `may_go_on` sets a savepoint
    for services that do (two statements, and only there).
    """
    if _enclosed.get():
        with transaction.atomic(savepoint=may_go_on):
            yield
        return
    with _committed():
        yield


@contextmanager
def enclosing_transaction() -> Iterator[None]:
    """Make all services called inside write in one transaction, which is committed at the end."""
    with _committed():
        token = _enclosed.set(True)
        try:
            yield
        finally:
            _enclosed.reset(token)


def is_enclosed() -> bool:
    """Tell whether a request with an Idempotency-Key runs: what it writes may yet be undone."""
    return _enclosed.get()


@contextmanager
def _committed() -> Iterator[None]:
    with transaction.atomic(durable=True):
        if armed_at() == "after_commit":
            # The first callback runs before any other, such as those that ring.
            transaction.on_commit(_after_commit)
        yield
        reach("before_commit")


def _after_commit() -> None:
    reach("after_commit")
