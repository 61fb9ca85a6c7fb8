"""What players were told: in one sequence without gaps, and the same to all at a table."""

from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, TypeAlias
from uuid import UUID

from django.db.models import Count, F, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.invariants.violation import Scope, Violation
from games.models import Move, Seat
from players.models import Feed, FeedEvent

Card: TypeAlias = tuple[int, str]  # at which ply, and which

__all__ = ["feeds_have_no_gap", "people_were_told_of_every_card"]


def feeds_have_no_gap(scope: Scope) -> Iterator[Violation]:
    """I-11: the events of a player are numbered from the oldest that is kept to the newest."""
    of_player = FeedEvent.objects.filter(player=OuterRef("pk")).order_by().values("player")
    feeds = Feed.objects.annotate(
        count=_number(of_player.annotate(n=Count("pk"))),
        first=Coalesce(_value(of_player.annotate(n=Min("seq"))), F("oldest_seq")),
        last=Coalesce(_value(of_player.annotate(n=Max("seq"))), F("last_seq")),
    )
    right = Q(count=F("last_seq") + 1 - F("oldest_seq"), first=F("oldest_seq"), last=F("last_seq"))
    columns = ("pk", "oldest_seq", "last_seq", "count", "first", "last")
    for feed in feeds.exclude(right).values(*columns).iterator():
        yield Violation(
            "I-11",
            f"feed of player {feed['pk']}",
            f"it says {feed['oldest_seq']} to {feed['last_seq']};"
            f" there are {feed['count']} events from {feed['first']} to {feed['last']}",
        )


def people_were_told_of_every_card(scope: Scope) -> Iterator[Violation]:
    """I-11, I-19: each person heard of every card in order, and of each turn of theirs once.

    Not those who were erased: what they were told went with them.
    """
    here = Seat.objects.filter(match__in=scope.matches, player__isnull=False)
    seats = here.filter(player__erased_at=None)
    players = seats.order_by("player_id").values_list("player_id", flat=True).distinct()
    for player_id in players.iterator():
        # The moves first: what is played while the events are read has only been told too soon.
        played = _played(scope, player_id)
        heard = _heard(player_id, played)
        for match_id, cards in played.items():
            yield from _compared(f"match {match_id}", player_id, cards, heard[match_id])


@dataclass(slots=True)
class _Heard:
    """What one player was told of one match, in order."""

    cards: list[Card] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)


def _played(scope: Scope, player_id: int) -> dict[UUID, list[Card]]:
    """List the cards of each match of a player, but for those older than what is kept of events."""
    mine = scope.matches.filter(seats__player=player_id, version__gt=0).order_by()
    played: dict[UUID, list[Card]] = {
        match_id: [] for match_id in mine.values_list("public_id", flat=True)
    }
    moves = Move.objects.filter(match__in=mine).order_by("ply")
    oldest = FeedEvent.objects.filter(player=player_id).order_by("seq").first()
    if oldest is not None:
        moves = moves.filter(played_at__gte=oldest.created_at)
    for match_id, ply, card in moves.values_list("match__public_id", "ply", "card").iterator():
        played.setdefault(match_id, []).append((ply, card))
    return played


def _heard(player_id: int, played: Container[UUID]) -> dict[UUID, _Heard]:
    heard: dict[UUID, _Heard] = defaultdict(_Heard)
    events = FeedEvent.objects.filter(player=player_id).order_by("seq")
    for subject, kind, data in events.values_list("subject", "type", "data").iterator():
        if subject is not None and subject in played:
            _note(heard[subject], kind, data)
    return heard


def _note(heard: _Heard, kind: str, data: dict[str, Any]) -> None:
    plays = data.get("plays", ())
    heard.cards += [(play["ply"], play["card"]) for play in plays]
    if plays:
        heard.versions.append(data["version"])
    if kind == "match.your_turn":
        heard.turns.append(data["ply"])
    elif kind == "match.seat_changed":
        heard.turns.clear()  # whoever comes back to a turn hears of it again


def _compared(where: str, player_id: int, played: list[Card], heard: _Heard) -> Iterator[Violation]:
    # Of a transaction that wrote the oldest event kept, cards may have been told that are older.
    first = played[0][0] if played else 0
    told = [card for card in heard.cards if card[0] >= first]
    if told[: len(played)] != played:
        pairs = zip_longest(told, played)
        wrong = next(f"told {one}, played {other}" for one, other in pairs if one != other)
        yield Violation("I-11", where, f"player {player_id} was not told of its cards: {wrong}")
    if sorted(set(heard.versions)) != heard.versions:
        yield Violation("I-11", where, f"player {player_id} was told of its changes out of order")
    if len(set(heard.turns)) != len(heard.turns):
        yield Violation("I-19", where, f"player {player_id} was told twice of one turn")


def _number(grouped: QuerySet[Any, Any]) -> Coalesce:
    return Coalesce(_value(grouped), 0)


def _value(grouped: QuerySet[Any, Any]) -> Subquery:
    return Subquery(grouped.values("n"))
