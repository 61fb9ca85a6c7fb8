"""Friends: it takes two, and nobody learns of a no."""

from functools import partial
from uuid import UUID

import pytest

from players.errors import NotYourself, PlayerNotFound
from players.friend_errors import PlayerIsBlocked, TooManyFriends
from players.models import FeedEvent, Player, Tie, World
from players.queries import friendship
from players.services import befriend, block, mute, unblock, unfriend
from tests.concurrency.crowd import all_at_once
from tests.players.accounts import NOW, assert_problem, call, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return signed_up("anna")


@pytest.fixture
def bruno():
    return signed_up("bruno")


def tie(kind, one, other):
    return kind(player_id=one.player.pk, other_id=other.player.public_id, now=NOW)


def end(one, other):
    unfriend(player_id=one.player.pk, other_id=other.player.public_id)


def stand(one, other):
    """How two stand, as each sees it."""
    pair = one.player.pk, other.player.pk
    return friendship(*pair), friendship(*reversed(pair))


def told(session):
    events = FeedEvent.objects.filter(player=session.player, type__startswith="friend")
    return list(events.order_by("seq").values_list("type", "data"))


def listed(client, session, query=""):
    items = call(client, "GET", f"/me/friends{query}", token=session.token).json()["items"]
    return [(item["player"]["username"], item["state"]) for item in items]


class TestAsking:
    def test_waits_for_the_other(self, anna, bruno):
        assert tie(befriend, anna, bruno) == "asked"
        assert stand(anna, bruno) == ("asked", "asking")

    def test_of_both_makes_friends(self, anna, bruno):
        tie(befriend, anna, bruno)
        assert tie(befriend, bruno, anna) == "friend"
        assert stand(anna, bruno) == ("friend", "friend")

    def test_again_changes_nothing(self, anna, bruno):
        assert [tie(befriend, anna, bruno) for _ in range(2)] == ["asked", "asked"]
        tie(befriend, bruno, anna)
        assert tie(befriend, anna, bruno) == "friend"
        assert len(told(bruno)) == len(told(anna)) == 1

    def test_is_told_by_id(self, anna, bruno):
        tie(befriend, anna, bruno)
        assert told(bruno) == [("friend.asked", {"player": str(anna.player.public_id)})]
        tie(befriend, bruno, anna)
        assert told(anna) == [("friend.accepted", {"player": str(bruno.player.public_id)})]

    def test_is_refused_about_oneself_and_about_nobody(self, anna, bruno):
        with pytest.raises(NotYourself):
            tie(befriend, anna, anna)
        Player.objects.filter(pk=bruno.player.pk).update(is_active=False)
        with pytest.raises(PlayerNotFound):
            tie(befriend, anna, bruno)

    def test_has_a_limit(self, anna, bruno, monkeypatch):
        monkeypatch.setattr("players.services.friends.MAX_FRIENDS", 1)
        tie(befriend, anna, signed_up("carla"))
        with pytest.raises(TooManyFriends):
            tie(befriend, anna, bruno)
        assert tie(befriend, bruno, anna) == "asked"


class TestTheEnd:
    @pytest.mark.parametrize("who", [0, 1])
    @pytest.mark.parametrize("answered", [False, True])
    def test_is_either_ones_and_nobody_is_told(self, anna, bruno, who, answered):
        tie(befriend, anna, bruno)
        if answered:
            tie(befriend, bruno, anna)
        before = FeedEvent.objects.count()
        end(*((anna, bruno), (bruno, anna))[who])
        assert stand(anna, bruno) == (None, None)
        assert FeedEvent.objects.count() == before

    def test_comes_with_a_block(self, anna, bruno):
        tie(befriend, anna, bruno)
        tie(befriend, bruno, anna)
        tie(block, bruno, anna)
        assert stand(anna, bruno) == (None, None)
        unblock(player_id=bruno.player.pk, other_id=anna.player.public_id)
        assert stand(anna, bruno) == (None, None)

    def test_leaves_a_mute(self, anna, bruno):
        tie(mute, anna, bruno)
        tie(befriend, anna, bruno)
        end(anna, bruno)
        assert list(Tie.objects.values_list("kind", flat=True)) == ["mute"]


