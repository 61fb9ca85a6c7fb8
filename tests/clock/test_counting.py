"""What counts between two instants."""

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clock import CLOCKS, ZoneUnknown, counted, resolve_clock
from tests.clock.drawing import clocks, spans, turns
from tests.clock.step_by_step import counted_step_by_step

ROME = ZoneInfo("Europe/Rome")
NONE = CLOCKS["normale"].clock
WEEKENDS = resolve_clock("normale", {"calendar": "weekends"})
QUIET = resolve_clock("normale", {"calendar": "quiet_hours"})
HOUR = timedelta(hours=1)


def rome(day, hour, minute=0, *, month=3, fold=0):
    return datetime(2026, month, day, hour, minute, tzinfo=ROME, fold=fold)


def hours(clock, start, end, stops=()):
    return counted(clock, "Europe/Rome", stops, start, end) / HOUR


class TestCounted:
    @settings(max_examples=150)
    @given(clocks(), turns(), spans(9 * 86400))
    def test_agrees_with_a_wall_clock_watched_step_by_step(self, clock, turn, span):
        between = (turn["zone"], turn["stops"], turn["start"], turn["start"] + span)
        assert counted(clock, *between) == counted_step_by_step(clock, *between)

    @given(clocks(), turns(), spans(9 * 86400))
    def test_is_never_negative_and_never_more_than_has_passed(self, clock, turn, span):
        start = turn["start"]
        for end in (start + span, start - span):
            found = counted(clock, turn["zone"], turn["stops"], start, end)
            assert timedelta(0) <= found <= max(timedelta(0), end - start)

    @given(clocks(), turns(), spans(5 * 86400), spans(5 * 86400))
    def test_adds_up_over_any_instant_between(self, clock, turn, before, after):
        where, start = (clock, turn["zone"], turn["stops"]), turn["start"]
        middle, end = start + before, start + before + after
        parts = counted(*where, start, middle) + counted(*where, middle, end)
        assert counted(*where, start, end) == parts

    @given(clocks(), turns(), spans(9 * 86400), st.randoms(use_true_random=False))
    def test_does_not_ask_in_which_order_the_stops_came(self, clock, turn, span, chance):
        stops = list(turn["stops"])
        chance.shuffle(stops)
        start, end = turn["start"], turn["start"] + span
        found = counted(clock, turn["zone"], turn["stops"], start, end)
        assert counted(clock, turn["zone"], stops, start, end) == found
        assert counted(clock, turn["zone"], iter(stops * 2), start, end) == found

    @given(clocks(), turns(), spans(9 * 86400))
    def test_is_less_by_no_more_than_a_further_stop(self, clock, turn, span):
        where, end = (clock, turn["zone"]), turn["start"] + span
        for index, (since, until) in enumerate(turn["stops"]):
            fewer = turn["stops"][:index]
            without = counted(*where, fewer, turn["start"], end)
            stopped = counted(*where, (*fewer, (since, until)), turn["start"], end)
            assert stopped <= without <= stopped + max(timedelta(0), until - since)

    def test_takes_overlapping_stops_as_one(self):
        start = datetime(2026, 5, 4, 8, tzinfo=UTC)
        stops = [(start + a * HOUR, start + b * HOUR) for a, b in [(1, 4), (2, 3), (3, 6), (6, 7)]]
        random.Random(1).shuffle(stops)
        assert hours(NONE, start, start + 10 * HOUR, stops) == 4

    def test_makes_nothing_of_a_stop_that_ends_before_it_begins(self):
        start = datetime(2026, 5, 4, 8, tzinfo=UTC)
        upside_down = [(start + 5 * HOUR, start + 2 * HOUR), (start + 3 * HOUR, start + 3 * HOUR)]
        assert hours(NONE, start, start + 10 * HOUR, upside_down) == 10

    def test_reads_instants_of_any_zone(self):
        start, end = rome(28, 12), rome(29, 12)
        stop = (rome(28, 18), datetime(2026, 3, 28, 14, tzinfo=ZoneInfo("America/New_York")))
        assert hours(NONE, start, end) == 23
        assert hours(NONE, start, end, [stop]) == 22

    @pytest.mark.parametrize("which", ["start", "end", "stop"])
    def test_refuses_an_instant_without_a_zone(self, which):
        aware = {"start": rome(1, 1), "end": rome(2, 1), "stop": rome(1, 5)}
        naive = {**aware, which: aware[which].replace(tzinfo=None)}
        stops = [(naive["stop"], aware["end"])]
        with pytest.raises(ValueError, match="no time zone"):
            counted(NONE, "Europe/Rome", stops, naive["start"], naive["end"])

    @pytest.mark.parametrize("zone", ["", "Rome", "../etc/passwd", "Europe", "\0"])
    def test_refuses_a_zone_that_does_not_exist(self, zone):
        with pytest.raises(ZoneUnknown):
            counted(WEEKENDS, zone, (), rome(1, 1), rome(2, 1))


