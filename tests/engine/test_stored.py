"""Matches stored by the first version of the engine: read, and played on to the same end."""

import json
from pathlib import Path

import pytest

from games import engine

FOLDER = Path(__file__).parent / "stored"
STORED = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("v1_*.json"))}
STATES = [(name, at) for name, stored in STORED.items() for at in stored["states"]]

# What a state of today says beyond what the first version wrote.
ADDED_TO_DEAL = {"declared": [], "dealer_bonus": 0}
ADDED_TO_RULES = {"low_hand": 0, "low_hand_max": 9, "three_of_a_kind": 0, "wild": None}


def entries(stored):
    """Return the log of a stored match."""
    return [_entry(entry) for entry in stored["log"]]


def _entry(entry):
    if "deck" in entry:
        return engine.DeckEntry(tuple(map(engine.parse_card, entry["deck"].split())))
    named = entry["capture"]
    capture = None if named is None else tuple(map(engine.parse_card, named))
    return engine.PlayEntry(entry["seat"], engine.Move(engine.parse_card(entry["card"]), capture))


def as_of_old(state):
    """Return a state of today in the words of the first version."""
    data = engine.encode(state)
    data["schema"] = data["rules"]["schema"] = 1
    assert data["rules"].pop("declarations") == ADDED_TO_RULES
    for score in data["deals"]:
        del score["detail"]
    if data["deal"] is not None:
        assert {name: data["deal"].pop(name) for name in ADDED_TO_DEAL} == ADDED_TO_DEAL
    return data


def played_on(state, log):
    """Return the states that a log leads through."""
    return [step.state for step in engine.replay_steps(state, log)]


class TestStoredMatches:
    def test_are_of_every_preset_that_there_was(self):
        presets = {stored["preset"] for stored in STORED.values()}
        tier_1 = {slug for slug, preset in engine.PRESETS.items() if preset.tier == 1}
        assert presets == tier_1
        assert {stored["engine_version"] for stored in STORED.values()} == {"1"}

    @pytest.mark.parametrize("name", STORED)
    def test_keep_the_rules_they_began_with(self, name):
        stored = STORED[name]
        rules = engine.decode_rules(stored["rules"])
        assert rules == engine.resolve(stored["preset"], stored["overrides"])
        assert stored["rules"]["schema"] == 1
        assert rules.schema == 2

    @pytest.mark.parametrize(("name", "at"), STATES)
    def test_say_the_same_as_when_they_were_stored(self, name, at):
        document = STORED[name]["states"][at]
        assert as_of_old(engine.decode(document)) == document

    @pytest.mark.parametrize(("name", "at"), STATES)
    def test_are_played_on_to_the_end_they_had(self, name, at):
        stored = STORED[name]
        log, ends = entries(stored), list(stored["states"])
        state = engine.decode(stored["states"][at])
        rest = [state, *played_on(state, log[int(at) :])]
        assert rest[-1].outcome is not None
        for later in [end for end in ends if int(end) >= int(at)]:
            found = rest[int(later) - int(at)]
            assert as_of_old(found) == stored["states"][later]

    @pytest.mark.parametrize("name", STORED)
    def test_replay_from_their_log_to_the_same_end(self, name):
        stored = STORED[name]
        rules = engine.decode_rules(stored["rules"])
        end = engine.replay(rules, stored["first_dealer"], entries(stored))
        assert as_of_old(end) == stored["states"][str(len(stored["log"]))]

    def test_have_no_detail_of_the_deals_scored_before(self):
        stored = STORED["v1_scopa_classica"]
        between = engine.decode(list(stored["states"].values())[3])
        assert [score.detail for score in between.deals] == [None]
        end = played_on(between, entries(stored)[int(list(stored["states"])[3]) :])[-1]
        assert [score.detail is None for score in end.deals] == [True, False, False]

    @pytest.mark.parametrize(
        ("place", "name", "value"),
        [
            (("deal",), "declared", []),
            (("deal",), "dealer_bonus", 0),
            (("deals", 0), "detail", None),
            (("rules",), "declarations", ADDED_TO_RULES),
        ],
    )
    def test_are_refused_with_what_their_version_did_not_have(self, place, name, value):
        document = json.loads(json.dumps(STORED["v1_scopa_classica"]["states"]["111"]))
        inner = document
        for key in place:
            inner = inner[key]
        inner[name] = value
        with pytest.raises(engine.StateUnreadable):
            engine.decode(document)
