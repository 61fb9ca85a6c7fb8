"""Holidays through the services: what can be had, and what they do to the deadlines of matches."""

from datetime import timedelta

import pytest

from games import queries, services
from games.errors import HolidayBegun, InvalidHoliday
from games.models import Holiday, LogLine, Match
from games.services import SeatRequest
from games.services.holidays import CHANGED, bring_about
from players.models import FeedEvent, Player
from scopa_site.outbox.models import Effect
from tests.games.tables import NOW, dealt, people, play

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def seated():
    players = people(2)
    Player.objects.update(date_joined=NOW - 10 * DAY)
    return players


@pytest.fixture
def record(seated):
    """A match by the clock `normale`, which allows holidays."""
    return dealt(seated)


@pytest.fixture
def away(record, seated):
    """Whoever is on turn."""
    return seated[record.match.turn_seat]


def take(player, until, *, since=None, now=NOW):
    return services.take_holiday(player_id=player.pk, starts_at=since, ends_at=until, now=now)


def give_back(player, *, now):
    return services.give_back_holiday(player_id=player.pk, now=now)


def account(player, *, now=NOW):
    return queries.get_holiday(player_id=player.pk, now=now)


def deadline(record):
    return Match.objects.get(pk=record.match.pk).deadline_at


def faults(refused):
    return [(error.pointer, error.code) for error in refused.value.errors]


class TestTakingOne:
    def test_begins_now_unless_it_says_when(self, seated):
        assert take(seated[0], NOW + DAY).holiday == (NOW, NOW + DAY)
        assert take(seated[1], NOW + 3 * DAY, since=NOW + DAY).holiday == (NOW + DAY, NOW + 3 * DAY)

    def test_spends_the_balance_as_it_goes_by(self, seated):
        before = account(seated[0]).balance
        take(seated[0], NOW + 4 * DAY)
        assert account(seated[0]).balance == before
        assert account(seated[0], now=NOW + 2 * DAY).balance == before - 2 * DAY
        assert account(seated[0], now=NOW + 5 * DAY).holiday is None

    @pytest.mark.parametrize(
        ("since", "until", "expected"),
        [
            (-HOUR, DAY, ("/from", "in_the_past")),
            (None, -HOUR, ("/to", "not_after_from")),
            (None, timedelta(), ("/to", "not_after_from")),
            (2 * DAY, DAY, ("/to", "not_after_from")),
            (365 * DAY, 367 * DAY, ("/to", "too_far")),
            (None, 9 * DAY, ("/to", "exceeds_balance")),
        ],
    )
    def test_is_refused_when_it_cannot_be_had(self, seated, since, until, expected):
        begins = None if since is None else NOW + since
        with pytest.raises(InvalidHoliday) as refused:
            take(seated[0], NOW + until, since=begins)
        assert faults(refused) == [expected]
        assert not Holiday.objects.exists()

    def test_again_changes_the_one_there_is(self, seated):
        take(seated[0], NOW + 3 * DAY, since=NOW + DAY)
        assert take(seated[0], NOW + 5 * DAY, since=NOW + 2 * DAY).holiday == (
            NOW + 2 * DAY,
            NOW + 5 * DAY,
        )
        assert Holiday.objects.count() == 1

    def test_keeps_the_beginning_of_one_that_has_begun(self, seated):
        take(seated[0], NOW + 3 * DAY)
        later = NOW + DAY
        assert take(seated[0], NOW + 4 * DAY, now=later).holiday == (NOW, NOW + 4 * DAY)
        assert take(seated[0], NOW + 2 * DAY, since=NOW, now=later).holiday == (NOW, NOW + 2 * DAY)
        with pytest.raises(HolidayBegun):
            take(seated[0], NOW + 4 * DAY, since=NOW + 2 * DAY, now=later)

    def test_after_another_keeps_account_of_both(self, seated):
        before = account(seated[0]).balance
        take(seated[0], NOW + 2 * DAY)
        take(seated[0], NOW + 5 * DAY, now=NOW + 3 * DAY)
        left = account(seated[0], now=NOW + 5 * DAY)
        assert left.balance == before - 4 * DAY + DAY * 2 / 30
        assert left.holiday is None
        assert Holiday.objects.filter(closed=True).count() == 1


class TestGivingItBack:
    def test_gives_back_what_was_not_used(self, seated):
        before = account(seated[0]).balance
        take(seated[0], NOW + 4 * DAY)
        assert give_back(seated[0], now=NOW + DAY).holiday is None
        assert account(seated[0], now=NOW + DAY).balance == before - DAY

    def test_calls_one_off_that_has_not_begun(self, seated):
        before = account(seated[0]).balance
        take(seated[0], NOW + 4 * DAY, since=NOW + DAY)
        assert give_back(seated[0], now=NOW) == account(seated[0])
        assert account(seated[0]).balance == before
        take(seated[0], NOW + 4 * DAY, since=NOW + DAY)

    def test_does_nothing_without_one(self, seated):
        assert give_back(seated[0], now=NOW) == account(seated[0])
        take(seated[0], NOW + DAY)
        give_back(seated[0], now=NOW + 2 * DAY)
        assert Holiday.objects.get().ends_at == NOW + DAY


