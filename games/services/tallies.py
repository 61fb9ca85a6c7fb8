"""Count what people did, at the end of each match, so that nobody counts matches again.

The feeds of all at a table are locked before their tallies: whoever is told of the end of a match
has that lock already. So who holds the feed of a player counts alone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.db.models import Model, QuerySet

from games import engine
from games.models import Encounter, LogLine, Match, MatchStatus, Move, Seat, Tally
from games.records import MatchRecord
from games.services.counting import CLASSES, Counted, Counts, Timing, counted_match
from players.models import Player
from players.services import lock_feeds
from scopa_site.transactions import one_transaction

__all__ = ["count_match", "forget_tallies", "miscounted", "recount_player", "seated_players"]

_NUMBERS: Final = {
    Tally: (
        *("matches", "won", "drawn", "lost", "left"),
        *("deals", "scope", "settebelli", "primiere"),
    ),
    Encounter: ("won", "drawn", "lost"),
}
_STOPPING: Final = ("pause_began", "holiday")  # lines of the log after which time does not count
_BATCH: Final = 200


def count_match(record: MatchRecord) -> None:
    """Add a match that has ended to the tallies of its people.

    The caller holds the row of the match, has written its end down and has told them.
    """
    match, state = record.match, record.state
    if match.status != MatchStatus.FINISHED or state is None:
        return
    seats = _counted_seats([seat for seat in record.seats if seat.player_id is not None])
    if not seats:
        return
    counted = _counted(match, seats, state, _timings([match.pk]), _stops([match.pk]))
    players = sorted(player for player, _preset in counted.tallies)
    tallies = Tally.objects.filter(player_id__in=players, preset=match.preset)
    _add(tallies, counted.tallies, lambda row: (row.player_id, row.preset), ("player_id", "preset"))
    if counted.encounters:
        met = Encounter.objects.filter(player_id__in=players, other_id__in=players)
        pair = ("player_id", "other_id")
        _add(met, counted.encounters, lambda row: (row.player_id, row.other_id), pair)


def recount_player(*, player_id: int) -> None:
    """Make the tallies of a player anew from all finished matches. Again changes nothing."""
    with one_transaction():
        lock_feeds([player_id])
        counted = _recounted(player_id)
        for model, rows in _rows(counted).items():
            model.objects.filter(player_id=player_id).delete()
            model.objects.bulk_create(rows)


def miscounted(*, player_id: int) -> list[str]:
    """Tell where the tallies of a player are not what the finished matches add up to."""
    with one_transaction():
        lock_feeds([player_id])
        expected = _written(_rows(_recounted(player_id)))
        stored = _written(
            {
                Tally: list(Tally.objects.filter(player_id=player_id)),
                Encounter: list(Encounter.objects.filter(player_id=player_id)),
            }
        )
    keys = sorted(expected.keys() | stored.keys())
    return [
        f"{key}: stored {stored.get(key)}, counted {expected.get(key)}"
        for key in keys
        if stored.get(key) != expected.get(key)
    ]


def forget_tallies(player_id: int, now: datetime) -> None:
    """Delete what is counted of a player, and of others against the player."""
    Tally.objects.filter(player_id=player_id).delete()
    Encounter.objects.filter(player_id=player_id).delete()
    Encounter.objects.filter(other_id=player_id).delete()


def seated_players(matches: "QuerySet[Match] | None" = None) -> "QuerySet[Seat, int]":
    """List the players who sat in matches, or in those given, each once, in order."""
    seats = Seat.objects.filter(player__isnull=False)
    if matches is not None:
        seats = seats.filter(match__in=matches)
    return seats.order_by("player_id").values_list("player_id", flat=True).distinct()


def _add(
    rows: "QuerySet[Any]",
    counts: "dict[tuple[int, Any], Counts]",
    key: Callable[[Any], tuple[int, Any]],
    fields: tuple[str, str],
) -> None:
    """Add to the rows of these keys, made where they are missing, and locked in their order."""
    model: Any = rows.model
    new = [model(**dict(zip(fields, each, strict=True))) for each in sorted(counts)]
    model.objects.bulk_create(new, ignore_conflicts=True)
    locked = [row for row in rows.select_for_update().order_by(*fields) if key(row) in counts]
    for row in locked:
        _raise_by(row, counts[key(row)])
    model.objects.bulk_update(locked, _columns(model))


def _raise_by(row: Any, counts: Counts) -> None:
    for column in _NUMBERS[type(row)]:
        setattr(row, column, getattr(row, column) + counts[column])
    if isinstance(row, Tally):
        before = [*row.replies, *[0] * CLASSES][:CLASSES]
        row.replies = [before[each] + counts[each] for each in range(CLASSES)]


def _columns(model: type[Model]) -> list[str]:
    return [*_NUMBERS[model], *(["replies"] if model is Tally else [])]


def _recounted(player_id: int) -> Counted:
    """Count all finished matches of a player, a batch at a time."""
    total = Counted()
    if not _living([player_id]):
        return total
    seated = Seat.objects.filter(player_id=player_id).values("match_id")
    finished = Match.objects.filter(pk__in=seated, status=MatchStatus.FINISHED).order_by("pk")
    for batch in _batches(finished):
        for counted in _counted_batch(batch):
            total.add(counted)
    total.tallies = {key: each for key, each in total.tallies.items() if key[0] == player_id}
    total.encounters = {key: each for key, each in total.encounters.items() if key[0] == player_id}
    return total


def _batches(matches: "QuerySet[Match]") -> Iterator[list[Match]]:
    after = 0
    while batch := list(matches.filter(pk__gt=after)[:_BATCH]):
        after = batch[-1].pk
        yield batch


def _counted_batch(batch: Sequence[Match]) -> Iterator[Counted]:
    keys = [match.pk for match in batch]
    rows = Seat.objects.filter(match_id__in=keys, player__isnull=False).order_by("index")
    seats = _by_match(_counted_seats(list(rows)))
    timings, stops = _timings(keys), _stops(keys)
    for match in batch:
        state = match.state
        if state is not None:
            yield _counted(match, seats.get(match.pk, []), state, timings, stops)


def _counted(
    match: Match,
    seats: Sequence[Seat],
    state: engine.MatchState,
    timings: dict[int, list[Timing]],
    stops: dict[int, frozenset[int]],
) -> Counted:
    return counted_match(
        match.preset,
        seats,
        state,
        timings.get(match.pk, []),
        began=match.started_at,
        stopped=stops.get(match.pk, frozenset()),
    )


def _timings(keys: Sequence[int]) -> dict[int, list[Timing]]:
    moves = Move.objects.filter(match_id__in=keys).order_by("match_id", "ply")
    columns = moves.values_list("match_id", "ply", "seat", "source", "played_at")
    grouped = groupby(columns.iterator(), key=lambda row: row[0])
    return {key: [Timing(*row[1:]) for row in rows] for key, rows in grouped}


def _stops(keys: Sequence[int]) -> dict[int, frozenset[int]]:
    lines = LogLine.objects.filter(match_id__in=keys, kind__in=_STOPPING)
    plies: dict[int, set[int]] = {}
    for key, ply in lines.values_list("match_id", "ply"):
        plies.setdefault(key, set()).add(ply)
    return {key: frozenset(each) for key, each in plies.items()}


def _by_match(seats: Iterable[Seat]) -> dict[int, list[Seat]]:
    ordered = sorted(seats, key=attrgetter("match_id", "index"))
    return {key: list(each) for key, each in groupby(ordered, key=attrgetter("match_id"))}


def _counted_seats(seats: Sequence[Seat]) -> list[Seat]:
    """Leave out the seats of players who have been erased: nothing is counted of them."""
    living = _living({seat.player_id or 0 for seat in seats})
    return [seat for seat in seats if seat.player_id in living]


def _living(player_ids: Iterable[int]) -> set[int]:
    players = Player.objects.filter(pk__in=list(player_ids), erased_at=None)
    return set(players.values_list("pk", flat=True))


def _rows(counted: Counted) -> dict[Any, list[Any]]:
    """Make the unsaved rows of what was counted."""
    tallies = [Tally(player_id=key[0], preset=key[1]) for key in sorted(counted.tallies)]
    pairs = [Encounter(player_id=key[0], other_id=key[1]) for key in sorted(counted.encounters)]
    for tally in tallies:
        _raise_by(tally, counted.tallies[tally.player_id, tally.preset])
    for pair in pairs:
        _raise_by(pair, counted.encounters[pair.player_id, pair.other_id])
    return {Tally: tallies, Encounter: pairs}


def _written(rows: dict[Any, list[Any]]) -> dict[str, list[Any]]:
    """Write rows out so that they can be compared: their numbers by what they are about."""
    return {
        str(row): [getattr(row, column) for column in _columns(model)]
        for model, each in rows.items()
        for row in each
    }
