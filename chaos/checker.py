"""Compare what the clients were told with what the database holds."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from chaos.databases import Database
from chaos.history import Attempt, Operation

__all__ = ["AI_ANSWERS_WITHIN", "Window", "compare", "worst_answer_of_an_ai"]

_SERVER_ERROR = 500
AI_ANSWERS_WITHIN = 15.0
Play = tuple[str, int, str]


@dataclass(frozen=True)
class Window:
    """The time from the stroke of a fault until all parts were up again."""

    fault: str
    began: float
    mended: float
    stops_ai: bool
    spares_moves: bool


@dataclass(frozen=True)
class _Stored:
    """What the database holds, by the ids that clients know."""

    matches: dict[str, str]  # id: creator
    moves: dict[tuple[str, int], tuple[str, str, str, str]]  # player, card, capture, source
    seats: set[tuple[str, str]]  # match, player
    resigned: set[tuple[str, str]]


def compare(
    operations: Sequence[Operation], database: Database, windows: Sequence[Window]
) -> Iterator[str]:
    """Yield a sentence for each promise that was broken."""
    stored = _read(database)
    yield from _moves(operations, stored)
    yield from _creations(operations, stored)
    yield from _others(operations, stored)
    yield from _replies(operations)
    yield from _reads(operations)
    yield from _errors(operations, windows)


def worst_answer_of_an_ai(
    database: Database, windows: Sequence[Window], *, since: float
) -> list[tuple[float, str]]:
    """List how long each AI took from when it could, worst first; and where.

    Of the turns that were open at `since` or came later.
    """
    turns = database.rows(
        "SELECT m.public_id::text, t.ply, extract(epoch FROM t.created_at)::float8,"
        " extract(epoch FROM coalesce(t.done_at, clock_timestamp()))::float8"
        " FROM games_aiturn t JOIN games_match m ON m.id = t.match_id"
        " WHERE t.done_at IS NULL OR t.done_at > to_timestamp(%s)",
        since,
    )
    stops = sorted((w.began, w.mended) for w in windows if w.stops_ai)
    found = []
    for match, ply, owed, done in turns:
        assert isinstance(owed, float)
        assert isinstance(done, float)
        could = owed
        for began, mended in stops:
            if began <= done and could < mended:
                could = max(could, mended)
        found.append((max(0.0, done - could), f"match {match}, ply {ply}"))
    return sorted(found, reverse=True)


def _read(database: Database) -> _Stored:
    matches = database.rows(
        "SELECT m.public_id::text, p.public_id::text FROM games_match m"
        " JOIN players_player p ON p.id = m.creator_id"
    )
    moves = database.rows(
        "SELECT m.public_id::text, v.ply, coalesce(p.public_id::text, ''), v.card, v.capture,"
        " v.source FROM games_move v JOIN games_match m ON m.id = v.match_id"
        " JOIN games_seat s ON s.match_id = m.id AND s.index = v.seat"
        " LEFT JOIN players_player p ON p.id = s.player_id"
    )
    seats = database.rows(
        "SELECT m.public_id::text, p.public_id::text, s.status FROM games_seat s"
        " JOIN games_match m ON m.id = s.match_id JOIN players_player p ON p.id = s.player_id"
    )
    return _Stored(
        {str(match): str(creator) for match, creator in matches},
        {(str(row[0]), int(str(row[1]))): tuple(map(str, row[2:])) for row in moves},  # type: ignore[misc]
        {(str(match), str(player)) for match, player, _status in seats},
        {(str(match), str(player)) for match, player, status in seats if status == "resigned"},
    )


def _moves(operations: Iterable[Operation], stored: _Stored) -> Iterator[str]:
    wanted: dict[Play, list[Operation]] = defaultdict(list)
    for operation in operations:
        if operation.kind == "move":
            play = (operation.match, int(operation.body["ply"]), str(operation.body["card"]))
            wanted[play].append(operation)
    for (match, ply, card), asked in wanted.items():
        there = stored.moves.get((match, ply))
        happened = any(there == _played(operation, "person") for operation in asked)
        where = f"match {match}, ply {ply}, {card}"
        outcomes = {operation.outcome for operation in asked}
        if "ok" in outcomes and not happened:
            yield f"LOST: {where} was acknowledged; stored is {there}"
        elif outcomes == {"fail"} and happened:
            yield f"REFUSED AND DONE: {where}"
        elif happened and "fail" in _last_words(asked) and "ok" not in outcomes:
            yield f"DONE AND THEN REFUSED: {where}"
    for (match, ply), (player, card, _capture, source) in stored.moves.items():
        if source == "person" and (match, ply, card) not in wanted:
            yield f"OUT OF NOTHING: match {match}, ply {ply}, {card} by {player}"


def _played(operation: Operation, source: str) -> tuple[str, str, str, str]:
    capture = " ".join(operation.body["capture"])
    return (operation.player, str(operation.body["card"]), capture, source)


def _last_words(asked: Iterable[Operation]) -> set[str]:
    """Give the last outcome of each operation that was refused for good."""
    ends = [max(each.attempts, key=_ended) for each in asked if each.attempts]
    return {end.outcome for end in ends if end.code not in {"request_in_progress"}}


def _ended(attempt: Attempt) -> float:
    return attempt.ended


def _creations(operations: Iterable[Operation], stored: _Stored) -> Iterator[str]:
    created = [operation for operation in operations if operation.kind == "create"]
    sure: Counter[str] = Counter()
    perhaps: Counter[str] = Counter()
    ids: Counter[str] = Counter()
    for operation in created:
        done = operation.acknowledged
        if done is not None:
            sure[operation.player] += 1
            ids[str(done.reply["id"])] += 1
            if done.reply["id"] not in stored.matches:
                yield f"LOST: match {done.reply['id']} was acknowledged"
        elif operation.outcome == "info":
            perhaps[operation.player] += 1
    for match, count in ids.items():
        if count > 1:
            yield f"SHARED: {count} operations were answered with match {match}"
    there = Counter(stored.matches.values())
    for player in there.keys() | sure.keys():
        least, most = sure[player], sure[player] + perhaps[player]
        if not least <= there[player] <= most:
            yield (
                f"DOUBLED OR LOST: player {player} has {there[player]} matches;"
                f" {least} were acknowledged, {most - least} perhaps made"
            )


def _others(operations: Iterable[Operation], stored: _Stored) -> Iterator[str]:
    effects = {"join": stored.seats, "resign": stored.resigned}
    for operation in operations:
        if operation.kind not in effects:
            continue
        happened = (operation.match, operation.player) in effects[operation.kind]
        where = f"{operation.kind} of match {operation.match} by {operation.player}"
        if operation.outcome == "ok" and not happened:
            yield f"LOST: {where}"
        if operation.outcome == "fail" and happened:
            yield f"REFUSED AND DONE: {where}"


def _replies(operations: Iterable[Operation]) -> Iterator[str]:
    """The same key is answered with the same bytes."""
    for operation in operations:
        bodies = {a.reply.get("sha") for a in operation.attempts if a.outcome == "ok"}
        if operation.key and len(bodies) > 1:
            yield f"TWO ANSWERS: {operation.kind} {operation.path} with key {operation.key}"


def _reads(operations: Sequence[Operation]) -> Iterator[str]:
    """Whoever looks after an acknowledged move sees it."""
    known: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for operation in operations:
        done = operation.acknowledged
        if operation.kind == "move" and done is not None:
            known[operation.match].append((done.ended, int(operation.body["ply"]) + 1))
    for operation in operations:
        if operation.kind != "view":
            continue
        for attempt in operation.attempts:
            if attempt.outcome != "ok":
                continue
            least = max(
                (ply for ended, ply in known[operation.match] if ended < attempt.began), default=0
            )
            shown = attempt.reply.get("ply", 0)
            if shown < least:
                yield f"GONE BACK: match {operation.match} showed ply {shown} < {least}"


def _errors(operations: Iterable[Operation], windows: Sequence[Window]) -> Iterator[str]:
    for operation in operations:
        for attempt in operation.attempts:
            bad = attempt.outcome == "info" and attempt.status >= _SERVER_ERROR
            if bad and not any(
                w.began <= attempt.ended and attempt.began <= w.mended for w in windows
            ):
                yield (
                    f"{attempt.status} WITHOUT A FAULT: {operation.kind} {operation.path}"
                    f" ({attempt.code}) at {attempt.began:.1f}"
                )
