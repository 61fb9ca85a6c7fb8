"""Decide of which matches one hears nothing outside the inbox."""

from datetime import datetime
from uuid import UUID

from players.notifications.models import MutedSubject
from scopa_site.transactions import one_transaction

__all__ = ["mute_subject", "unmute_subject"]


def mute_subject(*, player_id: int, subject: UUID, now: datetime) -> None:
    """Send nothing about a match any more; the inbox still tells of it. Again changes nothing."""
    with one_transaction():
        muted = MutedSubject(player_id=player_id, subject=subject, created_at=now)
        MutedSubject.objects.bulk_create([muted], ignore_conflicts=True)


def unmute_subject(*, player_id: int, subject: UUID) -> None:
    """Send what there is about a match again; where it was not muted, nothing changes."""
    with one_transaction():
        MutedSubject.objects.filter(player_id=player_id, subject=subject).delete()
