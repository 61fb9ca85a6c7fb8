"""How many days of holiday there are."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.holidays import AT_FIRST, AT_MOST, balance, fits

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
NOTHING = timedelta(0)
SINCE = datetime(2026, 1, 1, tzinfo=UTC)


def stay(first, last):
    return (SINCE + first * DAY, SINCE + last * DAY)


def hours_after(hours):
    return SINCE + hours * HOUR


stays = st.builds(
    lambda at, long: (hours_after(at), hours_after(at + long)),
    st.integers(-100, 6000),
    st.integers(-20, 900),
)
instants = st.integers(-100, 9000).map(hours_after)


def hour_by_hour(now, taken):
    """Walk from the first day: an hour off spends itself, any other earns four minutes."""
    left, at = AT_FIRST, SINCE
    while at < now:
        away = any(begins <= at < ends for begins, ends in taken)
        gained = -HOUR if away else timedelta(minutes=4)
        left = min(AT_MOST, max(NOTHING, left + gained))
        at += HOUR
    return left


class TestBalance:
    @given(instants, st.lists(stays, max_size=6))
    def test_is_never_negative_and_never_above_the_cap(self, now, taken):
        assert NOTHING <= balance(now, taken, SINCE) <= AT_MOST

    @given(instants, st.lists(stays, max_size=5))
    def test_agrees_with_a_walk_hour_by_hour(self, now, taken):
        assert balance(now, taken, SINCE) == hour_by_hour(now, taken)

    @given(instants, st.lists(stays, max_size=5), st.randoms(use_true_random=False))
    def test_does_not_ask_in_which_order_holidays_were_taken(self, now, taken, chance):
        shuffled = taken * 2
        chance.shuffle(shuffled)
        assert balance(now, iter(shuffled), SINCE) == balance(now, taken, SINCE)

    def test_begins_with_a_week_and_earns_two_days_in_thirty(self):
        assert balance(SINCE, (), SINCE) == 7 * DAY
        assert balance(SINCE + 30 * DAY, (), SINCE) == 9 * DAY
        assert balance(SINCE + 5000 * DAY, (), SINCE) == 30 * DAY

    def test_spends_a_day_for_a_day_and_earns_none_meanwhile(self):
        taken = [stay(15, 18)]
        assert balance(SINCE + 15 * DAY, taken, SINCE) == 8 * DAY
        assert balance(SINCE + 16 * DAY, taken, SINCE) == 7 * DAY
        assert balance(SINCE + 18 * DAY, taken, SINCE) == 5 * DAY
        assert balance(SINCE + 33 * DAY, taken, SINCE) == 6 * DAY

    def test_is_not_spent_by_what_is_only_planned(self):
        assert balance(SINCE + 30 * DAY, [stay(40, 45)], SINCE) == 9 * DAY

    def test_refuses_an_instant_without_a_zone(self):
        with pytest.raises(ValueError, match="no time zone"):
            balance(SINCE.replace(tzinfo=None), (), SINCE)


class TestFits:
    def test_allows_what_is_there_and_no_more(self):
        assert fits(stay(0, 7), taken=(), since=SINCE)
        assert not fits((SINCE, SINCE + 7 * DAY + HOUR), taken=(), since=SINCE)
        assert fits(stay(30, 39), taken=(), since=SINCE)

    def test_leaves_enough_for_what_is_planned_later(self):
        planned = [stay(30, 39)]
        assert not fits(stay(10, 12), taken=planned, since=SINCE)
        assert fits(stay(41, 41 + 2 / 15), taken=planned, since=SINCE)

    def test_counts_a_day_of_two_holidays_once(self):
        assert fits(stay(2, 7), taken=[stay(0, 5)], since=SINCE)

    def test_does_not_judge_again_what_is_over(self):
        overdrawn = [stay(0, 20)]
        assert fits(stay(35, 36), taken=overdrawn, since=SINCE)
        assert not fits(stay(34, 35.5), taken=overdrawn, since=SINCE)

    def test_refuses_what_ends_before_it_begins_or_begins_before_the_account(self):
        assert not fits(stay(3, 3), taken=(), since=SINCE)
        assert not fits(stay(3, 2), taken=(), since=SINCE)
        assert not fits(stay(-1, 2), taken=(), since=SINCE)

    @given(st.lists(stays, max_size=6))
    def test_never_lets_a_balance_be_overdrawn(self, wanted):
        """Whatever was let through one after the other is covered by what was earned before it."""
        taken = []
        for one in wanted:
            if fits(one, taken=taken, since=SINCE):
                taken.append(one)
        for begins, ends in taken:
            at = max(SINCE, begins)
            while at < ends:
                assert balance(at, taken, SINCE) >= HOUR
                at += HOUR
