"""Plant small faults in the engine, one at a time, and see whether the quick tests find each.

.venv/bin/python .ci/mutants.py [--only scoring captures] [--jobs 2] [--fresh] [--list]

What was found is kept in .mutants/, so that a run that was ended goes on where it was; with
`--fresh` it begins anew. Faults that no test found are tried again each time. Those that no
test could find are listed in .ci/equivalent_mutants.toml with the reason; they count as not found,
and are tried with `--fresh` only. Exit status 1: fewer faults were found than `WANTED`, or one that
was not found is not in the list, or one in the list was found after all.
"""

import argparse
import ast
import json
import math
import multiprocessing
import os
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing.sharedctypes import Synchronized
from typing import Final

import mutant_modules
import mutant_runs
import mutant_tests
from mutant_modules import Module, Mutant

FOLDER: Final = mutant_tests.ROOT / ".mutants"
RESULTS: Final = FOLDER / "results.jsonl"
EQUIVALENT: Final = mutant_tests.ROOT / ".ci" / "equivalent_mutants.toml"
WANTED: Final = 0.95
PAUSE: Final = 5
FOUND: Final = {"killed", "timeout"}

Results = dict[str, tuple[str, str]]


def main() -> int:
    asked = _asked()
    modules = _modules(asked.only)
    mutants = [mutant for module in modules for mutant in module.mutants]
    if asked.list:
        print("\n".join(f"{mutant.key} {mutant.name}" for mutant in mutants))
        return 0
    FOLDER.mkdir(exist_ok=True)
    if asked.fresh:
        RESULTS.unlink(missing_ok=True)
    begun = time.monotonic()
    if not asked.report:
        os.nice(10)
        _try_all(modules, mutants, asked)
    return _told(mutants, time.monotonic() - begun)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", default=[], metavar="MODULE")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--budget",
        type=float,
        default=math.inf,
        metavar="SECONDS",
        help="leave a fault undecided once its tests have worked so long",
    )
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--list", action="store_true", help="name the faults, and try none")
    parser.add_argument("--report", action="store_true", help="tell what is known, and try none")
    return parser.parse_args()


def _modules(only: list[str]) -> list[Module]:
    """Read the modules of the engine; their errors are given texts that only people read."""
    paths = sorted(mutant_tests.ENGINE.glob("*.py"))
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        mutant_modules.ERRORS.update(_errors(tree))
    known = {path.stem for path in paths}
    if set(only) - known:
        raise SystemExit(f"no module of the engine: {', '.join(sorted(set(only) - known))}")
    return [Module(path) for path in paths if not only or path.stem in only]


def _errors(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            bases = {ast.unparse(base) for base in node.bases}
            if bases & {"Exception", "EngineError", "RuleError"}:
                yield node.name


def _try_all(modules: list[Module], mutants: list[Mutant], asked: argparse.Namespace) -> None:
    done = _results()
    kept = set() if asked.fresh else _reasons().keys()
    left = [
        mutant
        for mutant in mutants
        if mutant.key not in kept and done.get(mutant.key, ("", ""))[0] not in FOUND
    ]
    if not left:
        return
    mutant_tests.prepare()
    measured = mutant_tests.measured(_modules([]), FOLDER / "measured.json")
    order = _order(measured, mutants, done)
    by_name = {module.name: module for module in modules}
    progress = _Progress(len(left))
    for swapped, work in ((True, mutant_runs.swap_all), (False, mutant_runs.import_all)):
        some = [mutant for mutant in left if measured.is_swapped(mutant) is swapped]
        following = multiprocessing.Value("i", 0)
        given = mutant_runs.Work(_taken(some, following), by_name, order, asked.budget, _write)
        _share(work, given, min(asked.jobs, len(some)), progress)


def _order(
    measured: mutant_tests.Measured, mutants: list[Mutant], done: Results
) -> mutant_tests.Order:
    order = mutant_tests.Order(measured)
    for mutant in mutants:
        outcome, by = done.get(mutant.key, ("", ""))
        if outcome == "killed":
            order.found(mutant, by)
    return order


def _taken(mutants: list[Mutant], following: "Synchronized[int]") -> Iterator[Mutant]:
    """Give one fault after the other; several processes that share the number share the faults."""
    while True:
        with following.get_lock():
            number = following.value
            following.value += 1
        if number >= len(mutants):
            return
        yield mutants[number]


def _share(
    work: Callable[[mutant_runs.Work], None],
    given: mutant_runs.Work,
    jobs: int,
    progress: "_Progress",
) -> None:
    """Let some processes work until nothing is left."""
    workers = []
    for _ in range(jobs):
        pid = os.fork()
        if not pid:
            try:
                _silence()
                work(given)
            finally:
                os._exit(0)  # the faults it has not tried are told as such
        workers.append(pid)
    while workers:
        time.sleep(PAUSE)
        progress.show()
        workers = [pid for pid in workers if os.waitpid(pid, os.WNOHANG)[0] == 0]


def _silence() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)


