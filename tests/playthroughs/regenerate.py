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


def telling(preset):
    """Return first dealer and log of a random match of a preset, the best of a few.

    The more kinds of events it shows the better, and of those the shortest.
    """
    rules = engine.resolve(preset)
    matches = [
        (seed % rules.table.players, random_log(rules, seed % rules.table.players, seed))
        for seed in range(SEEDS)
    ]
    return min(matches, key=lambda match: (-kinds_of_events(rules, *match), len(match[1])))


def kinds_of_events(rules, first_dealer, log):
    """Return how many kinds of events a match shows."""
    steps = engine.replay_steps(engine.new_match(rules, first_dealer), log)
    return len({type(event) for step in steps for event in step.events})


def main(presets):
    """Write the playthroughs of these presets, or of all."""
    for preset in presets or engine.PRESETS:
        lines = dump(preset, *telling(preset))
        path_of(preset).write_text("\n".join(lines) + "\n")
        print(f"{path_of(preset).name}: {len(lines)} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
