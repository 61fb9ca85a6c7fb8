"""A reminder falls due while the card is played, or while another sweep comes by."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games import clock, engine, services
from games.models import Match
from players.models import FeedEvent
from tests.concurrency.crowd import all_at_once, unlocked
from tests.concurrency.tables import ME, OPEN, create, guest, stored

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

ROUNDS, BATCH, CONTROLS = 60, 10, 10
VELOCE = clock.encode_clock(clock.CLOCKS["veloce"].clock)


def match_of_two():
    """Return a match whose seat 1 is on turn, and the player there."""
    host, other = guest().player, guest().player
    record = create(host.pk, ME, OPEN)
    Match.objects.filter(pk=record.match.pk).update(clock_spec=VELOCE)
    record = services.join_match(
        match_id=record.match.public_id, player_id=other.pk, now=timezone.now()
    )
    return record, other


def move(record, mover, at):
    first = engine.legal_moves(record.state)[0]
    return partial(
        services.play_move,
        match_id=record.match.public_id,
        actor=services.PersonActor(mover.pk),
        ply=0,
        card=first.card,
        capture=first.capture,
        now=at,
    )


def reminder(record, at):
    return partial(services.remind, match_id=record.match.public_id, now=at)


def reminders(record):
    return FeedEvent.objects.filter(type="match.reminder", subject=record.match.public_id)


class TestAReminderAgainstAMove:
    def outcome(self, record, mover, reminded):
        """Tell whether the reminder was first, having checked that all is as it must be."""
        match = stored(record)
        assert match.ply == 1
        assert (match.reminded, reminders(record).count()) == ("", int(reminded))
        assert match.remind_at > record.match.remind_at  # that of the turn which came
        if not reminded:
            return False
        events = FeedEvent.objects.filter(player=mover, subject=match.public_id)
        kinds = events.order_by("seq").values_list("type", flat=True)
        assert list(kinds)[-2:] == ["match.reminder", "match.moved"]
        return True

    @pytest.mark.timeout(300)
    def test_comes_before_the_card_or_not_at_all(self):
        seen = []
        for _ in range(ROUNDS // BATCH):
            tables = [match_of_two() for _ in range(BATCH)]
            due = [record.match.remind_at for record, _mover in tables]
            actions = [
                act
                for (record, mover), at in zip(tables, due, strict=True)
                for act in (move(record, mover, at), reminder(record, at))
            ]
            answers = all_at_once(actions)
            for (record, mover), reminded in zip(tables, answers[1::2], strict=True):
                seen.append(self.outcome(record, mover, reminded))
        assert 0 < sum(seen) < ROUNDS, seen  # else nothing was raced

    def test_would_come_for_a_card_that_lies_there_without_the_row_lock(self):
        """The control: the reminder reads the match before the card is written."""
        for _ in range(CONTROLS):
            record, mover = match_of_two()
            at = record.match.remind_at
            played, reminded = all_at_once(
                unlocked([move(record, mover, at), reminder(record, at)])
            )
            if isinstance(played, Exception) or isinstance(reminded, Exception):
                continue
            match = stored(record)
            assert (match.ply, reminded) == (1, True)
            events = FeedEvent.objects.filter(player=mover, subject=match.public_id)
            if match.reminded or events.latest("seq").type == "match.reminder":
                return
        pytest.fail("the two never got into each other's way: the race is none")


class TestTwoSweeps:
    @pytest.mark.timeout(300)
    def test_remind_once(self):
        for _ in range(ROUNDS // BATCH):
            tables = [match_of_two()[0] for _ in range(BATCH)]
            due = max(record.match.remind_at for record in tables) + timedelta(seconds=1)
            answers = all_at_once([partial(services.sweep_reminders, now=due)] * 2)
            assert sum(answers) == BATCH, answers
            assert [reminders(record).count() for record in tables] == [1] * BATCH

    def test_would_remind_twice_without_the_row_lock(self):
        record, _mover = match_of_two()
        due = record.match.remind_at
        all_at_once(unlocked([reminder(record, due), reminder(record, due)]))
        assert reminders(record).count() == 2
