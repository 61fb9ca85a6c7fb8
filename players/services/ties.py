"""Decide whom one does not hear, or does not meet."""

from datetime import datetime
from uuid import UUID

from players.errors import NotYourself, PlayerNotFound
from players.models import Tie, TieKind
from players.queries.friends import other_player
from players.services.friends import end_friendship
from scopa_site.transactions import one_transaction

__all__ = ["block", "mute", "unblock", "unmute"]


def mute(*, player_id: int, other_id: UUID, now: datetime) -> None:
    """Hear nothing more from somebody; again changes nothing.

    Raises PlayerNotFound and NotYourself.
    """
    _tie(TieKind.MUTE, player_id, other_id, now)


def unmute(*, player_id: int, other_id: UUID) -> None:
    """Hear somebody again; of whom was not muted, nothing changes."""
    _untie(TieKind.MUTE, player_id, other_id)


def block(*, player_id: int, other_id: UUID, now: datetime) -> None:
    """Neither invite, meet nor speak to somebody, nor be invited, met or spoken to by them.

    A friendship ends with it. A match that they play is played on.

    Raises PlayerNotFound and NotYourself.
    """
    _tie(TieKind.BLOCK, player_id, other_id, now)


def unblock(*, player_id: int, other_id: UUID) -> None:
    """Take a block back; the other's own block, if there is one, stays."""
    _untie(TieKind.BLOCK, player_id, other_id)


def _tie(kind: TieKind, player_id: int, other_id: UUID, now: datetime) -> None:
    with one_transaction():
        other = other_player(player_id, public_id=other_id)
        if other is None:
            raise PlayerNotFound
        if other.pk == player_id:
            raise NotYourself
        if kind == TieKind.BLOCK:
            end_friendship(player_id, other.pk)
        tie = Tie(player_id=player_id, other=other, kind=kind, created_at=now)
        Tie.objects.bulk_create([tie], ignore_conflicts=True)


def _untie(kind: TieKind, player_id: int, other_id: UUID) -> None:
    with one_transaction():
        Tie.objects.filter(player_id=player_id, other__public_id=other_id, kind=kind).delete()
