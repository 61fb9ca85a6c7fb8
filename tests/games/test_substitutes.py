"""An opponent of the service plays on for whoever ran out of time, until the person is back."""

from datetime import timedelta

import pytest

from games import queries, services
from games.errors import NotSubstituted, SeatHandedOver, TurnBeingPlayed
from games.models import AiTurn, MatchStatus, MoveSource, Seat, SeatStatus, Timeout
from players.services import erase
from tests.games.clocked import (
    AFTER,
    HOUR,
    LATE,
    clocked,
    kinds_told,
    play_at,
    sources,
    stored,
    swept,
)
from tests.games.tables import NOW, people

pytestmark = pytest.mark.django_db


class TestAnAiInPlaceOfAPerson:
    def test_plays_the_turn_that_ran_out(self):
        players = people(2)
        record = clocked(players, on_timeout="ai")
        match = swept(record)
        assert (match.status, match.deadline_at) == (MatchStatus.ACTIVE, None)
        turn = AiTurn.objects.get(done_at=None)
        assert services.run_ai_turn(match_pk=match.pk, ply=turn.ply, now=LATE)
        assert sources(record) == [MoveSource.AI]
        assert services.differences(stored(record)) == []

    def test_hands_the_seat_back_to_whoever_returns_and_fills_the_bank(self):
        players = people(2)
        record = clocked(players, on_timeout="ai", initial_s=3600)
        swept(record)
        assert services.run_ai_turn(match_pk=record.match.pk, ply=0, now=LATE)
        self.returned(record, players[1], LATE + HOUR)
        clock = stored(record).clock
        assert stored(record).banks[1] == 1000 * min(clock.cap_s, clock.first_turn_s)
        play_at(queries.record_of(stored(record)), LATE + HOUR)
        assert stored(record).deadline_at == LATE + 9 * HOUR
        assert not AiTurn.objects.filter(done_at=None).exists()
        assert kinds_told(players[1])[-1] == "match.your_turn"
        assert play_at(queries.record_of(stored(record)), LATE + 2 * HOUR).match.ply == 3
        assert services.differences(stored(record)) == []

    def test_plays_the_turn_that_ran_out_whoever_returns_meanwhile(self):
        players = people(2)
        record = clocked(players, on_timeout="ai")
        swept(record)
        for later in (LATE, LATE + 9 * HOUR):
            with pytest.raises(TurnBeingPlayed):
                self.returned(record, players[1], later)
        assert services.run_ai_turn(match_pk=record.match.pk, ply=0, now=LATE + 9 * HOUR)
        self.returned(record, players[1], LATE + 9 * HOUR)
        assert Timeout.objects.count() == 1

    def test_gives_no_time_for_running_out_of_time_again(self):
        players = people(2)
        record = clocked(players, on_timeout="ai")
        swept(record)
        services.run_ai_turn(match_pk=record.match.pk, ply=0, now=LATE)
        self.returned(record, players[1], LATE)
        play_at(queries.record_of(stored(record)), LATE)
        later = LATE + 100 * HOUR
        assert services.expire_turn(match_id=record.match.public_id, now=later)
        services.run_ai_turn(match_pk=record.match.pk, ply=2, now=later)
        before = stored(record).banks
        self.returned(record, players[1], later)
        assert stored(record).banks == before

    def test_leaves_no_more_in_the_bank_than_the_turn_that_ran_out_did(self):
        players = people(2)
        record = clocked(players, on_timeout="ai")
        held = []
        for _turn in range(4):
            match = stored(record)
            later = match.deadline_at + AFTER
            held.append(match.deadline_at - match.turn_started_at)
            services.expire_turn(match_id=match.public_id, now=later)
            services.run_ai_turn(match_pk=match.pk, ply=match.ply, now=later)
            self.returned(record, players[1], later)
            play_at(queries.record_of(stored(record)), later)
        assert stored(record).banks[1] == 0
        assert held[-1] == timedelta(seconds=stored(record).clock.grace_s)

    @staticmethod
    def returned(record, player, now):
        return services.return_to_seat(
            match_id=record.match.public_id, player_id=player.pk, now=now
        )

    def test_keeps_the_person_from_playing_meanwhile(self):
        record = clocked(people(2), on_timeout="ai")
        swept(record)
        with pytest.raises(SeatHandedOver):
            play_at(record, LATE)

    def test_is_not_there_to_be_relieved_before(self):
        players = people(2)
        record = clocked(players, on_timeout="ai")
        with pytest.raises(NotSubstituted):
            services.return_to_seat(
                match_id=record.match.public_id, player_id=players[1].pk, now=NOW
            )

    def test_plays_on_for_the_erased_who_are_told_nothing(self):
        players = people(4)
        record = clocked(players, preset="scopone_scientifico")
        erase(player_id=players[0].pk, now=NOW)
        play_at(queries.record_of(stored(record)), NOW)
        assert "match.moved" in kinds_told(players[2])
        assert kinds_told(players[0]) == []

    def test_gives_a_partner_a_side_that_plays_on(self):
        record = clocked(people(4), preset="scopone_scientifico")
        match = swept(record)
        assert match.status == MatchStatus.ACTIVE
        assert Seat.objects.get(index=1).status == SeatStatus.AI_SUBSTITUTE
