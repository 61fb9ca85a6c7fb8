"""An AI's move is owed as a row, made once, and made in the end whatever the AI does."""

from datetime import timedelta

import pytest
from amqp.exceptions import ChannelError
from kombu.simple import SimpleQueue

from games import ai, engine, services
from games.models import AiTurn, Match, Move, MoveSource
from games.queries import ai_sweep_last_ran_at
from games.services import SeatRequest
from games.services.ai_turns import ATTEMPTS, LEASE
from scopa_site import celery_app
from tests.games.tables import NOW, people

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(seconds=2)


@pytest.fixture
def levels():
    """Offer levels that misbehave, and withdraw them afterwards."""

    def crash(view, rng_seed, budget):
        raise RuntimeError("no idea")

    def cheat(view, rng_seed, budget):
        hand = view.deal.hand
        return ai.Choice(engine.Move(next(card for card in engine.DECK if card not in hand), ()))

    for slug, choose in (("crash", crash), ("cheat", cheat)):
        ai.register(ai.Level(slug, {"it": slug, "en": slug}, budget=1, choose=choose))
    yield
    for slug in ("crash", "cheat"):
        del ai.LEVELS[slug]


def against(*, level="greedy", preset="scopa_classica"):
    """Create a match of AIs only, so that a turn is owed at once."""
    (creator,) = people(1)
    size = engine.PRESETS[preset].rules.table.players
    return services.create_match(
        creator_id=creator.pk,
        preset=preset,
        overrides={},
        seats=[SeatRequest("ai", level=level)] * size,
        now=NOW,
    ).match


def run(match, *, ply=0, now=NOW):
    return services.run_ai_turn(match_pk=match.pk, ply=ply, now=now)


class TestAnAiTurn:
    def test_is_made_and_owes_the_next(self):
        match = against()
        assert run(match)
        done, owed = AiTurn.objects.order_by("ply")
        assert done.done_at is not None
        assert (owed.ply, owed.done_at) == (1, None)
        assert Move.objects.get().source == MoveSource.AI

    def test_is_made_once_however_often_it_is_rung(self):
        match = against()
        assert run(match)
        assert not run(match)
        assert Move.objects.count() == 1

    def test_is_left_to_whoever_holds_it(self):
        match = against()
        AiTurn.objects.update(lease_until=NOW + LEASE)
        assert not run(match)
        assert not Move.objects.exists()

    def test_is_taken_over_when_the_lease_has_run_out(self):
        match = against()
        AiTurn.objects.update(lease_until=NOW - timedelta(seconds=1), attempts=1)
        assert run(match)

    def test_is_set_aside_when_the_match_is_over(self):
        (creator,) = people(1)
        record = services.create_match(
            creator_id=creator.pk,
            preset="scopa_classica",
            overrides={"deal.first_dealer": "seat_0"},
            seats=[SeatRequest("me"), SeatRequest("ai", level="random")],
            now=NOW,
        )
        services.resign_match(match_id=record.match.public_id, player_id=creator.pk, now=NOW)
        assert not run(record.match)
        assert AiTurn.objects.get().done_at is not None
        assert not Move.objects.exists()

    def test_is_the_same_move_again_from_the_same_position(self):
        match = against(level="random")
        seed = services.ai_turns._seed(match)
        view = engine.view(match.state, match.turn_seat)
        expected = ai.LEVELS["random"].choose(view, seed, 0).move
        run(match)
        assert Move.objects.get().as_engine_move == expected

    @pytest.mark.parametrize("preset", ["scopa_in_tre", "scopone_scientifico"])
    def test_follows_turn_until_the_match_is_over(self, preset):
        match = against(preset=preset)
        while match.status == "active":
            assert run(match, ply=match.ply)
            match.refresh_from_db()
        assert match.status == "finished"
        assert not AiTurn.objects.filter(done_at=None).exists()
        assert services.differences(match) == []


class TestAnAiThatFails:
    @pytest.mark.parametrize("level", ["crash", "cheat"])
    def test_is_tried_again_and_then_the_first_legal_move_is_played(self, level, levels, caplog):
        match = against(level=level)
        first = engine.legal_moves(match.state)[0]
        for attempt in range(1, ATTEMPTS + 1):
            assert not run(match, now=NOW + timedelta(seconds=attempt))
            owed = AiTurn.objects.get()
            assert (owed.attempts, owed.lease_until) == (attempt, None)
            assert owed.last_error
        assert not Move.objects.exists()
        assert run(match, now=NOW + timedelta(seconds=ATTEMPTS + 1))
        played = Move.objects.get()
        assert (played.source, played.as_engine_move) == (MoveSource.FALLBACK, first)
        assert "the first legal move is played" in caplog.text


class TestTheSweep:
    def test_finds_what_nobody_holds_and_says_that_it_ran(self):
        against()
        assert ai_sweep_last_ran_at() is None
        assert services.sweep_ai_turns(now=LATER) == 1
        assert ai_sweep_last_ran_at() == LATER

    def test_leaves_what_has_just_been_rung(self):
        against()
        assert services.sweep_ai_turns(now=NOW) == 0

    def test_leaves_what_somebody_holds(self):
        against()
        AiTurn.objects.update(lease_until=LATER + LEASE)
        assert services.sweep_ai_turns(now=LATER) == 0

    def test_leaves_what_is_done(self):
        run(against())
        AiTurn.objects.filter(ply=1).delete()
        assert services.sweep_ai_turns(now=LATER) == 0
        assert Match.objects.get().ply == 1


def length(queue):
    """Count what waits in a queue; Redis knows no queue that is empty."""
    try:
        return queue.qsize()
    except ChannelError:
        return 0


class TestAPersonWhoWaits:
    """A flood of matches of AIs among themselves may not hold up anybody's opponent."""

    @pytest.fixture
    def rung(self, settings):
        """Collect what is rung, from the broker itself."""
        with celery_app.connection_for_read() as connection:
            queues = [SimpleQueue(connection, name) for name in ("ai", "ai_unwatched")]
            for queue in queues:
                queue.clear()
            yield lambda: [length(queue) for queue in queues]
            for queue in queues:
                queue.clear()
                queue.close()

    def play_against_an_ai(self, creator):
        return services.create_match(
            creator_id=creator.pk,
            preset="scopa_classica",
            overrides={"deal.first_dealer": "seat_0"},
            seats=[SeatRequest("me"), SeatRequest("ai", level="random")],
            now=NOW,
        ).match

    def test_is_rung_for_in_a_queue_of_its_own(self, rung):
        watched = self.play_against_an_ai(against().creator)
        assert AiTurn.objects.get(match=watched).person_waits
        assert not AiTurn.objects.exclude(match=watched).get().person_waits
        assert services.sweep_ai_turns(now=LATER) == 2
        assert rung() == [1, 1]

    def test_comes_first_in_the_sweep(self, rung, monkeypatch):
        monkeypatch.setattr(services.ai_turns, "_SWEEP_LIMIT", 1)
        self.play_against_an_ai(against().creator)
        assert services.sweep_ai_turns(now=LATER) == 1
        assert rung() == [1, 0]
