"""Two people act at the same moment beside the cards: every order ends well, and in one order."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games import engine, queries, services
from games.errors import AlreadyAgreed, NoPauseAsked, NotPaused, OwnTurn
from games.models import (
    Holiday,
    LogLine,
    Match,
    Move,
    Outage,
    OutageCredit,
    PauseRequest,
    Plan,
)
from games.plans import PlanItem
from games.services import outages, turns
from tests.concurrency.crowd import all_at_once
from tests.concurrency.tables import ME, OPEN, assert_log_is_sound, create, guest, guests, stored

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 15
DAY = timedelta(days=1)


def match_of(count, *, preset="scopa_classica"):
    """Return a running match of so many people, and the people; seat 1 plays first."""
    people = [each.player for each in guests(count)]
    record = create(people[0].pk, ME, *[OPEN] * (count - 1), preset=preset)
    for player in people[1:]:
        record = services.join_match(
            match_id=record.match.public_id, player_id=player.pk, now=timezone.now()
        )
    return record, people


def act(service, record, player, **more):
    return partial(
        service,
        match_id=record.match.public_id,
        player_id=player.pk,
        now=timezone.now(),
        **more,
    )


def move_of(record, player):
    first = engine.legal_moves(record.state)[0]
    return partial(
        services.play_move,
        match_id=record.match.public_id,
        actor=services.PersonActor(player.pk),
        ply=record.state.ply,
        card=first.card,
        capture=first.capture,
        now=timezone.now(),
    )


def deadline_reckoned(record):
    """Reckon the deadline from what is stored, as if nothing had been reckoned before."""
    again = queries.record_of(stored(record))
    turns.reckon(again)
    return again.match.deadline_at


def failed(answers, *allowed):
    """Return the errors among the answers, which must be of the types allowed."""
    errors = [each for each in answers if isinstance(each, Exception)]
    assert all(isinstance(each, allowed) for each in errors), errors
    return errors


class TestAgreeingToAPause:
    def test_against_ending_it_leaves_one_clock(self):
        for _ in range(ROUNDS):
            record, people = match_of(2)
            act(services.ask_pause, record, people[0], seconds=3600)()
            accepted, resumed = all_at_once(
                [
                    act(services.accept_pause, record, people[1]),
                    act(services.resume_match, record, people[0]),
                ]
            )
            assert not isinstance(accepted, Exception)
            failed([resumed], NotPaused)
            match = stored(record)
            assert (match.paused_until is None) == (not isinstance(resumed, Exception))
            assert match.deadline_at == deadline_reckoned(record)
            assert PauseRequest.objects.get(match=match).answer == "agreed"

    def test_by_two_at_once_begins_it_once(self):
        for _ in range(ROUNDS):
            record, people = match_of(3, preset="scopa_in_tre")
            act(services.ask_pause, record, people[0], seconds=3600)()
            answers = all_at_once(
                [act(services.accept_pause, record, each) for each in (people[1], people[2])]
            )
            assert failed(answers) == []
            assert LogLine.objects.filter(match=record.match, kind="pause_began").count() == 1
            seats = queries.record_of(stored(record)).seats
            assert [seat.pauses_left for seat in seats] == [1, 2, 2]

    def test_twice_by_one_counts_once(self):
        record, people = match_of(3, preset="scopa_in_tre")
        act(services.ask_pause, record, people[0], seconds=3600)()
        answers = all_at_once([act(services.accept_pause, record, people[1])] * 8)
        assert len(failed(answers, AlreadyAgreed)) == 7
        assert PauseRequest.objects.get().agreed == [1]

    def test_against_refusing_it_does_one_of_the_two(self):
        for _ in range(ROUNDS):
            record, people = match_of(3, preset="scopa_in_tre")
            act(services.ask_pause, record, people[0], seconds=3600)()
            act(services.accept_pause, record, people[1])()
            answers = all_at_once(
                [
                    act(services.accept_pause, record, people[2]),
                    act(services.refuse_pause, record, people[1]),
                ]
            )
            assert len(failed(answers, NoPauseAsked)) == 1

    def test_against_a_move_holds_whichever_turn_runs(self):
        for _ in range(ROUNDS):
            record, people = match_of(2)
            act(services.ask_pause, record, people[0], seconds=3600)()
            answers = all_at_once(
                [act(services.accept_pause, record, people[1]), move_of(record, people[1])]
            )
            assert failed(answers) == []
            match = stored(record)
            assert match.ply == 1
            assert len(match.turn_stops) == 1
            assert match.deadline_at == deadline_reckoned(record)


class TestAHoliday:
    def test_against_the_move_that_gives_its_holder_the_turn_moves_the_deadline(self):
        for _ in range(ROUNDS):
            record, people = match_of(2)
            answers = all_at_once(
                [
                    partial(
                        services.take_holiday,
                        player_id=people[0].pk,
                        starts_at=None,
                        ends_at=timezone.now() + 2 * DAY,
                        now=timezone.now(),
                    ),
                    move_of(record, people[1]),
                ]
            )
            assert failed(answers) == []
            match = stored(record)
            assert match.ply == 1
            assert match.deadline_at == deadline_reckoned(record)
            assert match.deadline_at - match.turn_started_at > 4 * DAY
            assert_log_is_sound([record])

    def test_taken_many_times_at_once_is_one(self):
        player = guest().player
        now = timezone.now()
        answers = all_at_once(
            [
                partial(
                    services.take_holiday,
                    player_id=player.pk,
                    starts_at=now + DAY,
                    ends_at=now + (2 + day) * DAY,
                    now=now,
                )
                for day in range(4)
            ]
        )
        assert failed(answers) == []
        assert Holiday.objects.filter(player=player).count() == 1


class TestAPlan:
    def test_against_the_move_that_fires_it_fires_or_is_refused(self):
        for _ in range(ROUNDS):
            record, people = match_of(2)
            hand = engine.view(record.state, 0).deal.hand
            items = [PlanItem(card, ()) for card in hand]
            made, moved = all_at_once(
                [
                    act(services.make_plan, record, people[0], items=items),
                    move_of(record, people[1]),
                ]
            )
            assert not isinstance(moved, Exception)
            failed([made], OwnTurn)
            assert not Plan.objects.filter(match=record.match).exists()
            assert not queries.record_of(stored(record)).seats[0].has_plan
            plies = Move.objects.filter(match=record.match).count()
            assert plies == 1 if isinstance(made, Exception) else plies in {1, 2}
            assert_log_is_sound([record])


class TestAnOutage:
    def test_is_credited_once_by_many_sweeps(self):
        records = [match_of(2)[0] for _ in range(3)]
        before = [stored(record).deadline_at for record in records]
        now = timezone.now()
        began = min(stored(record).turn_started_at for record in records)
        Outage.objects.create(
            source=outages.WEB, began_at=began - DAY, ended_at=now + timedelta(hours=2)
        )
        answers = all_at_once([partial(outages.credit, now=now + DAY)] * 6)
        assert failed(answers) == []
        assert sum(answers) == len(records)
        assert OutageCredit.objects.count() == len(records)
        assert LogLine.objects.filter(kind="clock_credited").count() == len(records)
        for record, deadline in zip(records, before, strict=True):
            match = stored(record)
            gained = now + timedelta(hours=2) - match.turn_started_at
            assert match.deadline_at == deadline + gained

    def test_is_noted_once_by_many_processes(self):
        now = timezone.now()
        outages.web_is_alive(now=now)
        later = now + timedelta(hours=1)
        looks = [partial(outages.web_is_alive, now=later), partial(outages.note_outages, now=later)]
        assert failed(all_at_once(looks * 4)) == []
        outages.web_is_alive(now=later)
        (outage,) = Outage.objects.all()
        assert (outage.began_at, outage.ended_at) == (now, later)

    def test_against_a_move_is_not_lost(self):
        for _ in range(ROUNDS):
            record, people = match_of(2)
            now = timezone.now()
            Outage.objects.create(
                source=outages.WEB,
                began_at=now - timedelta(hours=1),
                ended_at=now + timedelta(hours=1),
            )
            answers = all_at_once([partial(outages.credit, now=now), move_of(record, people[1])])
            assert failed(answers) == []
            match = Match.objects.get(pk=record.match.pk)
            assert match.deadline_at == deadline_reckoned(record)
            Outage.objects.all().delete()
