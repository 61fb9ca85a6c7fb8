"""What a turn leaves in the bank."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import (
    CLOCKS,
    allowance,
    bank_after,
    counted,
    deadline,
    first_bank,
    promise,
    resolve_clock,
)
from tests.clock.drawing import LIMITED, clocks, spans
from tests.clock.test_deadline import running

HOUR = timedelta(hours=1)
NOTHING = timedelta(0)
START = datetime(2026, 5, 4, 8, tzinfo=UTC)
NORMALE = CLOCKS["normale"].clock


def after(clock, bank, used, *, first=False, refill=True):
    """Give what a turn leaves that used so much counted time."""
    return bank_after(
        replace(clock, calendar="none"),
        bank,
        zone="UTC",
        stops=(),
        start=START,
        end=START + used,
        first=first,
        refill=refill,
    )


class TestBankAfter:
    @given(running(), spans(20 * 86400), st.booleans())
    def test_is_never_negative_and_never_above_the_cap(self, drawn, span, refill):
        clock, bank, turn = drawn
        left = bank_after(clock, bank, **turn, end=turn["start"] + span, refill=refill)
        assert NOTHING <= left <= timedelta(seconds=clock.cap_s)

    @given(running(), spans(9 * 86400), spans(9 * 86400), st.booleans())
    def test_is_never_more_for_a_longer_turn(self, drawn, span, more, refill):
        clock, bank, turn = drawn
        end = turn["start"] + span
        soon = bank_after(clock, bank, **turn, end=end, refill=refill)
        late = bank_after(clock, bank, **turn, end=end + more, refill=refill)
        assert late <= soon

    @given(running(kinds=("bank",)), spans(9 * 86400))
    def test_follows_from_the_time_that_counted(self, drawn, span):
        clock, bank, turn = drawn
        end = turn["start"] + span
        used = counted(clock, turn["zone"], turn["stops"], turn["start"], end)
        same = after(clock, bank, used, first=turn["first"])
        assert bank_after(clock, bank, **turn, end=end, refill=True) == same

    @given(running(kinds=("bank",)), spans(9 * 86400))
    def test_gains_the_refill_at_most(self, drawn, span):
        clock, bank, turn = drawn
        end, refill = turn["start"] + span, timedelta(seconds=clock.refill_s)
        plain = bank_after(clock, bank, **turn, end=end, refill=False)
        filled = bank_after(clock, bank, **turn, end=end, refill=True)
        assert plain <= bank
        assert filled == min(timedelta(seconds=clock.cap_s), plain + refill)

    @given(running(kinds=("bank",)))
    def test_is_used_up_by_the_deadline_unless_the_longest_turn_came_first(self, drawn):
        clock, bank, turn = drawn
        turn["first"] = False
        end = deadline(clock, bank, **turn)
        left = bank_after(clock, bank, **turn, end=end, refill=False)
        longest = timedelta(seconds=clock.turn_max_s - clock.grace_s)
        assert left == max(NOTHING, bank - longest)

    @given(running(kinds=("per_move",)), spans(9 * 86400))
    def test_is_nothing_without_a_bank(self, drawn, span):
        clock, bank, turn = drawn
        assert bank_after(clock, bank, **turn, end=turn["start"] + span, refill=True) == NOTHING
        assert first_bank(clock) == NOTHING

    def test_drains_only_after_the_grace(self):
        assert after(NORMALE, 50 * HOUR, 16 * HOUR, refill=False) == 50 * HOUR
        assert after(NORMALE, 50 * HOUR, 17 * HOUR, refill=False) == 49 * HOUR
        assert after(NORMALE, 50 * HOUR, 17 * HOUR) == 57 * HOUR

    def test_drains_on_a_first_turn_only_after_what_that_lasts_at_least(self):
        assert after(NORMALE, 72 * HOUR, 70 * HOUR, first=True) == 80 * HOUR

    def test_has_the_grace_on_a_first_turn_too(self):
        clock = resolve_clock("normale", {"first_turn_s": 3600})
        assert after(clock, 50 * HOUR, 17 * HOUR, first=True, refill=False) == 49 * HOUR

    def test_stops_at_the_cap(self):
        assert after(NORMALE, 118 * HOUR, HOUR) == 120 * HOUR

    def test_takes_a_move_before_its_turn_began_for_one_at_once(self):
        assert after(NORMALE, 50 * HOUR, -HOUR) == 58 * HOUR


class TestPromise:
    @given(clocks(), st.data())
    def test_is_kept_turn_after_turn(self, clock, data):
        bank, kept = first_bank(clock), promise(clock)
        for turn in range(12):
            used = data.draw(st.sampled_from([kept, kept, kept / 2]))
            assert used <= allowance(clock, bank, first=turn == 0)
            bank = after(clock, bank, used, first=turn == 0)

    @pytest.mark.parametrize("slug", LIMITED)
    def test_is_the_longest_that_can_be_kept(self, slug):
        clock = LIMITED[slug]
        bank, used = first_bank(clock), promise(clock) + HOUR
        for _ in range(400):
            if used > allowance(clock, bank, first=False):
                return
            bank = after(clock, bank, used)
        pytest.fail(f"{used} can be used for ever")

    def test_is_half_a_day_a_day_and_two(self):
        hours = {slug: promise(clock) / HOUR for slug, clock in LIMITED.items()}
        assert hours == {
            "veloce": 12,
            "normale": 24,
            "tranquilla": 48,
            "giorno": 24,
            "tre_giorni": 72,
        }
