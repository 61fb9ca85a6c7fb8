"""Reminders: who is reminded of which turn, when, and that it is once for each rung."""

import re
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services
from games.models import Match, Outage, SeatStatus
from games.queries import REMINDER_SWEEP
from games.services import outages
from players.models import FeedEvent, Player, World
from scopa_site import time
from scopa_site.outbox.claims import beat, last_beat
from tests.games.clocked import DAY, HOUR, clocked, play_at, stored, swept
from tests.games.tables import NOW, people

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def day_long(players=None, **changes):
    """Deal a match whose turns last a day, the first ones too."""
    day = 24 * 3600
    rules = {"kind": "per_move", "turn_max_s": day, "first_turn_s": 0}
    bank = dict.fromkeys(("initial_s", "refill_s", "cap_s", "grace_s"), 0)
    return clocked(players or people(2), **{**rules, **bank, **changes})


def told():
    """List what was told, in order: the seat's player, the rung, and the ply."""
    events = FeedEvent.objects.filter(type="match.reminder").order_by("created_at", "pk")
    return [(event.player.username, event.data["rung"], event.data["ply"]) for event in events]


def remind_at(after):
    """Sweep once so long after the deal."""
    return services.sweep_reminders(now=NOW + after)


class TestAReminder:
    def test_is_told_to_whoever_is_on_turn_alone(self):
        record = day_long()
        assert remind_at(12 * HOUR) == 1
        event = FeedEvent.objects.get(type="match.reminder")
        assert event.player.username == "bruno"
        assert event.subject == record.match.public_id
        assert event.data == {
            "version": record.match.version,
            "ply": 0,
            "rung": "half",
            "deadline_at": time.written(NOW + DAY),
            "last": False,
        }

    def test_is_not_told_before_it_is_due(self):
        day_long()
        assert remind_at(12 * HOUR - SECOND) == 0
        assert told() == []

    def test_is_told_once_for_each_rung(self):
        day_long()
        for quarters in range(24 * 4):
            remind_at(quarters * 15 * MINUTE)
            remind_at(quarters * 15 * MINUTE)
        assert told() == [("bruno", rung, 0) for rung in ("half", "six_hours", "one_hour")]
        last = [e.data["last"] for e in FeedEvent.objects.filter(type="match.reminder")]
        assert sorted(last) == [False, False, True]

    def test_is_the_latest_alone_where_the_sweep_was_late(self):
        day_long()
        assert remind_at(19 * HOUR) == 1
        assert remind_at(23 * HOUR) == 1
        assert told() == [("bruno", "six_hours", 0), ("bruno", "one_hour", 0)]

    @pytest.mark.parametrize("late", [timedelta(0), SECOND, 6 * SECOND, DAY])
    def test_does_not_come_when_the_time_is_over(self, late):
        record = day_long()
        assert remind_at(DAY + late) == 0
        assert stored(record).remind_at is None

    def test_leaves_the_match_as_it_was(self):
        record = day_long()
        before = stored(record)
        remind_at(12 * HOUR)
        after = stored(record)
        assert (after.version, after.updated_at) == (before.version, before.updated_at)
        assert services.differences(after) == []

    def test_follows_the_turn(self):
        record = day_long()
        remind_at(12 * HOUR)
        play_at(record, NOW + 13 * HOUR)
        assert remind_at(24 * HOUR) == 0
        assert remind_at(25 * HOUR) == 1
        assert told() == [("bruno", "half", 0), ("anna", "half", 1)]


class TestNobodyIsReminded:
    def test_of_a_match_without_a_limit(self):
        record = clocked(people(2), clock="libera")
        assert stored(record).remind_at is None
        assert remind_at(300 * DAY) == 0

    def test_of_a_turn_that_others_may_claim(self):
        record = day_long(on_timeout="claim")
        match = swept(record, NOW + DAY + MINUTE)
        assert match.remind_at is None
        assert match.deadline_at is None

    def test_once_the_computer_plays_in_their_place(self):
        record = day_long(on_timeout="ai")
        match = swept(record, NOW + DAY + MINUTE)
        assert match.seats.get(index=1).status == SeatStatus.AI_SUBSTITUTE
        assert match.remind_at is None

    def test_of_a_match_that_is_over(self):
        players = people(2)
        record = day_long(players)
        services.resign_match(match_id=record.match.public_id, player_id=players[0].pk, now=NOW)
        assert stored(record).remind_at is None
        assert remind_at(12 * HOUR) == 0

    def test_once_they_were_erased(self):
        players = people(2)
        record = day_long(players)
        Player.objects.filter(pk=players[1].pk).update(erased_at=NOW, is_active=False)
        remind_at(12 * HOUR)
        assert told() == []
        assert stored(record).remind_at == NOW + 18 * HOUR


