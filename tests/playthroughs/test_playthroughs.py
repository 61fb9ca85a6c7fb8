"""The recorded matches: played again, every line that anybody could see is the same."""

import re

import pytest

from games import engine
from tests.playthroughs.playthrough import dump, read
from tests.playthroughs.regenerate import FOLDER, path_of

FILES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def recorded(preset):
    """Return the lines of a recorded match."""
    return path_of(preset).read_text().splitlines()


def first_difference(old, new):
    """Return the first line that differs, with its number, or None."""
    for number, (before, now) in enumerate(zip(old, new, strict=False), start=1):
        if before != now:
            return f"line {number}\n  recorded: {before}\n  now:      {now}"
    if len(old) != len(new):
        return f"{len(old)} lines were recorded, now there are {len(new)}"
    return None


class TestPlaythrough:
    def test_exists_for_every_preset_and_for_nothing_else(self):
        assert sorted(engine.PRESETS) == FILES

    @pytest.mark.parametrize("preset", FILES)
    def test_is_the_same_line_by_line_when_played_again(self, preset):
        old = recorded(preset)
        assert first_difference(old, dump(preset, *read(old))) is None

    @pytest.mark.parametrize("preset", FILES)
    def test_is_a_whole_match(self, preset):
        old = recorded(preset)
        decks = [line for line in old if line.startswith("> deck")]
        ends = [line for line in old if line.startswith("  MatchEnded")]
        assert len(decks) >= 1
        assert len(ends) == 1
        assert "outcome=(winner_side=" in old[-1]

    @pytest.mark.parametrize("preset", FILES)
    def test_shows_the_same_to_all_but_for_hands_and_moves(self, preset):
        seen = [line for line in recorded(preset) if re.match(r"  [\w,]+: .*\bply=", line)]
        assert seen
        assert [line for line in seen if not line.startswith("  all: ")] == []

    @pytest.mark.parametrize("preset", FILES)
    def test_offers_moves_to_the_seat_to_play_alone(self, preset):
        turn = None
        for line in recorded(preset):
            shared = re.match(r"  all: .*\bturn=(\S+)", line)
            turn = shared[1] if shared else turn
            private = re.match(r"  (\S+): .* may ", line)
            assert private is None or private[1] == turn

    def test_records_a_deal_that_was_thrown_in_wherever_there_can_be_one(self):
        spoilt = {
            slug
            for slug, preset in engine.PRESETS.items()
            if preset.rules.deal.redeal_kings_min or preset.rules.deal.redeal_aces_min
        }
        assert spoilt == {slug for slug in FILES if "DealVoided" in path_of(slug).read_text()}
