"""Compare the engine with the naive program over many random matches, with progress.

    python -m tests.engine.compare --matches 5000 --preset all [--jobs 2] [--seed N]

`--preset` is a preset, `all` of them, or `combinations`: overrides thrown together. The first
difference ends the command with the rules, both answers and the log that leads there. At the end
it tells what has come about in the matches.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests import oracle
from tests.engine.random_matches import Difference, play_match
from tests.engine.variants import changes_of, combination

COMBINATIONS = "combinations"
CHUNK = 50


def play_chunk(what, seed, first, count):
    """Play some matches; return what happened in them and the difference met, if any."""
    seen = Counter()
    for number in range(first, first + count):
        name = f"{seed}/{what}/{number}"
        preset, changes = (
            combination(name) if what == COMBINATIONS else (what, changes_of(what, number))
        )
        try:
            seen += play_match(preset, changes, name)
        except Difference as difference:
            return seen, f"match {name}: {difference}"
    return seen, None


def compare(whats, *, matches, jobs, seed):
    """Play so many matches of each; print progress; return the first difference, or None."""
    chunks = [
        (what, seed, first, min(CHUNK, matches - first))
        for what in whats
        for first in range(0, matches, CHUNK)
    ]
    begun, met = time.monotonic(), Counter()
    with ProcessPoolExecutor(jobs) as pool:
        for (what, *_), (seen, difference) in zip(
            chunks, pool.map(play_chunk, *zip(*chunks, strict=True)), strict=True
        ):
            met += seen
            _show(what, met, matches * len(whats), time.monotonic() - begun)
            if difference:
                pool.shutdown(cancel_futures=True)
                return difference
    _report(met)
    return None


def _show(what, met, wanted, seconds):
    done = met["matches"]
    left = seconds / max(done, 1) * (wanted - done)
    line = f"{done}/{wanted} matches, {met['plies']} plies, {what}, {left / 60:.0f} min left"
    ending = "\r" if sys.stdout.isatty() else "\n"
    if ending == "\r" or done % 1000 == 0 or done == wanted:
        print(f"{line:79}", end=ending, flush=True)


def _report(met):
    print()
    for name, times in sorted(met.items()):
        print(f"{times:10} {name}")
    print(f"0 differences in {met['matches']} matches and {met['plies']} plies")


def main():
    """Read the command line, compare, and fail at the first difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--preset", default="all", choices=["all", COMBINATIONS, *oracle.PRESETS])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="compare")
    asked = parser.parse_args()
    whats = list(oracle.PRESETS) if asked.preset == "all" else [asked.preset]
    difference = compare(whats, matches=asked.matches, jobs=asked.jobs, seed=asked.seed)
    if difference:
        print(f"\nDIFFERENCE in {difference}")
    return 1 if difference else 0


if __name__ == "__main__":
    raise SystemExit(main())
