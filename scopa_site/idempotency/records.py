"""Claim a key, keep a reply, and forget the old ones."""

from datetime import datetime, timedelta
from typing import Final

from django.db import OperationalError

from scopa_site.idempotency.models import IdempotencyRecord
from scopa_site.statements import insert_row_unless_there

__all__ = ["KEPT", "KeyIsTaken", "claim_key", "forget_replies", "forget_replies_of", "keep_reply"]

KEPT: Final = timedelta(hours=72)
_LOCK_NOT_AVAILABLE: Final = "55P03"  # PostgreSQL's code for a lock_timeout
_BATCH: Final = 5_000


class KeyIsTaken(Exception):
    """Raised when another request under the key has been at work for the whole lock_timeout."""


def claim_key(
    *, owner_id: int, key: str, request_sha256: str, now: datetime
) -> IdempotencyRecord | None:
    """Take a key within the running transaction; None when it is ours, else who had it before.

    Waits for a twin that is at work: its row decides once its transaction has ended. Raises
    KeyIsTaken when that takes too long.
    """
    ours = IdempotencyRecord(
        owner_id=owner_id, key=key, request_sha256=request_sha256, created_at=now
    )
    try:
        if insert_row_unless_there(ours):
            return None
    except OperationalError as exc:
        if getattr(exc.__cause__, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
            raise KeyIsTaken from exc
        raise
    return IdempotencyRecord.objects.get(owner_id=owner_id, key=key)


def keep_reply(*, owner_id: int, key: str, status: int, reply: str, is_tagged: bool) -> None:
    """Write down the reply under a key that `claim_key` took in this transaction."""
    IdempotencyRecord.objects.filter(owner_id=owner_id, key=key).update(
        status=status, reply=reply, is_tagged=is_tagged
    )


def forget_replies(*, now: datetime) -> int:
    """Delete some of the replies older than KEPT; return how many. 0 means that none is left."""
    old = IdempotencyRecord.objects.filter(created_at__lt=now - KEPT)
    batch = list(old.order_by("created_at").values_list("pk", flat=True)[:_BATCH])
    deleted, _rows = IdempotencyRecord.objects.filter(pk__in=batch).delete()
    return deleted


def forget_replies_of(owner_id: int) -> None:
    """Delete all replies that were kept for one owner."""
    IdempotencyRecord.objects.filter(owner_id=owner_id).delete()
