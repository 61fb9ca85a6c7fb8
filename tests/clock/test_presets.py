"""The clocks that have a name, and the checks of those that are made from them."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import (
    CLOCKS,
    DEFAULT_CLOCK,
    ClockInvalid,
    ClockUnknown,
    decode_clock,
    encode_clock,
    resolve_clock,
)
from games.clock.spec import FIELDS
from tests.clock.drawing import clocks

each_preset = pytest.mark.parametrize("slug", CLOCKS)
HOUR = 3600

# What is changed of a clock, and what is said of it: the path and the code.
REFUSED = [
    ("normale", {"colour": "red"}, ("colour", "unknown_path")),
    ("normale", {"kind": "sand"}, ("kind", "value_not_allowed")),
    ("normale", {"kind": None}, ("kind", "wrong_type")),
    ("normale", {"turn_max_s": "3600"}, ("turn_max_s", "wrong_type")),
    ("normale", {"turn_max_s": 3600.0}, ("turn_max_s", "wrong_type")),
    ("normale", {"turn_max_s": True}, ("turn_max_s", "wrong_type")),
    ("normale", {"turn_max_s": -1}, ("turn_max_s", "value_not_allowed")),
    ("normale", {"turn_max_s": 10**30}, ("turn_max_s", "value_not_allowed")),
    ("giorno", {"turn_max_s": 59}, ("turn_max_s", "combination_not_allowed")),
    ("normale", {"grace_s": 59}, ("grace_s", "combination_not_allowed")),
    ("normale", {"grace_s": 73 * HOUR}, ("grace_s", "combination_not_allowed")),
    ("normale", {"initial_s": 7 * HOUR}, ("initial_s", "combination_not_allowed")),
    ("normale", {"initial_s": 121 * HOUR}, ("initial_s", "combination_not_allowed")),
    ("normale", {"quiet_to": "8:00"}, ("quiet_to", "value_not_allowed")),
    ("normale", {"quiet_to": "24:00"}, ("quiet_to", "value_not_allowed")),
    ("normale", {"quiet_to": "08:00\n"}, ("quiet_to", "value_not_allowed")),
    ("normale", {"quiet_to": "٠٨:٠٠"}, ("quiet_to", "value_not_allowed")),
    ("normale", {"quiet_to": 800}, ("quiet_to", "wrong_type")),
    ("normale", {"quiet_to": "22:00"}, ("quiet_to", "combination_not_allowed")),
    ("normale", {"quiet_to": "14:01"}, ("quiet_to", "combination_not_allowed")),
    ("normale", {"holidays": 1}, ("holidays", "wrong_type")),
    ("normale", {"pause_max_s": 0}, ("pause_max_s", "combination_not_allowed")),
    ("normale", {"on_timeout": "shout"}, ("on_timeout", "value_not_allowed")),
    ("giorno", {"initial_s": HOUR}, ("initial_s", "combination_not_allowed")),
    ("giorno", {"grace_s": HOUR}, ("grace_s", "combination_not_allowed")),
    ("libera", {"turn_max_s": HOUR}, ("turn_max_s", "combination_not_allowed")),
    ("libera", {"calendar": "weekends"}, ("calendar", "combination_not_allowed")),
    ("libera", {"holidays": True}, ("holidays", "combination_not_allowed")),
    ("normale", [], ("", "wrong_type")),
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=4,
)


class TestPresets:
    def test_are_those_that_players_choose_from(self):
        assert list(CLOCKS) == ["veloce", "normale", "tranquilla", "giorno", "tre_giorni", "libera"]
        assert [preset.slug for preset in CLOCKS.values()] == list(CLOCKS)
        assert DEFAULT_CLOCK == "normale"

    @each_preset
    def test_can_be_played_by(self, slug):
        assert resolve_clock(slug) == CLOCKS[slug].clock

    @each_preset
    def test_speak_both_languages(self, slug):
        for text in (CLOCKS[slug].label, CLOCKS[slug].description):
            assert set(text) == {"it", "en"}
            assert all(text.values())

    @each_preset
    def test_survive_being_stored(self, slug):
        clock = CLOCKS[slug].clock
        assert decode_clock(json.loads(json.dumps(encode_clock(clock)))) == clock

    def test_are_known_by_slug(self):
        with pytest.raises(ClockUnknown) as caught:
            resolve_clock("lampo")
        assert (caught.value.slug, caught.value.known) == ("lampo", tuple(CLOCKS))


class TestResolveClock:
    def test_changes_what_is_asked_for_and_nothing_else(self):
        clock = resolve_clock("normale", {"on_timeout": "ai", "calendar": "weekends"})
        changed = {"on_timeout": "ai", "calendar": "weekends"}
        assert encode_clock(clock) == {**encode_clock(CLOCKS["normale"].clock), **changed}

    @pytest.mark.parametrize(("slug", "overrides", "expected"), REFUSED)
    def test_refuses_what_cannot_be_played_by(self, slug, overrides, expected):
        with pytest.raises(ClockInvalid) as caught:
            resolve_clock(slug, overrides)
        (problem,) = caught.value.errors
        assert (problem.path, problem.code) == expected
        assert problem.reason_en
        assert problem.reason_it
        assert problem.reason_en != problem.reason_it

    def test_names_every_bad_field(self):
        with pytest.raises(ClockInvalid) as caught:
            resolve_clock("normale", {"holidays": None, "grace_s": None, "kind": 1})
        assert [problem.path for problem in caught.value.errors] == ["kind", "grace_s", "holidays"]

    def test_tells_what_would_be_allowed(self):
        with pytest.raises(ClockInvalid) as caught:
            resolve_clock("normale", {"calendar": "never", "pauses_per_seat": 11})
        calendar, pauses = caught.value.errors
        assert calendar.allowed == ("none", "weekends", "quiet_hours")
        assert (pauses.least, pauses.most) == (0, 10)

    @given(st.dictionaries(st.sampled_from(list(FIELDS)) | st.text(), json_values))
    def test_refuses_nonsense_by_one_error_and_no_other(self, overrides):
        with contextlib.suppress(ClockInvalid):
            clock = resolve_clock("normale", overrides)
            assert encode_clock(clock).items() >= overrides.items()


class TestDecodeClock:
    @given(clocks())
    def test_reads_what_was_written(self, clock):
        assert decode_clock(json.loads(json.dumps(encode_clock(clock)))) == clock

    @pytest.mark.parametrize("path", FIELDS)
    def test_misses_every_field(self, path):
        document = encode_clock(CLOCKS["normale"].clock)
        del document[path]
        with pytest.raises(ClockInvalid) as caught:
            decode_clock(document)
        assert [(error.path, error.code) for error in caught.value.errors] == [
            (path, "missing_path")
        ]

    @pytest.mark.parametrize("document", [None, [], "normale", 3])
    def test_refuses_what_is_no_group_of_fields(self, document):
        with pytest.raises(ClockInvalid):
            decode_clock(document)

    def test_refuses_a_field_that_it_does_not_know(self):
        with pytest.raises(ClockInvalid):
            decode_clock({**encode_clock(CLOCKS["normale"].clock), "colour": "red"})
