"""Whether a message goes out now, later, or never: nobody is disturbed, and nothing is lost."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from players.notifications.manners import (
    MOST_TURNS,
    QUARTER,
    Drop,
    Hold,
    Join,
    Send,
    Situation,
    Why,
    Wishes,
    decide,
    digest_key,
    next_digest,
    quiet_until,
)
from players.notifications.models import Reason
from players.notifications.registry import Channel, Mode

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
# Clocks change by an hour, by half an hour, to odd offsets; and one place left out a day.
ZONES = [
    "UTC",
    "Europe/Rome",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Chatham",
    "Pacific/Apia",
    "Africa/Casablanca",
]
ROME = Wishes("Europe/Rome", (time(22), time(8)), (8,))
PUSH = Situation(channel=Channel.PUSH)
TURN = replace(PUSH, is_turn=True, after_play=True, awaiting=5)

around_changes = st.sampled_from(
    [
        datetime(2026, 3, 28, tzinfo=UTC),
        datetime(2026, 10, 24, tzinfo=UTC),
        datetime(2026, 4, 4, tzinfo=UTC),
        datetime(2026, 10, 3, tzinfo=UTC),
        datetime(2011, 12, 29, tzinfo=UTC),
    ]
)
instants = st.builds(
    lambda day, minutes: day + timedelta(minutes=minutes),
    around_changes,
    st.integers(0, 3 * 24 * 60),
)
clocks = st.builds(lambda minutes: time(minutes // 60, minutes % 60), st.integers(0, 24 * 60 - 1))
wishes = st.builds(
    Wishes,
    st.sampled_from(ZONES),
    st.one_of(st.none(), st.tuples(clocks, clocks)),
    st.lists(st.integers(0, 23), min_size=1, max_size=4, unique=True).map(tuple),
)
ages = st.one_of(st.none(), st.integers(-30, 300).map(lambda s: timedelta(seconds=s)))


@st.composite
def cases(draw):
    """Draw a situation and the instant at which it is looked at."""
    now = draw(instants)
    age = draw(ages)
    case = Situation(
        channel=draw(st.sampled_from(list(Channel))),
        mode=draw(st.sampled_from([Mode.ON, Mode.DIGEST, Mode.OFF])),
        wishes=draw(wishes),
        is_over=draw(st.booleans()),
        is_seen=draw(st.booleans()),
        is_muted=draw(st.booleans()),
        has_target=draw(st.booleans()),
        pierces=draw(st.booleans()),
        is_turn=draw(st.booleans()),
        after_play=draw(st.booleans()),
        last_play=None if age is None else now - age,
        turns_sent=[now - timedelta(seconds=each) for each in draw(st.lists(st.integers(0, 1200)))],
        awaiting=draw(st.integers(0, 5)),
        is_told_of=draw(st.booleans()),
    )
    return case, now


def is_quiet(case, at):
    if case.wishes.quiet is None:
        return False
    begins, ends = case.wishes.quiet
    clock = at.astimezone(ZoneInfo(case.wishes.zone)).time()
    if begins <= ends:
        return begins <= clock < ends
    return clock >= begins or clock < ends


def driven(case, now):
    """Ask again after each hold, as is done; return the end, and when it was."""
    for _turn in range(20):
        decision = decide(case, now)
        if not isinstance(decision, Hold):
            return decision, now
        now = decision.until
        case = replace(case, waited_for_digest=decision.why is Why.DIGEST)
    raise AssertionError("it is held for ever")


class TestManners:
    @given(cases())
    def test_send_nothing_in_quiet_hours_that_does_not_pierce_them(self, drawn):
        case, now = drawn
        decision = decide(case, now)
        if isinstance(decision, Send) and case.channel is not Channel.WEBHOOK:
            assert case.pierces or not is_quiet(case, now)

    @given(cases())
    def test_hold_until_an_instant_that_comes_within_a_day(self, drawn):
        case, now = drawn
        decision = decide(case, now)
        if isinstance(decision, Hold):
            # A day on which clocks are put back has 25 hours.
            assert now < decision.until <= now + timedelta(hours=25)

    @given(cases())
    def test_lose_nothing(self, drawn):
        decision, _at = driven(*drawn)
        assert isinstance(decision, Send | Drop | Join)

    @given(cases())
    def test_send_nothing_that_is_over_read_muted_or_not_wanted(self, drawn):
        case, now = drawn
        if case.is_over or case.is_seen or case.is_muted or case.mode is Mode.OFF:
            assert isinstance(decide(case, now), Drop)

    @given(st.lists(st.integers(0, 2400), min_size=1, max_size=40), st.integers(1, 5))
    def test_send_at_most_three_turns_in_any_quarter_of_an_hour(self, seconds, awaiting):
        sent = []
        waiting = sorted(NOON + timedelta(seconds=each) for each in seconds)
        while waiting:
            now = waiting.pop(0)
            decision = decide(replace(TURN, turns_sent=sent, awaiting=awaiting), now)
            if isinstance(decision, Hold):
                waiting = sorted([*waiting, decision.until])
            else:
                assert isinstance(decision, Send)
                sent.append(now)
        assert len(sent) == len(seconds)
        for at in sent:
            assert sum(at <= each < at + QUARTER for each in sent) <= MOST_TURNS

    @given(cases())
    def test_hold_nothing_back_from_programs(self, drawn):
        case, now = drawn
        decision = decide(replace(case, channel=Channel.WEBHOOK), now)
        assert decision == Send() or isinstance(decision, Drop)

    def test_give_only_reasons_that_there_are(self):
        assert {why.value for why in Why} <= set(Reason.values)


class TestQuietHours:
    @given(wishes, instants)
    @example(
        Wishes("Europe/Rome", (time(3, 10), time(2, 30))), datetime(2026, 3, 29, 1, tzinfo=UTC)
    )
    def test_end_when_it_is_quiet_no_more(self, wishes, now):
        ends = quiet_until(wishes, now)
        case = replace(PUSH, wishes=wishes)
        if ends is None:
            assert not is_quiet(case, now)
        else:
            assert is_quiet(case, now)
            assert not is_quiet(case, ends)

    @pytest.mark.parametrize(
        ("now", "ends"),
        [
            ((2026, 3, 28, 21, 0), (2026, 3, 29, 6, 0)),  # clocks go forward in this night
            ((2026, 10, 24, 20, 0), (2026, 10, 25, 7, 0)),  # and back in this one
            ((2026, 1, 1, 6, 59), (2026, 1, 1, 7, 0)),
        ],
    )
    def test_end_at_the_local_time_in_nights_of_any_length(self, now, ends):
        assert quiet_until(ROME, datetime(*now, tzinfo=UTC)) == datetime(*ends, tzinfo=UTC)

    def test_end_exactly_where_their_end_comes_twice(self):
        until_half_past_two = replace(ROME, quiet=(time(22), time(2, 30)))
        second_time = datetime(2026, 10, 25, 1, 15, 20, tzinfo=UTC)
        ends = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
        assert quiet_until(until_half_past_two, second_time) == ends

    @pytest.mark.parametrize(
        ("wishes", "now", "ends"),
        [
            # Clocks go from two to three: half past two is never shown.
            (("Europe/Rome", time(2, 30)), (2026, 3, 28, 22, 0, 7), (2026, 3, 29, 1, 0)),
            (("Europe/Rome", time(2, 0)), (2026, 3, 28, 22, 0, 7), (2026, 3, 29, 1, 0)),
            (("Europe/Rome", time(3, 0)), (2026, 3, 28, 22, 0, 7), (2026, 3, 29, 1, 0)),
            (("Australia/Lord_Howe", time(2, 15)), (2026, 10, 3, 12), (2026, 10, 3, 15, 30)),
            (("America/New_York", time(2, 1)), (2026, 3, 8, 6, 59, 59), (2026, 3, 8, 7, 0)),
        ],
    )
    def test_end_as_clocks_skip_their_end(self, wishes, now, ends):
        zone, until = wishes
        night = Wishes(zone, (time(22), until))
        assert quiet_until(night, datetime(*now, tzinfo=UTC)) == datetime(*ends, tzinfo=UTC)

    def test_are_pierced_by_the_last_reminder(self):
        night = datetime(2026, 1, 1, 23, tzinfo=UTC)
        case = replace(PUSH, wishes=ROME)
        assert decide(case, night) == Hold(datetime(2026, 1, 2, 7, tzinfo=UTC), Why.QUIET_HOURS)
        assert decide(replace(case, pierces=True), night) == Send()


class TestWhatSomeDevicesHave:
    """Its other devices are sent it later: at night as little as anything else."""

    PARTLY = replace(TURN, wishes=ROME, is_partly_sent=True)
    NIGHT = datetime(2026, 1, 1, 23, tzinfo=UTC)

    def test_keeps_to_quiet_hours(self):
        ends = datetime(2026, 1, 2, 7, tzinfo=UTC)
        assert decide(self.PARTLY, self.NIGHT) == Hold(ends, Why.QUIET_HOURS)
        assert decide(replace(self.PARTLY, pierces=True), self.NIGHT) == Send()

    def test_keeps_to_the_minute_after_play(self):
        played = replace(self.PARTLY, last_play=NOON - timedelta(seconds=20))
        assert decide(played, NOON) == Hold(NOON + timedelta(seconds=40), Why.PLAYING)

    def test_is_one_of_the_three_already(self):
        sent = [NOON - timedelta(minutes=each) for each in (1, 2, 3)]
        case = replace(self.PARTLY, turns_sent=sent)
        assert decide(case, NOON) == Send()
        assert decide(replace(case, mode=Mode.DIGEST), NOON) == Send()


class TestADigest:
    def test_comes_at_the_local_hour_also_when_clocks_change(self):
        days = [datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 10, 24, 12, tzinfo=UTC)]
        assert [next_digest(ROME, day) for day in days] == [
            datetime(2026, 3, 29, 6, tzinfo=UTC),
            datetime(2026, 10, 25, 7, tzinfo=UTC),
        ]

    def test_comes_once_in_an_hour_that_there_is_twice(self):
        two = replace(ROME, digest_hours=(2,))
        first = next_digest(two, datetime(2026, 10, 24, 12, tzinfo=UTC))
        assert first == datetime(2026, 10, 25, 0, tzinfo=UTC)
        assert next_digest(two, first) == datetime(2026, 10, 26, 1, tzinfo=UTC)

    @given(wishes, instants)
    def test_has_one_name_for_each_hour(self, wishes, now):
        first = next_digest(wishes, now)
        second = next_digest(wishes, first)
        assert digest_key(wishes, first) != digest_key(wishes, second)


class TestAMessageOfSeveral:
    def test_is_not_over_while_anything_waits(self):
        case = replace(TURN, is_summary=True, is_over=True, is_seen=True)
        assert decide(case, NOON) == Send(is_summary=True)
        assert decide(replace(case, awaiting=0), NOON) == Drop(Why.OVER)

    def test_does_not_end_with_the_turn_that_it_began_with(self):
        case = replace(TURN, is_summary=True, expires_at=NOON)
        assert decide(case, NOON) == Send(is_summary=True)
        assert decide(replace(case, is_summary=False), NOON) == Drop(Why.EXPIRED)

    def test_counts_towards_the_three_when_it_is_tried_again(self):
        sent = [NOON - timedelta(minutes=each) for each in (1, 2, 3)]
        case = replace(TURN, is_summary=True, turns_sent=sent)
        assert decide(case, NOON) == Hold(sent[-1] + QUARTER, Why.BUSY)


class TestATurnAfterMany:
    def test_waits_until_the_third_last_is_a_quarter_of_an_hour_old(self):
        sent = [NOON - timedelta(minutes=each) for each in (14, 9, 5, 2)]
        decision = decide(replace(TURN, turns_sent=sent), NOON)
        assert decision == Hold(sent[1] + QUARTER, Why.BUSY)


class TestWhoHasJustPlayed:
    def test_is_left_alone_for_a_minute_by_messages_that_ask_for_it(self):
        played = replace(TURN, last_play=NOON - timedelta(seconds=20))
        assert decide(played, NOON) == Hold(NOON + timedelta(seconds=40), Why.PLAYING)
        assert decide(played, NOON + timedelta(seconds=40)) == Send()
        assert decide(replace(played, after_play=False), NOON) == Send()
