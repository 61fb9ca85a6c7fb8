"""Outages: how one is noticed, and that it is given back to each turn once."""

from datetime import timedelta

import pytest

from games import services
from games.errors import TurnExpired
from games.models import LogLine, Match, Outage, OutageCredit
from games.queries import DEADLINE_SWEEP
from games.services import outages
from games.services.outages import GAP, WEB
from players.models import FeedEvent, Player
from scopa_site.outbox.claims import beat, last_beat
from tests.games.tables import NOW, dealt, people, play

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def record():
    return dealt(people(2))


def deadline(record):
    return Match.objects.get(pk=record.match.pk).deadline_at


def noted():
    return [(each.source, each.began_at, each.ended_at) for each in Outage.objects.order_by("pk")]


def outage(source, since, until):
    return Outage.objects.create(source=source, began_at=since, ended_at=until)


class TestNoticing:
    def test_finds_nothing_where_nothing_ever_beat(self):
        outages.note_outages(now=NOW)
        outages.web_is_alive(now=NOW)
        assert noted() == []
        assert not outages.deadlines_are_frozen(now=NOW)

    @pytest.mark.parametrize(("gap", "count"), [(GAP, 0), (GAP + SECOND, 1)])
    def test_takes_a_gap_longer_than_a_minute_for_an_outage(self, gap, count):
        beat(DEADLINE_SWEEP, now=NOW)
        outages.note_outages(now=NOW + gap)
        assert noted() == [(DEADLINE_SWEEP, NOW, NOW + gap)] * count

    def test_notes_one_of_the_sweep_once(self):
        beat(DEADLINE_SWEEP, now=NOW)
        outages.note_outages(now=NOW + HOUR)
        outages.note_outages(now=NOW + HOUR)
        beat(DEADLINE_SWEEP, now=NOW + HOUR)
        outages.note_outages(now=NOW + HOUR + SECOND)
        assert noted() == [(DEADLINE_SWEEP, NOW, NOW + HOUR)]

    def test_notes_what_followed_when_the_sweep_died_before_its_beat(self):
        beat(DEADLINE_SWEEP, now=NOW)
        outages.note_outages(now=NOW + HOUR)
        outages.note_outages(now=NOW + 2 * HOUR)
        assert noted() == [
            (DEADLINE_SWEEP, NOW, NOW + HOUR),
            (DEADLINE_SWEEP, NOW + HOUR, NOW + 2 * HOUR),
        ]

    def test_leaves_one_of_the_web_open_until_it_beats(self):
        outages.web_is_alive(now=NOW)
        for minutes in (2, 3):
            outages.note_outages(now=NOW + minutes * MINUTE)
            assert noted() == [(WEB, NOW, None)]
            assert outages.deadlines_are_frozen(now=NOW + minutes * MINUTE)
        outages.web_is_alive(now=NOW + HOUR)
        assert noted() == [(WEB, NOW, NOW + HOUR)]
        assert not outages.deadlines_are_frozen(now=NOW + HOUR)
        assert last_beat(WEB) == NOW + HOUR

    def test_finds_one_of_the_web_that_no_sweep_saw(self):
        outages.web_is_alive(now=NOW)
        outages.web_is_alive(now=NOW + HOUR)
        assert noted() == [(WEB, NOW, NOW + HOUR)]

    def test_finds_none_while_beats_come_in_time(self):
        for tens in range(30):
            outages.web_is_alive(now=NOW + tens * 10 * SECOND)
        assert noted() == []

    def test_does_not_take_a_moved_clock_for_one(self, settings, tmp_path):
        outages.web_is_alive(now=NOW)
        settings.CLOCK_OFFSET_FILE = tmp_path / "offset"
        outages.note_outages(now=NOW + HOUR)
        outages.web_is_alive(now=NOW + HOUR)
        assert noted() == []


