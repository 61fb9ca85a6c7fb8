"""When a player is reminded of a turn."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import RUNGS, Clock, ZoneUnknown, counted, deadline, ladder, resolve_clock
from games.clock.rungs import APART, AT_LEAST_AFTER, AT_LEAST_BEFORE
from tests.clock.test_deadline import running

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
START = datetime(2026, 5, 4, 8, tzinfo=UTC)
PER_MOVE = Clock(kind="per_move", turn_max_s=24 * 3600)


def rungs(long, *, stops=(), told="", clock=PER_MOVE):
    """Give the ladder of a turn of this length, by name and by how long it had run."""
    ends = START + long + sum((until - since for since, until in stops), timedelta())
    turn = {"zone": "UTC", "stops": stops, "start": START, "deadline": ends}
    return [(rung.name, rung.at - START) for rung in ladder(clock, **turn, told=told)]


def drawn_ladder(drawn, told=""):
    clock, bank, turn = drawn
    at = deadline(clock, bank, **turn)
    asked = {key: turn[key] for key in ("zone", "stops", "start")}
    return ladder(clock, **asked, deadline=at, told=told), at


class TestALadder:
    @given(running())
    def test_is_climbed_in_time_and_keeps_its_distances(self, drawn):
        climbed, ends = drawn_ladder(drawn)
        begun = drawn[2]["start"]
        instants = [rung.at for rung in climbed]
        assert all(begun + AT_LEAST_AFTER <= at <= ends - AT_LEAST_BEFORE for at in instants)
        assert all(after - before >= APART for before, after in pairwise(instants))
        assert all(at.tzinfo is UTC for at in instants)

    @given(running())
    def test_has_each_rung_once_and_one_last(self, drawn):
        climbed, _ends = drawn_ladder(drawn)
        names = [rung.name for rung in climbed]
        assert len(names) == len(set(names))
        assert set(names) <= set(RUNGS)
        assert [rung.is_last for rung in climbed] == [False] * (len(climbed) - 1) + [True] * bool(
            climbed
        )

    @given(running())
    def test_has_no_rung_while_the_clock_is_stopped(self, drawn):
        climbed, _ends = drawn_ladder(drawn)
        stops = drawn[2]["stops"]
        assert not any(since <= rung.at < until for rung in climbed for since, until in stops)

    @given(running(), st.sampled_from(RUNGS))
    def test_goes_on_above_the_rung_that_was_told(self, drawn, told):
        whole, _ends = drawn_ladder(drawn)
        names = [rung.name for rung in whole]
        if told in names:
            assert drawn_ladder(drawn, told)[0] == whole[names.index(told) + 1 :]
        else:
            rest = drawn_ladder(drawn, told)[0]
            assert rest == whole[len(whole) - len(rest) :]

    @given(running(calendars=("none",)), st.integers(1, 72))
    def test_never_tells_again_because_the_clock_was_stopped(self, drawn, hours):
        """Whatever was told stays told, and what comes after comes after now."""
        clock, bank, turn = drawn
        climbed, _ends = drawn_ladder(drawn)
        for rung in climbed:
            pause = (rung.at + MINUTE, rung.at + MINUTE + hours * HOUR)
            later = (clock, bank, {**turn, "stops": (*turn["stops"], pause)})
            rest = drawn_ladder(later, rung.name)[0]
            assert rung.name not in [each.name for each in rest]
            assert all(each.at >= pause[1] for each in rest)

    @given(running())
    def test_reminds_of_every_turn_that_is_long_enough(self, drawn):
        climbed, ends = drawn_ladder(drawn)
        clock, _bank, turn = drawn
        if turn["stops"] == () and clock.calendar == "none" and ends - turn["start"] >= HOUR:
            assert climbed


class TestTheRungs:
    @pytest.mark.parametrize(
        ("long", "expected"),
        [
            (72 * HOUR, [("half", 36 * HOUR), ("six_hours", 66 * HOUR), ("one_hour", 71 * HOUR)]),
            (24 * HOUR, [("half", 12 * HOUR), ("six_hours", 18 * HOUR), ("one_hour", 23 * HOUR)]),
            (12 * HOUR, [("six_hours", 6 * HOUR), ("one_hour", 11 * HOUR)]),
            (8 * HOUR, [("six_hours", 2 * HOUR), ("half", 4 * HOUR), ("one_hour", 7 * HOUR)]),
            (6 * HOUR, [("half", 3 * HOUR), ("one_hour", 5 * HOUR)]),
            (2 * HOUR, [("one_hour", HOUR)]),
            (90 * MINUTE, [("half", 45 * MINUTE)]),
            (HOUR, [("half", 30 * MINUTE)]),
            (59 * MINUTE, []),
        ],
    )
    def test_fit_the_length_of_the_turn(self, long, expected):
        assert rungs(long) == expected

    def test_are_half_of_what_counts_and_not_of_what_the_wall_shows(self):
        clock = resolve_clock("giorno", {"calendar": "weekends"})
        friday = datetime(2026, 5, 8, 18, tzinfo=UTC)
        monday = datetime(2026, 5, 11, tzinfo=UTC)
        turn = {"zone": "UTC", "stops": (), "start": friday, "deadline": monday + 18 * HOUR}
        half, *_others = ladder(clock, **turn)
        assert (half.name, half.at) == ("half", monday + 6 * HOUR)
        assert counted(clock, "UTC", (), friday, half.at) == 12 * HOUR

    def test_wait_for_the_end_of_a_pause(self):
        pause = (START + 20 * HOUR, START + 44 * HOUR)
        assert rungs(24 * HOUR, stops=(pause,)) == [
            ("half", 12 * HOUR),
            ("six_hours", 44 * HOUR),
            ("one_hour", 47 * HOUR),
        ]

    def test_give_way_to_the_more_urgent_where_a_pause_ends(self):
        pause = (START + 23 * HOUR + 30 * MINUTE, START + 47 * HOUR + 30 * MINUTE)
        assert rungs(24 * HOUR, stops=(pause,)) == [
            ("half", 12 * HOUR),
            ("one_hour", 47 * HOUR + 30 * MINUTE),
        ]

    def test_are_none_where_a_pause_leaves_hardly_any_time(self):
        pause = (START + 24 * HOUR - 4 * MINUTE, START + 48 * HOUR - 4 * MINUTE)
        assert rungs(24 * HOUR, stops=(pause,)) == [("half", 12 * HOUR)]

    def test_are_refused_by_other_names(self):
        with pytest.raises(KeyError):
            rungs(24 * HOUR, told="two_hours")

    def test_ask_for_a_zone_that_there_is(self):
        clock = resolve_clock("giorno", {"calendar": "weekends"})
        with pytest.raises(ZoneUnknown):
            ladder(clock, zone="Mars/Base", stops=(), start=START, deadline=START + DAY)