class TestTheDeadline:
    def test_moves_by_the_holiday_that_falls_into_the_turn(self, record, away):
        before = deadline(record)
        take(away, NOW + 2 * DAY)
        assert deadline(record) == before + 2 * DAY

    def test_moves_by_one_that_is_planned_into_it(self, record, away):
        before = deadline(record)
        take(away, NOW + 3 * DAY, since=NOW + DAY)
        assert deadline(record) == before + 2 * DAY
        take(away, NOW + 40 * DAY, since=NOW + 35 * DAY)
        assert deadline(record) == before

    def test_comes_back_with_what_is_given_back(self, record, away):
        before = deadline(record)
        take(away, NOW + 4 * DAY)
        give_back(away, now=NOW + DAY)
        assert deadline(record) == before + DAY

    def test_keeps_a_holiday_that_another_has_followed(self, record, away):
        before = deadline(record)
        take(away, NOW + DAY)
        take(away, NOW + 3 * DAY, since=NOW + 2 * DAY, now=NOW + DAY + HOUR)
        assert deadline(record) == before + 2 * DAY
        give_back(away, now=NOW + 2 * DAY)
        assert deadline(record) == before + DAY

    def test_of_the_opponents_turn_stays(self, record, seated, away):
        before = deadline(record)
        (other,) = (player for player in seated if player != away)
        take(other, NOW + 2 * DAY)
        assert deadline(record) == before

    def test_of_the_next_turn_has_it_too(self, record, seated, away):
        (other,) = (player for player in seated if player != away)
        take(other, NOW + 2 * DAY)
        after = play(queries.record_of(Match.objects.get())).record
        assert after.match.deadline_at - NOW > 4 * DAY

    def test_stays_where_the_clock_allows_no_holidays(self, seated):
        record = services.create_match(
            creator_id=seated[0].pk,
            preset="scopa_classica",
            overrides={"deal.first_dealer": "seat_0"},
            seats=[SeatRequest("player", username=seated[1].username), SeatRequest("me")],
            clock="veloce",
            now=NOW,
        )
        record = services.join_match(
            match_id=record.match.public_id, player_id=seated[1].pk, now=NOW
        )
        before = deadline(record)
        take(seated[0], NOW + 2 * DAY)
        assert deadline(record) == before

    def test_moves_in_every_match(self, seated):
        records = [dealt(seated) for _ in range(3)]
        mine = [
            each for each in records if each.seats[each.match.turn_seat].player_id == seated[0].pk
        ]
        before = {each.match.pk: deadline(each) for each in records}
        take(seated[0], NOW + DAY)
        moved = {each.match.pk for each in records if deadline(each) != before[each.match.pk]}
        assert moved == {each.match.pk for each in mine}

    def test_is_told_to_the_table_when_it_moves(self, record, seated, away):
        take(away, NOW + DAY)
        take(away, NOW + DAY)
        events = FeedEvent.objects.filter(type="match.clock_changed")
        assert sorted(event.player_id for event in events) == sorted(each.pk for each in seated)
        assert {event.data["because"] for event in events} == {"holiday"}


class TestTheReckoning:
    """A request may die between the holiday and the last of the matches."""

    def test_is_owed_with_the_holiday(self, record, away):
        take(away, NOW + DAY)
        effect = Effect.objects.get(topic=CHANGED)
        assert effect.payload == {"player_id": away.pk}

    def test_does_what_was_left_undone_and_nothing_twice(self, record, away):
        before = deadline(record)
        Holiday.objects.create(player=away, starts_at=NOW, ends_at=NOW + DAY, made_at=NOW)
        for _ in range(2):
            bring_about({"player_id": away.pk}, NOW)
        assert deadline(record) == before + DAY
        # Once for the holiday that the table sees, once for the deadline.
        assert Match.objects.get().version == record.match.version + 2

    def test_tells_the_table_once_whoever_is_on_turn(self, record, away):
        other = next(seat for seat in record.seats if seat.player_id != away.pk)
        take(away, NOW + DAY)
        services.reckon_matches(player_id=away.pk, now=NOW)
        told = FeedEvent.objects.filter(player_id=other.player_id, type="match.holiday")
        assert [event.data["until"] for event in told] == ["2026-03-02T12:00:00.000Z"]
        services.give_back_holiday(player_id=away.pk, now=NOW)
        assert told.last().data["until"] is None
        assert told.all().count() == 2
        assert LogLine.objects.filter(kind="holiday").count() == 2


def _is_on_turn(record, player):
    return record.seats[record.match.turn_seat].player_id == player.pk