class TestWhoIsKeptAway:
    def test_is_not_heard_asking_and_cannot_tell(self, client, anna, bruno):
        tie(block, bruno, anna)
        assert tie(befriend, anna, bruno) == "asked"
        assert told(bruno) == []
        assert stand(anna, bruno) == ("asked", None)
        assert listed(client, anna) == [("bruno", "asked")]
        assert listed(client, bruno) == []

    def test_is_not_heard_where_muted(self, anna, bruno):
        tie(mute, bruno, anna)
        tie(befriend, anna, bruno)
        assert told(bruno) == []
        assert stand(bruno, anna) == ("asking", "asked")

    def test_is_not_asked_by_who_blocks(self, anna, bruno):
        tie(block, anna, bruno)
        with pytest.raises(PlayerIsBlocked):
            tie(befriend, anna, bruno)

    def test_lives_in_another_world(self, anna, bruno):
        world = World.objects.create(created_at=NOW)
        Player.objects.filter(pk=bruno.player.pk).update(world=world)
        for one, other in ((anna, bruno), (bruno, anna)):
            for kind in (befriend, block, mute):
                with pytest.raises(PlayerNotFound):
                    tie(kind, one, other)
        carla = signed_up("carla")
        Player.objects.filter(pk=carla.player.pk).update(world=world)
        assert tie(befriend, bruno, carla) == "asked"


class TestTheList:
    def test_has_each_once_with_how_they_stand(self, client, anna, bruno):
        carla, dario = signed_up("carla"), signed_up("dario")
        tie(befriend, anna, bruno)
        tie(befriend, bruno, anna)
        tie(befriend, anna, carla)
        tie(befriend, dario, anna)
        tie(befriend, carla, dario)
        states = {"bruno": "friend", "carla": "asked", "dario": "asking"}
        assert dict(listed(client, anna)) == states
        assert len(listed(client, anna)) == 3
        for name, state in states.items():
            assert listed(client, anna, f"?state={state}") == [(name, state)]

    def test_leaves_out_who_has_left(self, client, anna, bruno):
        tie(befriend, bruno, anna)
        Player.objects.filter(pk=bruno.player.pk).update(is_active=False)
        assert listed(client, anna) == []

    def test_comes_in_pages_of_two_statements(self, client, anna, django_assert_max_num_queries):
        names = [f"amica{number}" for number in range(5)]
        for name in names:
            tie(befriend, anna, signed_up(name))
        with django_assert_max_num_queries(2):
            page = call(client, "GET", "/me/friends?limit=3", token=anna.token).json()
        rest = call(
            client, "GET", f"/me/friends?limit=3&cursor={page['next_cursor']}", token=anna.token
        ).json()
        items = page["items"] + rest["items"]
        assert [item["player"]["username"] for item in items] == names[::-1]


class TestOverHttp:
    def test_is_asked_answered_and_ended(self, client, anna, bruno):
        to_bruno, to_anna = (f"/me/friends/{each.player.public_id}" for each in (bruno, anna))
        asked = call(client, "PUT", to_bruno, token=anna.token)
        assert (asked.status_code, asked.json()) == (200, {"state": "asked"})
        assert call(client, "PUT", to_anna, token=bruno.token).json() == {"state": "friend"}
        for _ in range(2):
            response = call(client, "DELETE", to_bruno, token=anna.token)
            assert (response.status_code, response.content) == (204, b"")

    @pytest.mark.parametrize("who", ["nobody", str(UUID(int=1)), "1"])
    def test_is_refused_about_nobody(self, client, anna, who):
        response = call(client, "PUT", f"/me/friends/{who}", token=anna.token)
        assert_problem(response, 404, "player_not_found")

    def test_is_refused_about_somebody_blocked(self, client, anna, bruno):
        tie(block, anna, bruno)
        path = f"/me/friends/{bruno.player.public_id}"
        response = call(client, "PUT", path, token=anna.token)
        assert_problem(response, 409, "player_is_blocked")

    def test_is_refused_beyond_the_limit(self, client, anna, bruno, monkeypatch):
        monkeypatch.setattr("players.services.friends.MAX_FRIENDS", 0)
        path = f"/me/friends/{bruno.player.public_id}"
        assert_problem(call(client, "PUT", path, token=anna.token), 409, "too_many_friends")


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_two_who_ask_each_other_at_once_are_friends_and_one_hears_yes():
    one, other = signed_up(), signed_up()
    answers = all_at_once([partial(tie, befriend, one, other), partial(tie, befriend, other, one)])
    assert sorted(answers) == ["asked", "friend"]
    events = FeedEvent.objects.filter(type__startswith="friend").values_list("type", flat=True)
    assert sorted(events) == ["friend.accepted", "friend.asked"]
