"""docs/clocks.md says what the clocks do."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.clock import (
    CLOCKS,
    Clock,
    allowance,
    bank_after,
    deadline,
    first_bank,
    ladder,
    promise,
    resolve_clock,
)
from tests.architecture.tree import ROOT

TEXT = (ROOT / "docs" / "clocks.md").read_text(encoding="utf-8")
ROME = ZoneInfo("Europe/Rome")
HOUR = timedelta(hours=1)
NORMALE = CLOCKS["normale"].clock
GIORNO = CLOCKS["giorno"].clock


def rome(month, day, hour):
    return datetime(2026, month, day, hour, tzinfo=ROME)


def ends(clock, start, stops=()):
    """Give the deadline of a later turn on the wall of Rome."""
    bank = first_bank(clock)
    at = deadline(clock, bank, zone="Europe/Rome", stops=stops, start=start, first=False)
    return at.astimezone(ROME)


def hours(*seconds):
    return ", ".join(f"{each // 3600} h" for each in seconds)


def row(slug, clock):
    """Write the line of the table for a clock."""
    cells = ["–"] * 8
    if clock.kind == "bank":
        cells[0] = hours(clock.initial_s, clock.refill_s, clock.cap_s)
        cells[2] = hours(clock.grace_s)
    if clock.kind != "unlimited":
        cells[1] = hours(clock.turn_max_s)
        cells[3] = hours(clock.first_turn_s)
        cells[4] = hours(int(promise(clock).total_seconds()))
        cells[5] = f"{clock.pauses_per_seat} of {hours(clock.pause_max_s)}"
        cells[6] = "yes" if clock.holidays else "no"
        cells[7] = clock.on_timeout
    return f"| `{slug}` | {' | '.join(cells)} |"


class TestTheTable:
    @pytest.mark.parametrize("slug", CLOCKS)
    def test_has_the_clock_as_it_is(self, slug):
        assert row(slug, CLOCKS[slug].clock) in TEXT.splitlines()


class TestTheLadder:
    @pytest.mark.parametrize("hours_long", [72, 24, 12, 8, 2])
    def test_has_the_rungs_as_they_are(self, hours_long):
        clock = Clock(kind="per_move", turn_max_s=hours_long * 3600)
        start = rome(5, 4, 9)
        turn = {"zone": "UTC", "stops": (), "start": start, "deadline": start + hours_long * HOUR}
        after = ", ".join(f"{(rung.at - start) // HOUR} h" for rung in ladder(clock, **turn))
        assert f"| {hours_long} h | {after} |" in TEXT.splitlines()


class TestTheExamples:
    def test_of_a_turn_with_a_bank(self):
        start = rome(5, 4, 9)
        assert ends(NORMALE, start) == rome(5, 7, 9)
        turn = {"zone": "Europe/Rome", "stops": (), "start": start, "first": False}
        left = bank_after(NORMALE, 72 * HOUR, **turn, end=rome(5, 5, 10), refill=True)
        assert left == 71 * HOUR

    def test_of_an_empty_bank(self):
        assert allowance(NORMALE, 0 * HOUR, first=False) == 16 * HOUR

    def test_of_a_weekend(self):
        clock = resolve_clock("giorno", {"calendar": "weekends"})
        assert ends(clock, rome(5, 8, 18)) == rome(5, 11, 18)
        assert ends(clock, rome(5, 9, 15)) == rome(5, 12, 0)

    def test_of_quiet_hours(self):
        clock = resolve_clock("giorno", {"calendar": "quiet_hours"})
        assert ends(clock, rome(5, 8, 18)) == rome(5, 10, 14)

    def test_of_days_on_which_clocks_change(self):
        assert ends(GIORNO, rome(3, 28, 12)) == rome(3, 29, 13)
        assert ends(GIORNO, rome(10, 24, 12)) == rome(10, 25, 11)

    def test_of_stops_that_overlap(self):
        pause = (rome(5, 4, 10), rome(5, 5, 10))
        outage = (rome(5, 4, 22), rome(5, 5, 12))
        assert ends(GIORNO, rome(5, 4, 9), [pause, outage]) == rome(5, 6, 11)
