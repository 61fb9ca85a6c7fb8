"""Compare what the clients were told with what the database holds."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from chaos.history import Attempt, Operation
from chaos.stored import Card, Stored

__all__ = ["Window", "compare"]

_SERVER_ERROR = 500
Play = tuple[str, int, str]


@dataclass(frozen=True)
class Window:
    """The time from the stroke of a fault until all parts were up again."""

    fault: str
    began: float
    mended: float
    stops_ai: bool
    spares_moves: bool


def compare(
    operations: Sequence[Operation], stored: Stored, windows: Sequence[Window]
) -> Iterator[str]:
    """Yield a sentence for each promise that was broken."""
    yield from _moves(operations, stored)
    yield from _creations(operations, stored)
    yield from _others(operations, stored)
    yield from _remarks(operations, stored)
    yield from _events(operations, stored)
    yield from _replies(operations)
    yield from _reads(operations)
    yield from _errors(operations, windows)


def _moves(operations: Iterable[Operation], stored: Stored) -> Iterator[str]:
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


def _played(operation: Operation, source: str) -> Card:
    capture = " ".join(map(str, operation.body["capture"]))
    return Card(operation.player, str(operation.body["card"]), capture, source)


def _last_words(asked: Iterable[Operation]) -> set[str]:
    """Give the last outcome of each operation that was refused for good."""
    ends = [max(each.attempts, key=_ended) for each in asked if each.attempts]
    return {end.outcome for end in ends if end.code not in {"request_in_progress"}}


def _ended(attempt: Attempt) -> float:
    return attempt.ended


def _creations(operations: Iterable[Operation], stored: Stored) -> Iterator[str]:
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


def _others(operations: Iterable[Operation], stored: Stored) -> Iterator[str]:
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


def _remarks(operations: Iterable[Operation], stored: Stored) -> Iterator[str]:
    sure: Counter[tuple[str, str]] = Counter()
    perhaps: Counter[tuple[str, str]] = Counter()
    for operation in operations:
        if operation.kind == "react":
            asked = (operation.match, operation.player)
            sure[asked] += operation.outcome == "ok"
            perhaps[asked] += operation.outcome == "info"
    for said in stored.remarks.keys() | sure.keys():
        count, least = stored.remarks.get(said, 0), sure[said]
        if not least <= count <= least + perhaps[said]:
            yield (
                f"DOUBLED OR LOST: match {said[0]} has {count} phrases of player {said[1]};"
                f" {least} were acknowledged, {perhaps[said]} perhaps said"
            )


def _events(operations: Iterable[Operation], stored: Stored) -> Iterator[str]:
    """Whoever follows the events is told each once, in order, and all that there are."""
    told: dict[str, list[int]] = defaultdict(list)
    for operation in operations:
        page = operation.acknowledged
        if operation.kind == "events" and page is not None:
            told[operation.player] += map(int, page.reply["ids"])
    for player, ids in told.items():
        last = stored.events.get(player, 0)
        if ids != list(range(1, len(ids) + 1)) or len(ids) > last:
            yield f"EVENTS OUT OF ORDER: player {player} was told {len(ids)}, there are {last}"


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
