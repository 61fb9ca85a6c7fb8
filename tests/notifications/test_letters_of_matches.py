"""What a telephone gets of matches: what it is to open, until when it is of use, how urgent."""

from datetime import timedelta

import pytest

from games import services
from players.notifications.models import Notification
from players.services.tokens import new_session
from tests.games.clocked import HOUR, clocked, swept
from tests.games.tables import NOW, dealt, offered, people, play_out
from tests.notifications.posting import Post, delivered, with_device
from tests.notifications.test_turn_notices import remind

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _links(settings):
    settings.DEEP_LINK = "scopa://"


@pytest.fixture
def seated():
    """Two people, the second of them with a telephone."""
    anna, bruno = people(2)
    new_session(player=bruno, device_name="", now=NOW)
    with_device(bruno)
    return anna, bruno


def pushed(*, now=NOW):
    post = Post()
    delivered(post, now=now)
    return post.letters


def only(letters, kind):
    [letter] = [each for each in letters if each.type == kind]
    return letter


class TestATurn:
    def test_opens_its_match_and_is_of_use_until_its_deadline(self, seated):
        match = clocked(seated).match
        letter = only(pushed(), "your_turn")
        assert letter.link == f"scopa://match/{letter.match}"
        assert letter.match == str(match.public_id)
        assert "match" not in letter.data
        assert letter.expires_at == match.deadline_at == NOW + 8 * HOUR

    def test_breaks_through_nothing(self, seated):
        clocked(seated)
        assert only(pushed(), "your_turn").is_urgent is False

    def test_without_a_deadline_has_no_end(self, seated):
        clocked(seated, clock="libera")
        assert only(pushed(), "your_turn").expires_at is None

    def test_whose_time_is_over_but_that_can_be_played_has_no_end(self, seated):
        record = clocked(seated, on_timeout="claim")
        swept(record)
        letters = pushed(now=NOW + 9 * HOUR)
        assert only(letters, "your_turn").expires_at is None


class TestAReminder:
    @pytest.mark.parametrize("last", [False, True])
    def test_breaks_through_where_it_is_the_last(self, seated, last):
        record = clocked(seated)
        remind(record, last=last)
        letter = only(pushed(), "reminder")
        assert letter.is_urgent is last
        assert letter.expires_at == record.match.deadline_at


def test_an_invitation_is_of_use_until_the_offer_ends(seated):
    offered(seated)
    assert only(pushed(), "invitation").expires_at == NOW + services.OFFER_LASTS


def test_a_rematch_opens_the_new_match_and_not_the_old(seated):
    record = play_out(dealt(seated))
    again = services.ask_rematch(
        match_id=record.match.public_id, player_id=seated[0].pk, now=NOW
    ).match
    letter = only(pushed(now=NOW + timedelta(minutes=2)), "rematch")
    assert letter.match == str(again.public_id) != str(record.match.public_id)
    assert letter.link == f"scopa://match/{again.public_id}"
    assert letter.expires_at == again.offer_expires_at


def test_many_turns_in_one_are_of_no_match_and_open_the_list(seated):
    for _match in range(4):
        clocked(seated)
    *first, summary = pushed()
    assert {each.match for each in first} <= set(
        map(str, Notification.objects.values_list("subject", flat=True))
    )
    assert summary.title == "4 matches wait for you"
    assert (summary.match, summary.link) == (None, "scopa://matches")
    assert (dict(summary.data), summary.expires_at) == ({}, None)
