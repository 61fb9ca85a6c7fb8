"""R8.2 and R8.3: rule sets that cannot be played are refused at the right path."""

import pytest

from games import engine
from games.engine.combinations import COMBINATIONS
from games.engine.fields import FIELDS, is_one_of
from games.engine.ruleset import leaves_of
from tests.engine.impossible_rules import IMPOSSIBLE, UNKNOWN


def fault(preset, overrides):
    """Return the only fault of a preset with overrides."""
    with pytest.raises(engine.RuleSetInvalid) as caught:
        engine.resolve(preset, overrides)
    found = {error.path: error for error in caught.value.errors}
    assert len(found) == 1, list(found)
    return caught.value.errors[0]


def blamed(preset, overrides):
    """Return the paths of all faults of a preset with overrides."""
    try:
        engine.resolve(preset, overrides)
    except engine.RuleSetInvalid as refusal:
        return {error.path for error in refusal.errors}
    return set()


class TestImpossibleRules:
    def test_are_at_least_sixty_and_no_two_alike(self):
        assert len(IMPOSSIBLE) >= 60
        assert len({(preset, str(changes)) for preset, changes, _ in IMPOSSIBLE}) == len(IMPOSSIBLE)

    @pytest.mark.parametrize(("preset", "overrides", "path"), IMPOSSIBLE, ids=str)
    def test_are_refused_at_one_path_r8_3(self, preset, overrides, path):
        found = fault(preset, overrides)
        assert (found.path, found.code) == (path, "combination_not_allowed")
        assert found.reason_en != found.reason_it

    @pytest.mark.parametrize(("preset", "overrides", "path"), IMPOSSIBLE, ids=str)
    def test_tell_the_value_and_what_would_be_allowed(self, preset, overrides, path):
        found = fault(preset, overrides)
        values = dict(leaves_of(engine.encode_rules(engine.resolve(preset)))) | overrides
        assert found.value == values[path]
        assert not is_one_of(found.value, found.allowed)
        for value in found.allowed:
            assert path not in blamed(preset, {**overrides, path: value})

    @pytest.mark.parametrize(("preset", "overrides", "path"), IMPOSSIBLE, ids=str)
    def test_hold_only_values_that_could_stand_in_their_field(self, preset, overrides, path):
        assert all(is_one_of(value, FIELDS[name].known) for name, value in overrides.items())

    def test_try_every_combination_there_is(self):
        blamed = {path for _, _, path in IMPOSSIBLE}
        assert blamed == {combination.path for combination in COMBINATIONS}

    def test_hear_every_reason_there_is(self):
        reasons = {fault(preset, overrides).reason_en for preset, overrides, _ in IMPOSSIBLE}
        assert reasons == {combination.reason_en for combination in COMBINATIONS}


class TestUnknownValues:
    @pytest.mark.parametrize(("preset", "overrides", "path"), UNKNOWN, ids=str)
    def test_are_refused_with_those_that_are_known_r8_2(self, preset, overrides, path):
        found = fault(preset, overrides)
        assert found.path == path
        assert found.code in {"value_not_allowed", "wrong_type"}
        assert found.value is overrides[path]
        assert found.allowed == FIELDS[path].known
        assert "allowed: " in found.reason_en
        assert "ammessi: " in found.reason_it
