"""Many players who want the one seat that is free."""

from collections import Counter
from functools import partial

import pytest

from games import services
from games.models import MatchStatus, Seat
from tests.concurrency.crowd import all_at_once, unlocked
from tests.concurrency.tables import (
    ME,
    OPEN,
    assert_log_is_sound,
    client_of,
    create,
    guest,
    guests,
    path_of,
    stored,
)

pytestmark = pytest.mark.django_db(transaction=True)

LAST_SEAT = "the last seat"
NOT_THE_LAST = "a seat beside an invitation"


def offer(kind):
    """Return a match with one free seat, whose taking deals the match or does not."""
    if kind == LAST_SEAT:
        return create(guest().player.pk, ME, OPEN)
    invited = services.SeatRequest("player", username=guest().player.username)
    return create(guest().player.pk, ME, OPEN, invited, preset="scopa_in_tre")


def joins(record, people):
    return [
        partial(
            client_of(person).post, path_of(record, "join"), {}, content_type="application/json"
        )
        for person in people
    ]


def outcomes(answers):
    """Count the answers by status, and by code where they are problems."""
    return Counter((answer.status_code, answer.json().get("code")) for answer in answers)


def winners(people, answers):
    return [
        person.player.pk
        for person, answer in zip(people, answers, strict=True)
        if answer.status_code == 200
    ]


class TestJoinsAtOnce:
    """POST join, one seat, many players."""

    @pytest.mark.postgres
    @pytest.mark.parametrize("kind", [LAST_SEAT, NOT_THE_LAST])
    def test_gives_the_seat_to_one_of_fifty(self, kind):
        record, people = offer(kind), guests(50)

        answers = all_at_once(joins(record, people))

        assert outcomes(answers) == {(200, None): 1, (409, "seat_taken"): 49}
        seat = Seat.objects.get(match=record.match, index=1)
        assert [seat.player_id] == winners(people, answers)
        assert_log_is_sound([record])

    def test_gives_the_seat_to_one_of_eight_on_every_database(self):
        record, people = offer(LAST_SEAT), guests(8)

        answers = all_at_once(joins(record, people))

        assert outcomes(answers) == {(200, None): 1, (409, "seat_taken"): 7}
        assert stored(record).status == MatchStatus.ACTIVE
        assert_log_is_sound([record])

    @pytest.mark.postgres
    def test_control_without_the_lock_tells_many_that_they_have_the_seat(self):
        """A lost update: all are told 200, and one of them sits there."""
        record, people = offer(NOT_THE_LAST), guests(50)

        answers = all_at_once(unlocked(joins(record, people)))

        assert len(winners(people, answers)) > 1