class TestWeekends:
    def test_do_not_count_from_midnight_to_midnight(self):
        assert hours(WEEKENDS, rome(6, 20), rome(9, 3)) == 4 + 3
        assert hours(WEEKENDS, rome(7, 10), rome(8, 23)) == 0

    def test_are_the_seats_own(self):
        """Saturday in Kiritimati begins 24 hours before it begins in Honolulu."""
        start = datetime(2026, 3, 6, 12, tzinfo=UTC)
        end = start + 24 * HOUR
        assert counted(WEEKENDS, "Pacific/Kiritimati", (), start, end) == timedelta(0)
        assert counted(WEEKENDS, "Pacific/Honolulu", (), start, end) == 22 * HOUR

    @pytest.mark.parametrize(("day", "month", "long"), [(28, 3, 47), (24, 10, 49), (7, 3, 48)])
    def test_last_as_long_as_the_change_of_clocks_makes_them(self, day, month, long):
        start = rome(day, 0, month=month) - HOUR
        end = start.astimezone(UTC) + 100 * HOUR
        assert hours(WEEKENDS, start, end) == 100 - long


class TestQuietHours:
    def test_do_not_count_from_the_evening_to_the_morning(self):
        assert hours(QUIET, rome(10, 20), rome(11, 9)) == 2 + 1
        assert hours(QUIET, rome(10, 23), rome(11, 7)) == 0
        assert hours(QUIET, rome(11, 1), rome(11, 8, 30)) == 0.5

    def test_may_lie_within_a_day(self):
        siesta = resolve_clock(
            "normale", {"calendar": "quiet_hours", "quiet_from": "13:00", "quiet_to": "16:30"}
        )
        assert hours(siesta, rome(10, 12), rome(10, 17)) == 1.5
        assert hours(siesta, rome(10, 14), rome(11, 14)) == 20.5

    @pytest.mark.parametrize(("day", "month"), [(28, 3), (24, 10), (10, 3)])
    def test_leave_the_waking_hours_of_the_night_of_the_change_as_they_are(self, day, month):
        start, end = rome(day, 20, month=month), rome(day + 1, 12, month=month)
        assert hours(QUIET, start, end) == 2 + 4

    def test_end_when_the_clocks_jump_over_their_end(self):
        until_half_past_two = {"calendar": "quiet_hours", "quiet_to": "02:30"}
        clock = resolve_clock("normale", until_half_past_two)
        assert hours(clock, rome(29, 1), rome(29, 4)) == 1

    def test_end_at_the_first_of_two_equal_times(self):
        clock = resolve_clock("normale", {"calendar": "quiet_hours", "quiet_to": "02:30"})
        assert hours(clock, rome(25, 1, month=10), rome(25, 4, month=10)) == 0.5 + 1 + 1

    def test_may_fall_on_a_day_that_a_place_never_had(self):
        """Apia went from the 29th of December 2011 to the 31st."""
        apia = ZoneInfo("Pacific/Apia")
        start = datetime(2011, 12, 29, 12, tzinfo=apia)
        end = datetime(2011, 12, 31, 12, tzinfo=apia)
        assert counted(NONE, "Pacific/Apia", (), start, end) == 24 * HOUR
        assert counted(QUIET, "Pacific/Apia", (), start, end) == 14 * HOUR
