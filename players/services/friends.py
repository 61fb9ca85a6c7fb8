"""Ask to be friends, and be friends no more."""

from datetime import datetime
from typing import Final
from uuid import UUID

from players.errors import NotYourself, PlayerNotFound
from players.friend_errors import PlayerIsBlocked, TooManyFriends
from players.models import Player, Tie, TieKind
from players.queries.friends import other_player
from players.services.feed import NewEvent, lock_feeds, publish
from scopa_site.transactions import one_transaction

__all__ = ["MAX_FRIENDS", "befriend", "end_friendship", "unfriend"]

MAX_FRIENDS: Final = 500


def befriend(*, player_id: int, other_id: UUID, now: datetime) -> str:
    """Ask a player to be friends, or say yes to one who asks; again changes nothing.

    Return how they stand then: `asked` or `friend`. The other is told, but for somebody whom they
    muted or blocked: that is not given away.

    Raises PlayerNotFound, NotYourself, PlayerIsBlocked, TooManyFriends.
    """
    with one_transaction():
        other = _other(player_id, other_id)
        lock_feeds({player_id, other.pk})  # two who ask each other at once become friends
        mine, theirs = _kinds(player_id, other.pk), _kinds(other.pk, player_id)
        if TieKind.BLOCK in mine:
            raise PlayerIsBlocked
        accepts = TieKind.FRIEND in theirs
        if TieKind.FRIEND not in mine:
            _tie(player_id, other.pk, now)
            if theirs.isdisjoint({TieKind.MUTE, TieKind.BLOCK}):
                _tell(player_id, other.pk, "friend.accepted" if accepts else "friend.asked", now)
    return "friend" if accepts else "asked"


def unfriend(*, player_id: int, other_id: UUID) -> None:
    """End a friendship, take back the question, or turn it down. Nobody is told."""
    with one_transaction():
        other = Player.objects.filter(public_id=other_id).values_list("pk", flat=True).first()
        if other is not None:
            end_friendship(player_id, other)


def end_friendship(player_id: int, other_id: int) -> None:
    """Take back what either has said, within the transaction of the caller."""
    lock_feeds({player_id, other_id})
    for one, two in ((player_id, other_id), (other_id, player_id)):
        Tie.objects.filter(player_id=one, other_id=two, kind=TieKind.FRIEND).delete()


def _other(player_id: int, other_id: UUID) -> Player:
    other = other_player(player_id, public_id=other_id)
    if other is None:
        raise PlayerNotFound
    if other.pk == player_id:
        raise NotYourself
    return other


def _kinds(player_id: int, other_id: int) -> set[str]:
    ties = Tie.objects.filter(player_id=player_id, other_id=other_id)
    return set(ties.values_list("kind", flat=True))


def _tie(player_id: int, other_id: int, now: datetime) -> None:
    if Tie.objects.filter(player_id=player_id, kind=TieKind.FRIEND).count() >= MAX_FRIENDS:
        raise TooManyFriends(limit=MAX_FRIENDS)
    Tie.objects.create(player_id=player_id, other_id=other_id, kind=TieKind.FRIEND, created_at=now)


def _tell(player_id: int, other_id: int, kind: str, now: datetime) -> None:
    asker = Player.objects.values_list("public_id", flat=True).get(pk=player_id)
    event = NewEvent(player_id=other_id, type=kind, data={"player": str(asker)})
    publish([event], now=now)
