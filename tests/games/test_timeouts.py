"""Turns have a deadline; what happens after it is the policy of the clock."""

from datetime import timedelta

import pytest

from games import services
from games.errors import (
    NothingToClaim,
    SeatHandedOver,
    TurnExpired,
)
from games.models import (
    AiTurn,
    LogLine,
    MatchStatus,
    MoveSource,
    PauseRequest,
    Seat,
    SeatStatus,
    Timeout,
)
from players.models import FeedEvent, Player
from tests.games.clocked import (
    DAY,
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


class TestADeadline:
    def test_stands_from_the_first_deal(self):
        record = clocked(people(2))
        assert stored(record).deadline_at == NOW + 8 * HOUR

    def test_moves_on_with_the_turn(self):
        record = play_at(clocked(people(2)), NOW + HOUR)
        assert stored(record).deadline_at == NOW + 9 * HOUR

    def test_takes_what_a_turn_used_from_the_bank_and_refills_it(self):
        record = clocked(people(2), first_turn_s=3600)
        for hours in (1, 2, 5):  # the first turns are free for an hour
            record = play_at(record, NOW + hours * HOUR)
        # Seat 1: 10 h, and 1 h more for its first move; its second took three hours but a minute,
        # and gave one back.
        assert stored(record).banks == [11 * 3_600_000, 9 * 3_600_000 + 60_000]

    def test_is_gone_when_the_match_is_over(self):
        players = people(2)
        record = clocked(players)
        services.resign_match(match_id=record.match.public_id, player_id=players[0].pk, now=NOW)
        assert stored(record).deadline_at is None

    def test_does_not_run_for_an_unlimited_clock(self):
        record = clocked(people(2), clock="libera")
        assert stored(record).deadline_at is None
        play_at(record, NOW + 300 * DAY)


class TestAMoveInTime:
    def test_is_taken_at_the_very_deadline(self):
        assert play_at(clocked(people(2)), NOW + 8 * HOUR).match.ply == 1

    def test_that_arrived_in_time_is_taken_though_the_sweep_is_late(self):
        record = clocked(people(2))
        assert services.expire_turn(match_id=record.match.public_id, now=NOW + 8 * HOUR) is False
        assert play_at(record, NOW + 8 * HOUR - timedelta(seconds=1)).match.ply == 1

    def test_is_refused_a_moment_after_the_deadline_and_changes_nothing(self):
        record = clocked(people(2))
        before = stored(record).version
        with pytest.raises(TurnExpired):
            play_at(record, NOW + 8 * HOUR + timedelta(milliseconds=1))
        assert stored(record).version == before


class TestTheSweep:
    def test_waits_five_seconds_past_the_deadline(self):
        record = clocked(people(2))
        assert swept(record, NOW + 8 * HOUR + timedelta(seconds=5)).status == MatchStatus.ACTIVE

    def test_ends_the_match_for_who_forfeits(self):
        players = people(2)
        match = swept(clocked(players))
        assert (match.status, match.termination) == (MatchStatus.FINISHED, "timeout")
        assert (match.winner_side, match.ended_by_seat) == (0, 1)
        assert Seat.objects.get(index=1).status == SeatStatus.TIMED_OUT
        assert services.differences(match) == []
        assert kinds_told(players[0])[-2:] == ["match.timed_out", "match.finished"]

    def test_may_run_twice(self):
        record = clocked(people(2))
        swept(record)
        assert services.sweep_deadlines(now=LATE) == 0
        assert Timeout.objects.count() == 1

    def test_leaves_a_turn_that_was_just_played(self):
        record = clocked(people(2))
        play_at(record, NOW + 8 * HOUR)
        assert swept(record).status == MatchStatus.ACTIVE


class TestAClaim:
    def claimable(self, players):
        record = clocked(players, on_timeout="claim")
        swept(record)
        return record

    def claim(self, record, player, outcome="win"):
        return services.claim_timeout(
            match_id=record.match.public_id, player_id=player.pk, outcome=outcome, now=LATE
        )

    def test_wins_the_match(self):
        players = people(2)
        record = self.claimable(players)
        self.claim(record, players[0])
        match = stored(record)
        assert (match.termination, match.winner_side) == ("timeout", 0)

    def test_may_let_an_opponent_play_on(self):
        players = people(2)
        record = self.claimable(players)
        self.claim(record, players[0], "ai")
        assert stored(record).status == MatchStatus.ACTIVE
        assert Seat.objects.get(index=1).status == SeatStatus.AI_SUBSTITUTE
        assert AiTurn.objects.filter(done_at=None).count() == 1

    def test_comes_too_late_once_the_person_has_played(self):
        players = people(2)
        record = self.claimable(players)
        play_at(record, LATE)
        assert Seat.objects.get(index=1).status == SeatStatus.PLAYING
        with pytest.raises(NothingToClaim):
            self.claim(record, players[0])

    def test_is_not_for_the_one_who_is_late(self):
        players = people(2)
        record = self.claimable(players)
        with pytest.raises(NothingToClaim):
            self.claim(record, players[1])


class TestCallingOffAfterTheDeal:
    def test_is_free_before_ones_own_first_card(self):
        players = people(2)
        record = play_at(clocked(players), NOW)
        services.abort_match(match_id=record.match.public_id, player_id=players[0].pk, now=NOW)
        match = stored(record)
        assert (match.status, match.closed_because) == (MatchStatus.CANCELLED, "aborted")
        assert services.differences(match) == []
        assert LogLine.objects.get().kind == "aborted"

    def test_is_refused_after_it(self):
        players = people(2)
        record = play_at(clocked(players), NOW)
        with pytest.raises(services.leaving.AlreadyPlayed):
            services.abort_match(match_id=record.match.public_id, player_id=players[1].pk, now=NOW)


class TestAMatchWithoutALimit:
    def test_is_called_off_when_nobody_goes_on_with_it(self):
        record = play_at(clocked(people(2), clock="libera"), NOW)
        assert services.sweep_abandoned(now=NOW + 30 * DAY) == 0
        assert services.sweep_abandoned(now=NOW + 30 * DAY + HOUR) == 1
        match = stored(record)
        assert (match.status, match.closed_because) == (MatchStatus.CANCELLED, "abandoned")
        assert services.differences(match) == []

    def test_is_left_alone_where_a_clock_ends_it(self):
        clocked(people(2))
        assert services.sweep_abandoned(now=NOW + 90 * DAY) == 0

    def test_is_lost_by_who_was_late_when_nobody_claims(self):
        record = clocked(people(2), on_timeout="claim")
        swept(record)
        assert services.sweep_abandoned(now=LATE + 30 * DAY) == 0
        assert services.sweep_abandoned(now=LATE + 31 * DAY) == 1
        assert (stored(record).termination, stored(record).winner_side) == ("timeout", 0)


class TestTheZoneOfASeat:
    def test_is_that_of_its_player_when_the_match_began(self):
        players = people(2)
        Player.objects.filter(pk=players[1].pk).update(time_zone="Asia/Tokyo")
        quiet = {"calendar": "quiet_hours", "quiet_from": "22:00", "quiet_to": "08:00"}
        record = clocked(players, **quiet)
        # Noon in UTC is nine in the evening in Tokyo: an hour counts, then ten hours do not.
        assert stored(record).deadline_at == NOW + 18 * HOUR
        Player.objects.filter(pk=players[1].pk).update(time_zone="Europe/Rome")
        services.reckon_matches(player_id=players[1].pk, now=NOW)
        assert stored(record).deadline_at == NOW + 18 * HOUR


class TestWhoMayStillDecide:
    def test_is_not_who_is_out_of_time(self):
        players = people(2)
        record = clocked(players, on_timeout="claim")
        with pytest.raises(TurnExpired):  # late, though no sweep has come by
            services.abort_match(match_id=record.match.public_id, player_id=players[1].pk, now=LATE)
        swept(record)
        with pytest.raises(TurnExpired):
            services.abort_match(match_id=record.match.public_id, player_id=players[1].pk, now=LATE)

    def test_is_not_who_resigned_beside_a_partner(self):
        players = people(4)
        record = clocked(players, preset="scopone_scientifico", on_timeout="claim")
        ids = {"match_id": record.match.public_id, "now": NOW}
        services.resign_match(player_id=players[2].pk, **ids)
        with pytest.raises(SeatHandedOver):
            services.abort_match(player_id=players[2].pk, **ids)
        swept(record)
        with pytest.raises(SeatHandedOver):
            services.claim_timeout(player_id=players[2].pk, outcome="win", **ids)


class TestWhatIsLeftOpen:
    def test_is_no_request_for_a_pause_when_somebody_has_left(self):
        players = people(3)
        record = clocked(players, preset="scopa_in_tre", on_timeout="ai")
        match_id = record.match.public_id
        services.ask_pause(match_id=match_id, player_id=players[0].pk, seconds=3600, now=NOW)
        services.accept_pause(match_id=match_id, player_id=players[2].pk, now=NOW)
        swept(record)
        assert PauseRequest.objects.get().answer == "lapsed"
        services.ask_pause(match_id=match_id, player_id=players[0].pk, seconds=3600, now=LATE)

    def test_is_no_move_of_an_ai_once_somebody_has_resigned(self):
        players = people(2)
        record = clocked(players, on_timeout="ai")
        swept(record)
        services.resign_match(match_id=record.match.public_id, player_id=players[0].pk, now=LATE)
        assert not AiTurn.objects.filter(done_at=None).exists()
        assert services.differences(stored(record)) == []


class TestForcedCards:
    def test_never_leave_a_single_choice_to_a_person(self):
        record = clocked(people(2), auto_play_forced=True)
        while record.match.status == MatchStatus.ACTIVE:
            state = record.match.state
            hand = state.deal.hands[state.turn]
            assert hand.bit_count() > 1 or len(services.play.engine.legal_moves(state)) > 1
            record = play_at(record, NOW)
        assert MoveSource.FORCED in sources(record)
        assert services.differences(stored(record)) == []

    def test_cost_no_time_and_refill_nothing(self):
        record = clocked(people(2), auto_play_forced=True)
        for hours in range(4):
            record = play_at(record, NOW + hours * HOUR / 2)
        banks = stored(record).banks
        assert all(bank <= 12 * 3_600_000 for bank in banks)

    def test_tell_of_one_turn_for_one_decision(self):
        players = people(2)
        record = clocked(players, auto_play_forced=True)
        decisions = 0
        while record.match.status == MatchStatus.ACTIVE:
            record = play_at(record, NOW)
            decisions += 1
        told = FeedEvent.objects.filter(type="match.your_turn").count()
        assert told == decisions
