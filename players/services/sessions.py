"""List, note and take back tokens: one is revoked by deleting its row."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from players.access_errors import SessionNotFound
from players.models import Export, Token, TokenKind
from players.queries import Caller
from scopa_site.transactions import one_transaction

__all__ = [
    "forget_tokens",
    "note_use",
    "revoke_other_sessions",
    "revoke_session",
    "revoke_sessions",
]

NOTED_EACH: Final = timedelta(hours=1)
_BATCH: Final = 5_000


def note_use(caller: Caller) -> None:
    """Note that a token was used, once an hour at most: one statement then, and none between."""
    before = caller.now - NOTED_EACH
    if caller.last_used_at is not None and caller.last_used_at > before:
        return
    # Of many requests at once, one writes.
    due = Q(last_used_at__isnull=True) | Q(last_used_at__lte=before)
    Token.objects.filter(due, public_id=caller.token_id).update(last_used_at=caller.now)


def revoke_sessions(
    *, player_id: int, now: datetime, but: UUID | None = None, personal: bool = True
) -> int:
    """Take back all tokens of a player but that with the public id `but`; return how many.

    Personal tokens die too unless `personal` is false. Where none is left, neither is a link that
    opens a copy of the data: a token showed it. Two statements at most, within whatever transaction
    runs: whoever gives out a token locks the player first, so none slips through.
    """
    if but is None and personal:
        Export.objects.filter(player_id=player_id, expires_at__gt=now).update(expires_at=now)
    tokens = Token.objects.filter(player_id=player_id)
    if but is not None:
        tokens = tokens.exclude(public_id=but)
    if not personal:
        tokens = tokens.filter(kind=TokenKind.SESSION)
    revoked, _rows = tokens.delete()
    return revoked


def revoke_session(*, player_id: int, session_id: UUID) -> None:
    """Log out one device of a player, this one or another. Raises SessionNotFound."""
    with one_transaction():
        mine = Token.objects.filter(player_id=player_id, kind=TokenKind.SESSION)
        deleted, _rows = mine.filter(public_id=session_id).delete()
        if not deleted:
            raise SessionNotFound


def revoke_other_sessions(*, player_id: int, token_id: UUID, now: datetime) -> None:
    """Log out all devices of a player but that of `token_id`. Personal tokens stay."""
    with one_transaction():
        revoke_sessions(player_id=player_id, now=now, but=token_id, personal=False)


def forget_tokens(*, now: datetime) -> int:
    """Delete some of the tokens that open nothing any more; return how many. May run twice.

    Those are the expired ones, and sessions that were not used for SESSION_IDLE_DAYS.
    """
    idle_since = now - timedelta(days=settings.SESSION_IDLE_DAYS)
    used = Token.objects.alias(used_at=Coalesce(F("last_used_at"), F("created_at")))
    over = used.filter(Q(expires_at__lte=now) | Q(kind=TokenKind.SESSION, used_at__lte=idle_since))
    batch = list(over.order_by("pk").values_list("pk", flat=True)[:_BATCH])
    deleted, _rows = Token.objects.filter(pk__in=batch).delete()
    return deleted
