"""What players are told of one another and of themselves, whatever they play."""

import pytest

from players.models import Player
from players.notifications import registry
from players.notifications.models import Notification
from players.notifications.queries.wording import over_ids, words_of
from players.notifications.registry import Channel, Mode, notification_types
from players.notifications.services.telling import NewNotice, notify
from players.services import befriend, block, mute, unfriend
from scopa_site.transactions import one_transaction
from tests.players.accounts import NOW, signed_up

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna():
    return signed_up("anna").player


@pytest.fixture
def bruno():
    return signed_up("bruno").player


def ask(one, other):
    return befriend(player_id=one.pk, other_id=other.public_id, now=NOW)


def told(player):
    return list(Notification.objects.filter(player=player).order_by("id"))


def words(player, language="en"):
    rows = told(player)
    said = words_of(rows, language=language, zone="UTC")
    return [(said[row.public_id].title, said[row.public_id].body) for row in rows]


def over(player):
    return [row.type for row in told(player) if row.public_id in over_ids(told(player), now=NOW)]


class TestFriends:
    def test_are_told_of_the_question_and_of_the_answer(self, anna, bruno):
        ask(anna, bruno)
        ask(bruno, anna)
        assert words(bruno) == [("A new friend?", "anna asks to be friends.")]
        assert words(anna) == [("A new friend", "You and bruno are friends now.")]
        assert words(bruno, "it") == [("Una nuova amicizia?", "anna ti chiede l’amicizia.")]

    def test_are_called_by_the_name_that_they_have_when_it_is_read(self, anna, bruno):
        ask(anna, bruno)
        assert "anna" not in str(told(bruno)[0].data)
        Player.objects.filter(pk=anna.pk).update(display_name="Anna B.")
        assert words(bruno) == [("A new friend?", "Anna B. asks to be friends.")]
        assert told(bruno)[0].data == {"player": str(anna.public_id)}

    def test_are_told_once_by_whoever_asks_again_and_again(self, anna, bruno):
        for _again in range(3):
            ask(anna, bruno)
            unfriend(player_id=anna.pk, other_id=bruno.public_id)
        assert len(told(bruno)) == 1

    def test_need_no_answer_to_what_was_taken_back(self, anna, bruno):
        ask(anna, bruno)
        assert over(bruno) == []
        unfriend(player_id=anna.pk, other_id=bruno.public_id)
        assert over(bruno) == ["friend_asked"]

    def test_need_no_answer_where_there_is_one(self, anna, bruno):
        ask(anna, bruno)
        ask(bruno, anna)
        assert over(bruno) == ["friend_asked"]
        assert over(anna) == []
        unfriend(player_id=bruno.pk, other_id=anna.public_id)
        assert over(anna) == ["friend_accepted"]

    @pytest.mark.parametrize("tie", [mute, block])
    def test_hear_no_more_of_whom_they_do_not_want_to_hear(self, anna, bruno, tie):
        ask(anna, bruno)
        tie(player_id=bruno.pk, other_id=anna.public_id, now=NOW)
        assert over(bruno) == ["friend_asked"]

    def test_hear_nothing_of_who_left(self, anna, bruno):
        ask(anna, bruno)
        Player.objects.filter(pk=anna.pk).update(is_active=False)
        assert words_of(told(bruno), language="en", zone="UTC") == {}

    def test_are_worded_in_as_many_queries_for_many_as_for_one(
        self, anna, bruno, django_assert_num_queries
    ):
        for asker in [anna, *(signed_up().player for _ in range(4))]:
            ask(asker, bruno)
        rows = told(bruno)
        for some in (rows[:1], rows):
            with django_assert_num_queries(1):
                assert len(words_of(some, language="en", zone="UTC")) == len(some)
            with django_assert_num_queries(2):
                assert over_ids(some, now=NOW) == set()


class TestADigest:
    @pytest.fixture
    def waiting(self, monkeypatch):
        counts = {}
        monkeypatch.setattr(registry, "_awaiting", [lambda _players: counts])
        return counts

    @pytest.mark.parametrize(
        ("count", "language", "title"),
        [
            (3, "it", "3 partite ti aspettano"),
            (1, "it", "1 partita ti aspetta"),
            (3, "en", "3 matches wait for you"),
            (0, "it", "Le novità da Scopa"),
        ],
    )
    def test_says_how_many_matches_wait(self, anna, waiting, count, language, title):
        waiting[anna.pk] = count
        with one_transaction():
            notify([NewNotice(anna.pk, "digest", "digest:2026-03-02:8")], now=NOW)
        assert words(anna, language)[0][0] == title

    def test_is_for_mail_alone_and_stands_in_no_inbox(self):
        kind = notification_types()["digest"]
        assert kind.defaults == {Channel.MAIL: Mode.ON}
        assert not kind.in_inbox


def test_a_trial_goes_every_way(anna):
    with one_transaction():
        notify([NewNotice(anna.pk, "test", "test:1")], now=NOW)
    assert words(anna, "it") == [("Funziona", "Gli avvisi arrivano qui.")]
    assert set(notification_types()["test"].defaults) == set(Channel)
