"""Pauses by agreement: who must agree, what they cost, and what they do to the clock."""

from datetime import timedelta

import pytest

from games import queries, services
from games.errors import (
    AlreadyAgreed,
    AlreadyPaused,
    InvalidPause,
    MatchFinished,
    NoPauseAsked,
    NoPausesLeft,
    NotPaused,
    NotSeated,
    PauseAlreadyAsked,
)
from games.models import LogLine, Match, PauseRequest
from games.services import SeatRequest
from players.models import FeedEvent, Player
from tests.games.tables import NOW, dealt, people, play

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def seated():
    return people(2)


@pytest.fixture
def record(seated):
    """A match by the clock `normale`: two pauses a seat, of three days at most."""
    return dealt(seated)


def act(service, record, player, *, now=NOW, **more):
    return service(match_id=record.match.public_id, player_id=player.pk, now=now, **more)


def ask(record, player, *, seconds=86400, now=NOW):
    return act(services.ask_pause, record, player, now=now, seconds=seconds)


def accept(record, player, *, now=NOW):
    return act(services.accept_pause, record, player, now=now)


def refuse(record, player, *, now=NOW):
    return act(services.refuse_pause, record, player, now=now)


def resume(record, player, *, now=NOW):
    return act(services.resume_match, record, player, now=now)


def stored(record):
    return queries.record_of(Match.objects.get(pk=record.match.pk))


def lines(record):
    return [(line.kind, line.seat) for line in LogLine.objects.order_by("pk")]


def told(player, *kinds):
    events = FeedEvent.objects.filter(player=player).order_by("seq")
    return [event.type for event in events if event.type in kinds]


class TestAsking:
    def test_waits_for_the_other_and_stops_nothing_yet(self, record, seated):
        before = record.match.deadline_at
        shown = ask(record, seated[0])
        for match in (shown, stored(record)):
            assert match.seats[0].asks_pause == (86400, ())
            assert match.match.paused_until is None
            assert match.match.deadline_at == before
        assert stored(record).match.version == record.match.version + 1
        assert lines(record) == [("pause_asked", 0)]
        for player in seated:
            assert told(player, "match.pause_requested") == ["match.pause_requested"]

    def test_is_refused_while_another_waits(self, record, seated):
        ask(record, seated[0])
        for player in seated:
            with pytest.raises(PauseAlreadyAsked):
                ask(record, player)

    @pytest.mark.parametrize("seconds", [-1, 0, 59, 3 * 86400 + 1])
    def test_is_refused_for_a_length_that_the_clock_does_not_allow(self, record, seated, seconds):
        with pytest.raises(InvalidPause):
            ask(record, seated[0], seconds=seconds)
        assert not PauseRequest.objects.exists()

    @pytest.mark.parametrize("seconds", [60, 3 * 86400])
    def test_is_good_for_the_shortest_and_the_longest(self, record, seated, seconds):
        assert ask(record, seated[0], seconds=seconds).seats[0].asks_pause == (seconds, ())

    def test_is_not_for_who_holds_no_seat(self, seated):
        organiser = Player.objects.create_user("organiser", password=None)
        record = services.create_match(
            creator_id=organiser.pk,
            preset="scopa_classica",
            overrides={},
            seats=[SeatRequest("ai", level="greedy")] * 2,
            now=NOW,
        )
        with pytest.raises(NotSeated):
            ask(record, organiser)

    def test_is_not_for_a_match_that_is_over(self, record, seated):
        act(services.resign_match, record, seated[1])
        with pytest.raises(MatchFinished):
            ask(record, seated[0])

    def test_begins_at_once_against_the_computer(self, seated):
        record = services.create_match(
            creator_id=seated[0].pk,
            preset="scopa_classica",
            overrides={"deal.first_dealer": "seat_0"},
            seats=[SeatRequest("ai", level="greedy"), SeatRequest("me")],
            now=NOW,
        )
        shown = ask(record, seated[0])
        assert shown.match.paused_until == NOW + DAY
        assert shown.seats[1].pauses_left == 1
        assert shown.seats[1].asks_pause is None