def _write(mutant: Mutant, outcome: str, by: str) -> None:
    line = json.dumps({"key": mutant.key, "name": mutant.name, "outcome": outcome, "by": by})
    with RESULTS.open("a", encoding="utf-8") as results:
        results.write(line + "\n")


def _results() -> Results:
    if not RESULTS.exists():
        return {}
    lines = map(json.loads, RESULTS.read_text(encoding="utf-8").splitlines())
    return {line["key"]: (line["outcome"], line["by"]) for line in lines}


class _Progress:
    """How far a run is, a line now and then."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.begun = time.monotonic()
        self.before = self._lines()

    def show(self) -> None:
        done = self._lines() - self.before
        seconds = time.monotonic() - self.begun
        left = seconds / max(done, 1) * (self.wanted - done)
        print(f"{done}/{self.wanted} faults tried, {left / 60:.0f} min left", flush=True)

    @staticmethod
    def _lines() -> int:
        return len(RESULTS.read_text(encoding="utf-8").splitlines()) if RESULTS.exists() else 0


def _told(mutants: list[Mutant], seconds: float) -> int:
    """Print what was found of each module, and what was not; return the exit status."""
    results = _results()
    reasons = _reasons()
    outcomes = {mutant.key: results.get(mutant.key, ("untried", ""))[0] for mutant in mutants}
    found = Counter(mutant.module for mutant in mutants if outcomes[mutant.key] in FOUND)
    for module, number in sorted(Counter(mutant.module for mutant in mutants).items()):
        print(f"{module:16} {number:5} faults, {found[module]:5} found")
    missed = [mutant for mutant in mutants if outcomes[mutant.key] not in FOUND]
    for mutant in missed:
        why = reasons.get(mutant.key, "NOT EXPLAINED")
        print(f"{outcomes[mutant.key]} {mutant.key} {mutant.name}\n    {why}")
    share = found.total() / len(mutants)
    timeouts = sum(outcome == "timeout" for outcome in outcomes.values())
    print(
        f"{len(mutants)} faults: {found.total()} found ({share:.2%}), {timeouts} of them by a test"
        f" that no longer ends; {len(missed)} not; {seconds / 60:.1f} min"
    )
    refuted = [m for m in mutants if m.key in reasons and outcomes[m.key] in FOUND]
    for mutant in refuted:
        print(f"FOUND AFTER ALL {mutant.key} {mutant.name}")
    unexplained = [mutant for mutant in missed if mutant.key not in reasons]
    return 1 if unexplained or refuted or share < WANTED else 0


def _reasons() -> dict[str, str]:
    """Read why some faults cannot be found, by their keys."""
    if not EQUIVALENT.exists():
        return {}
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    return {entry["key"]: entry["why"] for entry in entries}


if __name__ == "__main__":
    sys.exit(main())
