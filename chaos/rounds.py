"""One fault after another: strike, mend, let all come to rest, and check."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from chaos.checker import Window, compare
from chaos.faults import Fault, Scene
from chaos.history import Attempt, History, Operation, operations_in
from chaos.load import Load
from chaos.processes import PartFailed, wait_until
from chaos.stack import Stack
from chaos.stored import AI_ANSWERS_WITHIN, read, worst_answer_of_an_ai

__all__ = ["Result", "Rounds"]

_READY_WITHIN = 45.0
_RESTS_WITHIN = 100.0
# An effect that its holder took with it is free when its lease of 15 s ends, and then swept.
_DONE_WITHIN = {"games_aiturn": AI_ANSWERS_WITHIN, "scopa_site_effect": 30.0}
# What is promised; and what is asked where the slice shares a machine with other tests.
_MOVES_P99_SECONDS, _MOVES_P99_SHORT = 1.5, 3.0
_FEW = 10


@dataclass
class Result:
    """What one round of one fault came to. Times in seconds; None where nothing was measured."""

    fault: str
    lasted: float = 0.0
    ready_after: float | None = None
    moves: list[Attempt] = field(default_factory=list)
    moved_after: float | None = None
    ai_worst: float | None = None
    notes: list[str] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)


@dataclass
class Rounds:
    """Strikes faults on a stack that people play on."""

    stack: Stack
    load: Load
    history: History
    dice: Random
    short: bool
    windows: list[Window] = field(default_factory=list)
    _deadlocks: int = 0
    _told: set[str] = field(default_factory=set)

    def _is_ready_again(self) -> bool:
        """Ask whether all is back; what ended by itself is started, as a supervisor does."""
        self.stack.supervise()
        return self.stack.is_ready()

    def strike(self, fault: Fault) -> Result:
        """Break it, mend it, and check when all is quiet."""
        result, scene = Result(fault.name), Scene(self.stack, self.dice, self.short)
        time.sleep(1.0 if self.short else 3.0)
        began = time.time()
        self.history.write("strike", fault=fault.name)
        try:
            fault.strike(scene)
            window = self._mended(fault, began, result)
            time.sleep(2.0 if self.short else 5.0)
            self._come_to_rest(result)
        except PartFailed as error:
            result.violations.append(f"NOT BACK: {error}")
            window = self._mended(fault, began, result)
        result.notes += scene.notes
        self._check(fault, window, result)
        self.load.go_on()
        return result

    def check_all(self) -> Result:
        """Check everything that there is, once no more is played."""
        result = Result("all in the end")
        self._run_check_invariants(None, result)
        self._compare(result, operations_in(self.history.path))
        result.violations += self.load.failures
        return result

    def _mended(self, fault: Fault, began: float, result: Result) -> Window:
        mended = time.time()
        self.history.write("mended", fault=fault.name)
        result.lasted = mended - began
        window = Window(fault.name, began, mended, fault.stops_ai, fault.spares_moves)
        self.windows.append(window)
        return window

    def _come_to_rest(self, result: Result) -> None:
        result.ready_after = wait_until(
            self._is_ready_again, within=_READY_WITHIN, what="the service says that it is ready"
        )
        result.notes += [
            f"{name} had ended, and was started again" for name in self.stack.restarted
        ]
        self.stack.restarted.clear()
        if not self.load.rest(_RESTS_WITHIN):
            result.violations.append("STUCK: a client had no answer for too long")
        for table, within in _DONE_WITHIN.items():
            self._await_work(table, within, result)

    def _await_work(self, table: str, within: float, result: Result) -> None:
        try:
            wait_until(lambda: self.stack.owed(table) == 0, within=within, what=table)
        except PartFailed:
            left = self.stack.owed(table)
            result.violations.append(f"OWED: {left} rows of {table} are left undone")

    def _check(self, fault: Fault, window: Window, result: Result) -> None:
        self._run_check_invariants(window.began - 30, result)
        self._look_for_deadlocks(result)
        operations = operations_in(self.history.path)
        self._compare(result, operations)
        stops = [(each.began, each.mended) for each in self.windows if each.stops_ai]
        late = worst_answer_of_an_ai(self.stack.database, stops, since=window.began)
        if late:
            result.ai_worst, where = late[0]
            if result.ai_worst > AI_ANSWERS_WITHIN:
                result.violations.append(f"LATE: an AI took {result.ai_worst:.1f} s; {where}")
        result.moves = _moves_within(operations, window.began, window.mended)
        after = [a.ended for a in _moves_within(operations, window.mended) if a.outcome == "ok"]
        result.moved_after = min(after) - window.mended if after else None
        if fault.spares_moves:
            most = _MOVES_P99_SHORT if self.short else _MOVES_P99_SECONDS
            result.violations += _not_spared(result.moves, most)

    def _run_check_invariants(self, since: float | None, result: Result) -> None:
        asked = ["check_invariants", "--at-rest"]
        if since is not None:
            asked += ["--since", datetime.fromtimestamp(since, UTC).isoformat()]
        done = self.stack.manage(*asked)
        if done.returncode:
            lines = done.stdout.splitlines() or done.stderr.splitlines()[-5:]
            result.violations += [line for line in lines if self._is_new(line)]

    def _look_for_deadlocks(self, result: Result) -> None:
        """Whoever loses one is told 503, or tries again: nothing is lost, and it must not be."""
        log = self.stack.database.part.log.read_text(errors="replace")
        new = log.count("deadlock detected") - self._deadlocks
        if new:
            result.violations.append(f"DEADLOCK: {new} in the database; its log tells which")
        self._deadlocks += new

    def _compare(self, result: Result, operations: Sequence[Operation]) -> None:
        broken = compare(operations, read(self.stack.database), self.windows)
        result.violations += [line for line in broken if self._is_new(line)]

    def _is_new(self, line: str) -> bool:
        """Tell each violation once: with the fault after which it was found."""
        new = line not in self._told
        self._told.add(line)
        return new


def _moves_within(
    operations: Sequence[Operation], since: float, until: float = float("inf")
) -> list[Attempt]:
    """List the attempts to move that began in a time."""
    return [
        attempt
        for operation in operations
        if operation.kind == "move"
        for attempt in operation.attempts
        if since <= attempt.began <= until
    ]


def _not_spared(moves: Sequence[Attempt], most: float) -> list[str]:
    refused = [move for move in moves if move.outcome != "ok"]
    slowest = sorted(move.seconds for move in moves)
    found = [f"MOVE NOT ACCEPTED: {move.status} {move.code}" for move in refused]
    if len(moves) < _FEW:
        found.append(f"TOO FEW: {len(moves)} moves say nothing of their speed")
    elif (p99 := slowest[int(0.99 * (len(slowest) - 1))]) > most:
        found.append(f"SLOW: 99 of 100 moves took up to {p99:.2f} s")
    return found
