"""Call every operation of the API with generated requests, as each role, and judge the answers.

    python -m fuzz [--examples 100] [--seed 1] [--roles seated guest ...] [--jobs 2]

It runs with what .venv/tools holds. Each role lives in a process and a database of its own, and
calls the application without a network. Ends with 1 when an answer broke a rule: an error of the
server, a status or a body that the document does not describe, a request that was wrongly taken
or wrongly refused. What is promised: docs/reliability.md.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

_MEMORY = Path("/dev/shm")
_REPORT = "report.json"
ROLES = ("seated", "staff", "member", "guest", "anonymous")


def main() -> int:
    """Run what was asked for; 1 when anything was found."""
    options = _arguments()
    if options.inside:
        return _inside(options)
    began = time.monotonic()
    found = _found(options)
    for role, outcome in found.items():
        _tell(role, outcome)
    faults = sum(len(each["failures"]) + len(each["errors"]) for each in found.values())
    print(f"{faults} findings in {time.monotonic() - began:.0f} s, seed {options.seed}")
    return 1 if faults else 0


def _found(options: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """Return the outcome of each role: a process each, some at a time."""
    where = str(_MEMORY) if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="scopa-fuzz-", dir=where) as folder:
        prepared = Path(folder) / "prepared"
        said = _process(["--inside", str(prepared)])
        if not (prepared / "scopa.sqlite3").exists():
            sys.exit(f"no database could be prepared: {said[-4000:]}")

        def found(role: str) -> dict[str, Any]:
            return _in_a_process(role, shutil.copytree(prepared, Path(folder) / role), options)

        with ThreadPoolExecutor(max_workers=options.jobs) as jobs:
            return dict(zip(options.roles, jobs.map(found, options.roles), strict=True))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("--examples", type=int, default=100, help="at least so many an operation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--roles", nargs="+", choices=ROLES, default=list(ROLES))
    parser.add_argument("--jobs", type=int, default=2, help="roles at a time")
    parser.add_argument("--as-role", choices=ROLES, help=argparse.SUPPRESS)
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def _in_a_process(role: str, folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    report = folder / _REPORT
    said = _process(
        [
            *("--as-role", role, "--inside", str(folder)),
            *("--examples", str(options.examples), "--seed", str(options.seed)),
        ]
    )
    if not report.exists():
        return {"calls": {}, "failures": {}, "errors": [f"it ended: {said[-4000:]}"]}
    read: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return read


def _process(arguments: list[str]) -> str:
    """Run this again, inside a folder; return what it said."""
    done = subprocess.run(
        [sys.executable, "-m", "fuzz", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def _inside(options: argparse.Namespace) -> int:
    from fuzz.world import prepare, world

    if options.as_role is None:
        prepare(options.inside)
        return 0
    began = time.monotonic()
    application = world(options.inside)
    # They are of the application, and can be loaded once it is set up.
    from fuzz.roles import ROLES as KINDS
    from fuzz.running import run

    role = KINDS[options.as_role]()
    outcome = run(application, role, examples=options.examples, seed=options.seed)
    report = {**vars(outcome), "seconds": time.monotonic() - began}
    (options.inside / _REPORT).write_text(json.dumps(report), encoding="utf-8")
    return 0


def _tell(role: str, outcome: dict[str, Any]) -> None:
    for what, text in outcome["failures"].items():
        print(f"\nFOUND as {role}: {what}\n{text}")
    for error in outcome["errors"]:
        print(f"\nFAILED as {role}: {error}")
    calls = outcome["calls"]
    if calls:
        print(
            f"{role}: {sum(calls.values())} calls of {len(calls)} operations,"
            f" each at least {min(calls.values())} times, in {outcome['seconds']:.0f} s"
        )


if __name__ == "__main__":
    sys.exit(main())
