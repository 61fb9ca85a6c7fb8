"""When a turn ends."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import (
    CLOCKS,
    allowance,
    counted,
    deadline,
    first_bank,
    is_late,
    promise,
    resolve_clock,
)
from tests.clock.drawing import LIMITED, ZONES, banks, clocks, spans, turns

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
INSTANT = timedelta(microseconds=1)
NORMALE = CLOCKS["normale"].clock
ROME = ZoneInfo("Europe/Rome")
START = datetime(2026, 5, 4, 8, tzinfo=UTC)


def ends(clock, bank=None, *, zone="Europe/Rome", stops=(), start=START, first=False):
    bank = first_bank(clock) if bank is None else bank
    return deadline(clock, bank, zone=zone, stops=stops, start=start, first=first)


@st.composite
def running(draw, **kinds):
    """Draw a clock, what is in the bank, and a turn."""
    clock = draw(clocks(**kinds))
    return clock, draw(banks(clock)), {**draw(turns()), "first": draw(st.booleans())}


class TestDeadline:
    @given(running())
    def test_comes_when_the_allowance_is_used(self, drawn):
        clock, bank, turn = drawn
        at = deadline(clock, bank, **turn)
        allowed = allowance(clock, bank, first=turn["first"])
        assert at.tzinfo is UTC
        assert counted(clock, turn["zone"], turn["stops"], turn["start"], at) == allowed
        just_before = counted(clock, turn["zone"], turn["stops"], turn["start"], at - INSTANT)
        assert just_before == allowed - INSTANT

    @given(running())
    def test_always_comes_and_not_absurdly_late(self, drawn):
        """At least a third of every day counts; stops may fall on just that third."""
        clock, bank, turn = drawn
        stopped = sum((max(timedelta(0), b - a) for a, b in turn["stops"]), timedelta(0))
        allowed = allowance(clock, bank, first=turn["first"])
        at = deadline(clock, bank, **turn)
        assert turn["start"] + allowed <= at
        assert at <= turn["start"] + 3 * (allowed + stopped) + 3 * DAY

    @given(running())
    def test_leaves_at_least_a_minute(self, drawn):
        clock, bank, turn = drawn
        assert deadline(clock, bank, **turn) >= turn["start"] + timedelta(minutes=1)

    @given(running(), st.randoms(use_true_random=False))
    def test_does_not_ask_in_which_order_pauses_came(self, drawn, chance):
        clock, bank, turn = drawn
        shuffled = [*turn["stops"], *turn["stops"]]
        chance.shuffle(shuffled)
        expected = deadline(clock, bank, **turn)
        assert deadline(clock, bank, **{**turn, "stops": iter(shuffled)}) == expected

    @given(running(calendars=("none",)), spans(86400), spans(86400))
    def test_moves_by_the_length_of_a_pause_before_it(self, drawn, after, long):
        clock, bank, turn = drawn
        begins = turn["start"] + after
        plain = deadline(clock, bank, **{**turn, "stops": ()})
        paused = deadline(clock, bank, **{**turn, "stops": [(begins, begins + long)]})
        assert paused == (plain + long if begins < plain else plain)

    @given(running())
    def test_is_never_made_earlier_by_a_pause(self, drawn):
        clock, bank, turn = drawn
        dates = [
            deadline(clock, bank, **{**turn, "stops": turn["stops"][:many]})
            for many in range(len(turn["stops"]) + 1)
        ]
        assert dates == sorted(dates)

    @given(running())
    def test_does_not_move_for_what_comes_after_it(self, drawn):
        clock, bank, turn = drawn
        at = deadline(clock, bank, **turn)
        later = (*turn["stops"], (at, at + DAY))
        assert deadline(clock, bank, **{**turn, "stops": later}) == at

    @given(running(calendars=("none",)), st.sampled_from(ZONES))
    def test_has_no_use_for_the_zone_without_a_calendar(self, drawn, zone):
        clock, bank, turn = drawn
        assert deadline(clock, bank, **turn) == deadline(clock, bank, **{**turn, "zone": zone})

    @pytest.mark.parametrize("first", [False, True])
    def test_never_comes_without_a_limit(self, first):
        assert ends(CLOCKS["libera"].clock, first=first) is None
        assert promise(CLOCKS["libera"].clock) is None

    def test_counts_real_hours_where_clocks_change(self):
        """A day a move is 24 hours, though the clocks on the wall say otherwise."""
        start = datetime(2026, 3, 28, 12, tzinfo=ROME)
        at = ends(CLOCKS["giorno"].clock, start=start)
        assert at.astimezone(ROME) == datetime(2026, 3, 29, 13, tzinfo=ROME)
        start = datetime(2026, 10, 24, 12, tzinfo=ROME)
        at = ends(CLOCKS["giorno"].clock, start=start)
        assert at.astimezone(ROME) == datetime(2026, 10, 25, 11, tzinfo=ROME)

    def test_waits_for_monday_where_weekends_do_not_count(self):
        clock = resolve_clock("giorno", {"calendar": "weekends"})
        friday = datetime(2026, 5, 8, 18, tzinfo=ROME)
        saturday = friday + DAY
        assert ends(clock, start=friday) == datetime(2026, 5, 11, 18, tzinfo=ROME)
        assert ends(clock, start=saturday) == datetime(2026, 5, 12, 0, tzinfo=ROME)

    def test_may_be_where_the_quiet_hours_begin_but_not_within(self):
        clock = resolve_clock("giorno", {"calendar": "quiet_hours", "turn_max_s": 4 * 3600})
        evening = datetime(2026, 5, 8, 18, tzinfo=ROME)
        assert ends(clock, start=evening) == evening + 4 * HOUR
        assert ends(clock, start=evening + HOUR) == datetime(2026, 5, 9, 9, tzinfo=ROME)

    def test_is_met_by_what_arrives_at_that_very_instant(self):
        at = ends(NORMALE)
        assert not is_late(at, at)
        assert is_late(at, at + INSTANT)
        assert not is_late(None, at)


class TestAllowance:
    def test_is_bank_and_grace_up_to_the_longest_turn(self):
        assert allowance(NORMALE, timedelta(0), first=False) == 16 * HOUR
        assert allowance(NORMALE, 20 * HOUR, first=False) == 36 * HOUR
        assert allowance(NORMALE, 120 * HOUR, first=False) == 72 * HOUR

    def test_is_no_less_than_promised_for_the_first_turn(self):
        assert allowance(NORMALE, timedelta(0), first=True) == 72 * HOUR
        assert allowance(CLOCKS["giorno"].clock, timedelta(0), first=True) == 2 * DAY

    @pytest.mark.parametrize("clock", LIMITED.values(), ids=list(LIMITED))
    def test_is_never_shorter_on_the_first_turn(self, clock):
        bank = first_bank(clock)
        assert allowance(clock, bank, first=True) >= allowance(clock, bank, first=False)
