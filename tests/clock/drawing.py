"""What the property tests of clocks draw: clocks that can be played by, zones, instants, stops."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from games.clock import CLOCKS, Clock

HOUR = 3600
DAY = 24 * HOUR
STEP = timedelta(minutes=5)

# Changes by an hour, by half an hour, by two; at midnight, in Ramadan; a day that was left out;
# and places that are far from Greenwich, or off it by three quarters of an hour.
ZONES = (
    "Africa/Cairo",
    "Africa/Casablanca",
    "America/Havana",
    "America/Santiago",
    "America/St_Johns",
    "Antarctica/Troll",
    "Asia/Beirut",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Etc/GMT+12",
    "Europe/Dublin",
    "Europe/Rome",
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "UTC",
)
# Shortly before clocks somewhere change.
EVES = (
    datetime(2011, 12, 29, tzinfo=UTC),  # Apia skips a day
    datetime(2026, 2, 14, tzinfo=UTC),  # Casablanca
    datetime(2026, 3, 7, tzinfo=UTC),  # America
    datetime(2026, 3, 28, tzinfo=UTC),  # Europe, Beirut, Troll
    datetime(2026, 4, 4, tzinfo=UTC),  # Lord Howe, Santiago
    datetime(2026, 4, 23, tzinfo=UTC),  # Cairo
    datetime(2026, 9, 5, tzinfo=UTC),  # Santiago
    datetime(2026, 10, 3, tzinfo=UTC),  # Lord Howe
    datetime(2026, 10, 24, tzinfo=UTC),  # Europe, Beirut, Troll
    datetime(2026, 10, 29, tzinfo=UTC),  # Cairo
    datetime(2026, 10, 31, tzinfo=UTC),  # America
)

zones = st.sampled_from(ZONES)
instants = st.builds(
    lambda eve, steps: eve + steps * STEP, st.sampled_from(EVES), st.integers(0, 4 * 288)
)


def spans(longest_s):
    """Draw lengths of time in whole steps."""
    return st.integers(0, longest_s // 300).map(lambda steps: steps * STEP)


@st.composite
def turns(draw):
    """Draw where and when a turn begins, and stops around it."""
    start = draw(instants)
    pairs = draw(st.lists(st.tuples(st.integers(-288, 2000), st.integers(-50, 900)), max_size=4))
    around = tuple((start + at * STEP, start + (at + long) * STEP) for at, long in pairs)
    return {"zone": draw(zones), "stops": around, "start": start}


@st.composite
def times_of_day(draw):
    """Draw quiet hours of five minutes to sixteen hours."""
    since = draw(st.integers(0, 287))
    until = (since + draw(st.integers(1, 16 * 12))) % 288
    return tuple(f"{step // 12:02}:{step % 12 * 5:02}" for step in (since, until))


@st.composite
def clocks(draw, kinds=("bank", "per_move"), calendars=("none", "weekends", "quiet_hours")):
    """Draw clocks with a limit, none of which is refused."""
    quiet_from, quiet_to = draw(times_of_day())
    kind = draw(st.sampled_from(kinds))
    longest = draw(st.integers(60, 5 * DAY))
    bank = {}
    if kind == "bank":
        refill = draw(st.integers(0, 2 * DAY))
        initial = draw(st.integers(refill, 10 * DAY))
        bank = {
            "refill_s": refill,
            "initial_s": initial,
            "cap_s": draw(st.integers(initial, 20 * DAY)),
            "grace_s": draw(st.integers(60, longest)),
        }
    return Clock(
        kind=kind,
        **bank,
        turn_max_s=longest,
        first_turn_s=draw(st.sampled_from([0, 60, DAY, 7 * DAY])),
        calendar=draw(st.sampled_from(calendars)),
        quiet_from=quiet_from,
        quiet_to=quiet_to,
    )


def banks(clock):
    """Draw what may be in the bank of a clock, to the microsecond."""
    most = clock.cap_s * 1_000_000
    return st.integers(0, most).map(lambda microseconds: timedelta(microseconds=microseconds))


LIMITED = {slug: preset.clock for slug, preset in CLOCKS.items() if slug != "libera"}