class TestAgreeing:
    def test_stops_the_clock_for_as_long_as_was_asked(self, record, seated):
        before = record.match.deadline_at
        ask(record, seated[0])
        accept(record, seated[1], now=NOW + HOUR)
        match = stored(record).match
        assert match.paused_until == NOW + HOUR + DAY
        assert match.deadline_at == before + DAY
        assert lines(record) == [("pause_asked", 0), ("pause_began", 0)]

    def test_costs_the_one_who_asked(self, record, seated):
        ask(record, seated[0])
        accept(record, seated[1])
        assert [seat.pauses_left for seat in stored(record).seats] == [1, 2]

    def test_is_for_the_others_only_and_once(self, record, seated):
        with pytest.raises(NoPauseAsked):
            accept(record, seated[1])
        ask(record, seated[0])
        with pytest.raises(AlreadyAgreed):
            accept(record, seated[0])
        accept(record, seated[1])
        with pytest.raises(NoPauseAsked):
            accept(record, seated[1])

    def test_takes_every_other_person_at_the_table(self):
        seated = people(3)
        record = dealt(seated, preset="scopa_in_tre")
        ask(record, seated[0])
        shown = accept(record, seated[2])
        assert shown.seats[0].asks_pause == (86400, (2,))
        assert stored(record).seats[0].asks_pause == (86400, (2,))
        assert shown.match.paused_until is None
        with pytest.raises(AlreadyAgreed):
            accept(record, seated[2])
        assert accept(record, seated[1]).match.paused_until == NOW + DAY

    def test_lets_play_go_on_and_holds_the_next_turn_too(self, record, seated):
        ask(record, seated[0])
        accept(record, seated[1])
        free = play(stored(record)).record.match
        assert free.paused_until == NOW + DAY
        turn_of_next = free.deadline_at - NOW
        services.resume_match(match_id=record.match.public_id, player_id=seated[0].pk, now=NOW)
        assert turn_of_next - (stored(record).match.deadline_at - NOW) == DAY

    def test_is_refused_while_one_runs_and_when_none_are_left(self, record, seated):
        for begins in (NOW, NOW + 2 * DAY):
            ask(record, seated[0], now=begins)
            accept(record, seated[1], now=begins)
            with pytest.raises(AlreadyPaused):
                ask(record, seated[1], now=begins + HOUR)
        with pytest.raises(NoPausesLeft):
            ask(record, seated[0], now=NOW + 4 * DAY)
        ask(record, seated[1], now=NOW + 4 * DAY)


class TestRefusing:
    def test_leaves_everything_as_it_was(self, record, seated):
        before = record.match.deadline_at
        ask(record, seated[0])
        shown = refuse(record, seated[1])
        assert shown.seats[0].asks_pause is None
        now = stored(record)
        assert (now.match.deadline_at, now.match.paused_until) == (before, None)
        assert [seat.pauses_left for seat in now.seats] == [2, 2]
        assert lines(record) == [("pause_asked", 0), ("pause_refused", 1)]

    def test_by_the_one_who_asked_takes_it_back(self, record, seated):
        ask(record, seated[0])
        refuse(record, seated[0])
        assert lines(record)[-1] == ("pause_withdrawn", 0)
        ask(record, seated[0])

    def test_needs_something_to_refuse(self, record, seated):
        with pytest.raises(NoPauseAsked):
            refuse(record, seated[0])


class TestResuming:
    @pytest.fixture
    def paused(self, record, seated):
        ask(record, seated[0])
        accept(record, seated[1])
        return record

    @pytest.mark.parametrize("who", [0, 1])
    def test_gives_back_what_was_not_used(self, paused, seated, who):
        before = paused.match.deadline_at
        shown = resume(paused, seated[who], now=NOW + 5 * HOUR)
        assert shown.match.paused_until is None
        assert stored(paused).match.deadline_at == before + 5 * HOUR
        assert lines(paused)[-1] == ("pause_ended", who)
        for player in seated:
            assert told(player, "match.paused", "match.resumed") == [
                "match.paused",
                "match.resumed",
            ]

    def test_does_not_give_the_pause_back(self, paused, seated):
        resume(paused, seated[0])
        assert stored(paused).seats[0].pauses_left == 1

    def test_is_not_needed_for_a_pause_to_end(self, paused, seated):
        with pytest.raises(NotPaused):
            resume(paused, seated[0], now=NOW + DAY)
        ask(paused, seated[1], now=NOW + DAY)

    def test_needs_a_pause(self, record, seated):
        with pytest.raises(NotPaused):
            resume(record, seated[0])

    def test_and_pausing_again_adds_up(self, paused, seated):
        before = paused.match.deadline_at
        resume(paused, seated[0], now=NOW + HOUR)
        ask(paused, seated[1], now=NOW + 2 * HOUR, seconds=3600)
        accept(paused, seated[0], now=NOW + 2 * HOUR)
        assert stored(paused).match.deadline_at == before + 2 * HOUR


class TestASeatThatIsOutOfTime:
    def test_gets_no_new_deadline_from_a_pause(self, seated):
        record = services.create_match(
            creator_id=seated[0].pk,
            preset="scopa_classica",
            overrides={},
            seats=[SeatRequest("me"), SeatRequest("player", username=seated[1].username)],
            clock="tranquilla",
            now=NOW,
        )
        record = act(services.join_match, record, seated[1])
        late = record.match.deadline_at + timedelta(minutes=1)
        assert services.expire_turn(match_id=record.match.public_id, now=late)
        on_turn = record.match.turn_seat
        ask(record, seated[1 - on_turn], now=late)
        assert stored(record).match.deadline_at is None
        accept(record, seated[on_turn], now=late)
        assert stored(record).match.deadline_at is None
        resume(record, seated[on_turn], now=late)
        assert stored(record).match.deadline_at is None
