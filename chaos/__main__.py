"""Break the service while people play on it, and prove that nothing was lost.

    python -m chaos [--slice] [--only redis crash ...] [--rounds 1] [--seed 1] [--keep] [--list]

Starts a PostgreSQL, a Redis, the web, a worker and a beat of its own, plays on them by HTTP, and
strikes each fault that was chosen. It ends with a table, which it also writes to
chaos/last_report.md, and with 1 if any promise was broken. What is promised: docs/reliability.md.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from chaos.faults import FAULTS, NO_FAULT, SLICE, Fault
from chaos.history import History
from chaos.leaving import leave_by_signal
from chaos.load import Load
from chaos.processes import ROOT
from chaos.report import written
from chaos.rounds import Result, Rounds
from chaos.stack import standing

_REPORT = ROOT / "chaos" / "last_report.md"


def main() -> int:
    """Run what was asked for; 1 when a promise was broken."""
    options = _arguments()
    if options.list:
        print("\n".join(FAULTS))
        return 0
    chosen = _chosen(options)
    leave_by_signal()
    folder = Path(tempfile.mkdtemp(prefix="scopa-chaos-", dir="/tmp"))
    begun, results = time.monotonic(), list[Result]()
    try:
        _run(chosen, folder, options, results)
    finally:
        report = written(results, seconds=time.monotonic() - begun, seed=options.seed)
        print(report)
        _REPORT.write_text(report, encoding="utf-8")
        broken = not results or any(result.violations for result in results)
        _put_away(folder, keep=options.keep or broken)
    return 1 if broken else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m chaos", description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="+", default=[], metavar="FAULT", help="names begin so")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--slice", action="store_true", help="one short round of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=4, help="how many play alone, and in pairs")
    parser.add_argument("--keep", action="store_true", help="keep the logs and the history")
    parser.add_argument("--list", action="store_true", help="name the faults")
    return parser.parse_args()


def _chosen(options: argparse.Namespace) -> list[Fault]:
    names = SLICE if options.slice and not options.only else tuple(FAULTS)
    starts = tuple(options.only)
    chosen = [FAULTS[name] for name in names if not starts or name.startswith(starts)]
    if not chosen:
        raise SystemExit(f"no fault begins so: {options.only}; there are {', '.join(FAULTS)}")
    return chosen


def _run(
    chosen: Sequence[Fault], folder: Path, options: argparse.Namespace, results: list[Result]
) -> None:
    history = History(folder / "history.jsonl")
    dice = Random(options.seed)
    with standing(folder) as stack:
        ports = stack.proxy.port, stack.events_port
        load = Load(*ports, history, options.seed, options.people, options.people)
        rounds = Rounds(stack, load, history, dice, short=options.slice)
        with load.running():
            results.append(rounds.strike(NO_FAULT))
            _tell(results[-1])
            if results[-1].violations:
                print("It does not even work unbroken.")
                return
            for _ in range(options.rounds):
                for fault in chosen:
                    results.append(rounds.strike(fault))
                    _tell(results[-1])
            load.rest(60)
        results.append(rounds.check_all())
    history.close()


def _tell(result: Result) -> None:
    """Say at once how a round went: the whole takes long."""
    state = f"{len(result.violations)} VIOLATIONS" if result.violations else "ok"
    print(f"{result.fault}: {state}, {len(result.moves)} moves meanwhile", flush=True)
    for line in result.violations[:10]:
        print(f"  {line}", flush=True)


def _put_away(folder: Path, *, keep: bool) -> None:
    if keep:
        print(f"The logs and the history are in {folder}.")
    else:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
