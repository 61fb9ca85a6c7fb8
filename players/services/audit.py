"""Put on record what the staff do, in the transaction in which it is done."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from players.models import AuditEntry
from players.staff_errors import AlreadyDone
from scopa_site.integrity import translating

__all__ = ["record", "refuse_repeated"]


def record(
    *,
    actor_id: int | None,
    action: str,
    subject_type: str,
    subject_id: object,
    reason: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    key: str,
    now: datetime,
) -> None:
    """Write one row about an action, within the transaction that is open.

    `before` and `after` hold ids and plain facts, never names or addresses. `actor_id` None is
    whoever runs the service. Raises AlreadyDone for a `key` that is on record: the transaction is
    lost then, and must not go on.
    """
    with translating(AuditEntry, {"one_audit_entry_per_form": AlreadyDone}):
        AuditEntry.objects.create(
            actor_id=actor_id,
            action=action,
            subject_type=subject_type,
            subject_id=str(subject_id),
            reason=reason.strip(),
            before=dict(before),
            after=dict(after),
            key=key,
            created_at=now,
        )


def refuse_repeated(key: str) -> None:
    """Raise AlreadyDone for a form whose key is on record.

    Asked once the row of the subject is locked. Without it a repeated form would be told that
    there is nothing left to change, and not that this was its own doing.
    """
    if AuditEntry.objects.filter(key=key).exists():
        raise AlreadyDone