class TestTimeThatStandsStill:
    def paused(self, record, players, at, hours):
        match_id = record.match.public_id
        seconds = int(hours * 3600)
        services.ask_pause(match_id=match_id, player_id=players[0].pk, seconds=seconds, now=at)
        services.accept_pause(match_id=match_id, player_id=players[1].pk, now=at)

    def test_puts_off_a_reminder_to_the_end_of_a_pause(self):
        players = people(2)
        record = day_long(players)
        self.paused(record, players, NOW + 12 * HOUR - SECOND, 10)
        assert remind_at(21 * HOUR) == 0
        assert remind_at(22 * HOUR) == 1
        assert told() == [("bruno", "half", 0)]

    def test_puts_off_what_was_due_just_before_a_pause(self):
        players = people(2)
        record = day_long(players)
        self.paused(record, players, NOW + 12 * HOUR + SECOND, 10)
        assert remind_at(12 * HOUR + 20 * SECOND) == 0
        assert stored(record).remind_at == NOW + 22 * HOUR + SECOND
        assert remind_at(22 * HOUR + SECOND) == 1

    def test_tells_no_rung_twice_when_the_deadline_moves(self):
        players = people(2)
        record = day_long(players)
        remind_at(12 * HOUR)
        remind_at(18 * HOUR)
        self.paused(record, players, NOW + 19 * HOUR, 24)
        for hours in range(19, 48):
            remind_at(hours * HOUR)
        assert [rung for _who, rung, _ply in told()] == ["half", "six_hours", "one_hour"]
        deadlines = {e.data["deadline_at"] for e in FeedEvent.objects.filter(data__last=True)}
        assert deadlines == {time.written(NOW + 2 * DAY)}

    def test_goes_on_where_a_pause_is_ended_before_its_time(self):
        players = people(2)
        record = day_long(players)
        self.paused(record, players, NOW + 11 * HOUR, 24)
        services.resume_match(
            match_id=record.match.public_id, player_id=players[0].pk, now=NOW + 13 * HOUR
        )
        assert remind_at(14 * HOUR - SECOND) == 0
        assert remind_at(14 * HOUR) == 1

    def test_leaves_whoever_is_on_holiday_alone(self):
        players = people(2)
        Player.objects.filter(pk=players[1].pk).update(date_joined=NOW - 60 * DAY)
        record = day_long(players)
        services.take_holiday(
            player_id=players[1].pk, starts_at=None, ends_at=NOW + 3 * DAY, now=NOW + 11 * HOUR
        )
        for hours in range(11, 72):
            assert remind_at(hours * HOUR) == 0
        assert stored(record).remind_at == NOW + 3 * DAY + HOUR
        assert remind_at(3 * DAY + HOUR) == 1

    def test_is_no_time_for_reminders_while_nothing_can_be_played(self):
        day_long()
        beat(outages.WEB, now=NOW)
        assert remind_at(12 * HOUR) == 0
        assert last_beat(REMINDER_SWEEP) == NOW + 12 * HOUR

    def test_gives_back_an_outage_before_it_reminds(self):
        """Whichever sweep comes first: the reminder has the deadline as it will be."""
        record = day_long()
        Outage.objects.create(source=outages.WEB, began_at=NOW + 6 * HOUR, ended_at=NOW + 11 * HOUR)
        assert remind_at(12 * HOUR) == 0
        assert stored(record).deadline_at == NOW + 29 * HOUR
        assert remind_at(17 * HOUR) == 1
        [event] = FeedEvent.objects.filter(type="match.reminder")
        assert event.data["deadline_at"] == time.written(NOW + 29 * HOUR)


class TestTheSweep:
    def test_beats(self):
        services.sweep_reminders(now=NOW)
        assert last_beat(REMINDER_SWEEP) == NOW

    def test_reads_no_match_of_which_nothing_is_due(self):
        with CaptureQueriesContext(connection) as empty:
            services.sweep_reminders(now=NOW)
        day_long()
        with CaptureQueriesContext(connection) as running:
            services.sweep_reminders(now=NOW + HOUR)
        assert len(running) <= len(empty)

    def test_is_shown_in_the_metrics_and_does_not_hold_up_readiness(self, client):
        assert "reminders" not in client.get("/readyz").content.decode()
        day_long()
        beat(REMINDER_SWEEP, now=time.now() - MINUTE)
        shown = client.get("/metrics").content.decode()
        assert re.search(r'scopa_sweep_age_seconds\{sweep="reminders"\} 6\d', shown)
        assert "scopa_overdue_reminders 1" in shown

    def test_goes_on_past_a_match_that_cannot_be_done(self):
        players = people(4)
        bad = day_long(players[:2])
        Match.objects.filter(pk=bad.match.pk).update(clock_spec={"kind": "sundial"})
        day_long(players[2:])
        assert remind_at(12 * HOUR) == 1
        assert told() == [("dario", "half", 0)]

    def test_leaves_sandboxes_to_their_own_clock(self):
        players = people(2)
        record = day_long(players)
        world = World.objects.create(owner=players[0], created_at=NOW)
        Match.objects.filter(pk=record.match.pk).update(world=world)
        assert remind_at(12 * HOUR) == 0


class TestOneMatch:
    def test_is_looked_at_again_under_the_lock(self):
        record = day_long()
        match_id: UUID = record.match.public_id
        assert services.remind(match_id=match_id, now=NOW + 12 * HOUR) is True
        assert services.remind(match_id=match_id, now=NOW + 12 * HOUR) is False
        assert len(told()) == 1


class TestATurnThatBeganBeforeThereWereReminders:
    def test_is_reminded_of_once_the_migration_has_run(self):
        record = day_long()
        Match.objects.filter(pk=record.match.pk).update(remind_at=None)
        assert remind_at(19 * HOUR) == 0
        migration = import_module("games.migrations.0012_reminded")
        migration.remind_of_running_turns(apps, SimpleNamespace(connection=connection))
        assert stored(record).remind_at == NOW + 18 * HOUR
        assert remind_at(19 * HOUR) == 1
        assert [rung for _who, rung, _ply in told()] == ["six_hours"]
