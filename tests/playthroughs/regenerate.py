"""Rewrite the recorded matches: `python -m tests.playthroughs.regenerate [preset ...]`.

Look at the difference before it is committed: it is a change in what players see.
"""

import sys
from pathlib import Path

from games import engine
from tests.playthroughs.playthrough import dump, random_log

FOLDER = Path(__file__).parent
SEEDS = 12


def path_of(preset):
    """Return the file of a preset."""
    return FOLDER / f"{preset}.txt"


def shortest(preset):
    """Return first dealer and log of the shortest of a few random matches of a preset."""
    rules = engine.resolve(preset)
    matches = [
        (seed % rules.table.players, random_log(rules, seed % rules.table.players, seed))
        for seed in range(SEEDS)
    ]
    return min(matches, key=lambda match: len(match[1]))


def main(presets):
    """Write the playthroughs of these presets, or of all."""
    for preset in presets or engine.PRESETS:
        lines = dump(preset, *shortest(preset))
        path_of(preset).write_text("\n".join(lines) + "\n")
        print(f"{path_of(preset).name}: {len(lines)} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