class TestTheCredit:
    def test_moves_the_deadline_by_what_fell_into_the_turn(self, record):
        before = deadline(record)
        outage(WEB, NOW - HOUR, NOW + 2 * HOUR)
        assert outages.credit(now=NOW + 3 * HOUR) == 1
        assert deadline(record) == before + 2 * HOUR

    def test_is_in_the_log_and_told_to_the_table(self, record):
        outage(WEB, NOW, NOW + HOUR)
        outages.credit(now=NOW + HOUR)
        (line,) = LogLine.objects.all()
        assert (line.kind, line.seat) == ("clock_credited", record.match.turn_seat)
        assert line.data == {"outage": WEB, "seconds": 3600}
        assert FeedEvent.objects.filter(type="match.clock_changed").count() == 2

    def test_is_given_once_however_often_it_is_called(self, record):
        before = deadline(record)
        outage(WEB, NOW, NOW + HOUR)
        for _ in range(3):
            outages.credit(now=NOW + HOUR)
        assert deadline(record) == before + HOUR
        assert LogLine.objects.count() == 1

    def test_goes_on_where_it_was_killed(self):
        records = [dealt(people(2)), *(dealt(_others(number)) for number in range(2))]
        before = [deadline(each) for each in records]
        lost = outage(WEB, NOW, NOW + HOUR)
        outages.credit(now=NOW + HOUR)
        # As if it had been killed after the second match: the outage was not marked.
        Outage.objects.update(credited_at=None)
        OutageCredit.objects.filter(match=records[2].match.pk).delete()
        outages.credit(now=NOW + 2 * HOUR)
        assert [deadline(each) for each in records] == [each + HOUR for each in before]
        assert OutageCredit.objects.filter(outage=lost).count() == 3

    def test_counts_outages_that_overlap_once(self, record):
        before = deadline(record)
        outage(WEB, NOW, NOW + 2 * HOUR)
        outage(DEADLINE_SWEEP, NOW + HOUR, NOW + 3 * HOUR)
        outage(DEADLINE_SWEEP, NOW + 10 * MINUTE, NOW + 20 * MINUTE)
        outages.credit(now=NOW + 4 * HOUR)
        assert deadline(record) == before + 3 * HOUR
        assert sum(line.data["seconds"] for line in LogLine.objects.all()) == 3 * 3600

    def test_is_not_for_a_turn_that_began_afterwards(self, record):
        outage(WEB, NOW + HOUR, NOW + 2 * HOUR)
        after = play(record).record
        Match.objects.update(turn_started_at=NOW + 2 * HOUR)
        assert outages.credit(now=NOW + 3 * HOUR) == 0
        assert deadline(after) == after.match.deadline_at

    def test_is_not_given_for_an_outage_that_lasts(self, record):
        Outage.objects.create(source=WEB, began_at=NOW)
        assert outages.credit(now=NOW + HOUR) == 0
        assert Outage.objects.get().credited_at is None


class TestTheSweep:
    def test_times_nobody_out_while_the_web_is_down(self, record):
        end = deadline(record)
        outages.web_is_alive(now=end - HOUR)
        for hours in (1, 2):
            beat(DEADLINE_SWEEP, now=end + hours * HOUR)
            assert services.sweep_deadlines(now=end + hours * HOUR) == 0
        outages.web_is_alive(now=end + 2 * HOUR)
        assert services.sweep_deadlines(now=end + 2 * HOUR + SECOND) == 0
        assert deadline(record) == end + 3 * HOUR

    def test_gives_back_the_time_in_which_it_was_away_itself(self, record):
        end = deadline(record)
        beat(DEADLINE_SWEEP, now=end - HOUR)
        assert services.sweep_deadlines(now=end + HOUR) == 0
        assert deadline(record) == end + 2 * HOUR

    def test_goes_on_timing_out_when_all_is_well(self, record):
        end = deadline(record)
        outages.web_is_alive(now=end)
        beat(DEADLINE_SWEEP, now=end)
        assert services.sweep_deadlines(now=end + 10 * SECOND) == 1


class TestALateMove:
    def test_is_good_if_an_outage_took_its_time_and_was_not_given_back_yet(self, record):
        end = deadline(record)
        outage(WEB, end - HOUR, end + HOUR)
        assert play(record, now=end + HOUR + SECOND).created

    def test_is_good_as_the_first_sign_of_a_web_that_is_up_again(self, record):
        end = deadline(record)
        outages.web_is_alive(now=end - HOUR)
        outages.note_outages(now=end)
        assert play(record, now=end + HOUR).created
        assert noted() == [(WEB, end - HOUR, end + HOUR)]

    def test_is_refused_without_an_outage(self, record):
        with pytest.raises(TurnExpired):
            play(record, now=deadline(record) + SECOND)


def _others(number):
    return [
        Player.objects.create_user(f"player_{number}_{each}", password=None) for each in range(2)
    ]
