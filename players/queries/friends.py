"""Who is a friend of whom, and who asked."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from players.models import Player, Tie, TieKind
from players.queries.worlds import in_world_of

__all__ = ["FRIENDSHIPS", "friendship", "list_friends", "other_player"]

# From the side of who looks: both said so; I asked; they ask.
FRIENDSHIPS = ("friend", "asked", "asking")


def other_player(viewer_id: int, **which: object) -> Player | None:
    """Return the active player of the viewer's own world whom `which` selects; None for others.

    `folded` is the username in lower case. One query.
    """
    players = Player.objects.alias(folded=Lower("username"))
    return players.filter(in_world_of(viewer_id), is_active=True, **which).first()


def friendship(viewer_id: int, other_id: int) -> str | None:
    """Tell how two players stand: one of FRIENDSHIPS, or None. One query."""
    ties = Tie.objects.filter(
        Q(player_id=viewer_id, other_id=other_id) | Q(player_id=other_id, other_id=viewer_id),
        kind__in=(TieKind.FRIEND, TieKind.BLOCK),
    )
    found = set(ties.values_list("player_id", "kind"))
    asked, asks = (viewer_id, TieKind.FRIEND) in found, (other_id, TieKind.FRIEND) in found
    if asks and (viewer_id, TieKind.BLOCK) in found:
        return None
    return _state(asked, asks)


def list_friends(player_id: int, *, state: str | None = None) -> "QuerySet[Tie]":
    """List the friends of a player, whom they asked, and who asks them, each once.

    Each tie has `mutual`; `other` is the friend where `player` is the one who asks after them.
    Who asks and is blocked is left out, and so is who has left.
    """
    back = Tie.objects.filter(
        player=OuterRef("other"), other=OuterRef("player"), kind=TieKind.FRIEND
    )
    blocked = Tie.objects.filter(player_id=player_id, other=OuterRef("player"), kind=TieKind.BLOCK)
    ties = Tie.objects.filter(kind=TieKind.FRIEND).alias(back=Exists(back))
    own = Q(player_id=player_id, other__is_active=True)
    asking = Q(other_id=player_id, player__is_active=True, back=False) & ~Q(Exists(blocked))
    chosen = {
        None: own | asking,
        "friend": own & Q(back=True),
        "asked": own & Q(back=False),
        "asking": asking,
    }[state]
    return ties.annotate(mutual=Exists(back)).filter(chosen).select_related("player", "other")


def _state(asked: bool, asks: bool) -> str | None:
    if asked and asks:
        return "friend"
    return "asked" if asked else "asking" if asks else None
