"""Mutes and blocks."""

from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, transaction

from players.errors import NotYourself, PlayerNotFound
from players.models import Player, Tie
from players.queries import blocked_with, is_blocked_between, muted_by
from players.services import block, mute, unblock, unmute
from tests.players.accounts import NOW, assert_problem, call, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return signed_up("anna")


@pytest.fixture
def bruno():
    return signed_up("bruno")


def tie(kind, one, other):
    kind(player_id=one.player.pk, other_id=other.player.public_id, now=NOW)


class TestABlock:
    def test_holds_both_ways(self, anna, bruno):
        tie(block, anna, bruno)
        one, other = anna.player.pk, bruno.player.pk
        assert is_blocked_between(one, other)
        assert is_blocked_between(other, one)
        assert list(blocked_with(one)) == [other]
        assert list(blocked_with(other)) == [one]

    def test_concerns_nobody_else(self, anna, bruno):
        carla = signed_up("carla")
        tie(block, anna, bruno)
        assert not is_blocked_between(anna.player.pk, carla.player.pk)
        assert list(blocked_with(carla.player.pk)) == []

    def test_is_part_of_a_query(self, anna, bruno, django_assert_num_queries):
        tie(block, anna, bruno)
        with django_assert_num_queries(1):
            left = list(Player.objects.exclude(pk__in=blocked_with(bruno.player.pk)))
        assert left == [bruno.player]

    def test_stays_while_the_other_still_blocks(self, anna, bruno):
        tie(block, anna, bruno)
        tie(block, bruno, anna)
        unblock(player_id=anna.player.pk, other_id=bruno.player.public_id)
        assert is_blocked_between(anna.player.pk, bruno.player.pk)
        unblock(player_id=bruno.player.pk, other_id=anna.player.public_id)
        assert not is_blocked_between(anna.player.pk, bruno.player.pk)

    def test_silences_both(self, anna, bruno):
        tie(block, anna, bruno)
        assert list(muted_by(anna.player.pk)) == [bruno.player.pk]
        assert list(muted_by(bruno.player.pk)) == [anna.player.pk]


class TestAMute:
    def test_is_heard_by_one_alone(self, anna, bruno):
        tie(mute, anna, bruno)
        assert list(muted_by(anna.player.pk)) == [bruno.player.pk]
        assert list(muted_by(bruno.player.pk)) == []
        assert not is_blocked_between(anna.player.pk, bruno.player.pk)

    def test_is_taken_back(self, anna, bruno):
        tie(mute, anna, bruno)
        unmute(player_id=anna.player.pk, other_id=bruno.player.public_id)
        assert list(muted_by(anna.player.pk)) == []


@pytest.mark.parametrize("kind", [mute, block])
class TestEither:
    def test_may_be_said_twice(self, anna, bruno, kind):
        tie(kind, anna, bruno)
        tie(kind, anna, bruno)
        assert Tie.objects.count() == 1

    def test_is_not_about_oneself(self, anna, kind):
        with pytest.raises(NotYourself):
            tie(kind, anna, anna)

    def test_is_not_about_nobody(self, anna, kind):
        with pytest.raises(PlayerNotFound):
            kind(player_id=anna.player.pk, other_id=uuid4(), now=NOW)

    def test_is_not_about_somebody_shut_out(self, anna, bruno, kind):
        Player.objects.filter(pk=bruno.player.pk).update(is_active=False)
        with pytest.raises(PlayerNotFound):
            tie(kind, anna, bruno)


def test_the_database_refuses_a_tie_with_oneself(anna):
    with pytest.raises(IntegrityError), transaction.atomic():
        Tie.objects.create(player=anna.player, other=anna.player, kind="mute", created_at=NOW)


@pytest.mark.parametrize("path", ["/me/mutes", "/me/blocks"])
class TestOverHttp:
    def test_is_said_listed_and_taken_back(self, client, anna, bruno, path):
        address = f"{path}/{bruno.player.public_id}"

        for _ in range(2):
            response = call(client, "PUT", address, token=anna.token)
            assert (response.status_code, response.content) == (204, b"")
        listed = call(client, "GET", path, token=anna.token).json()
        assert listed["next_cursor"] is None
        (item,) = listed["items"]
        assert item["player"] == {
            "id": str(bruno.player.public_id),
            "username": "bruno",
            "display_name": "bruno",
            "is_guest": False,
        }
        assert item["since"].endswith("Z")
        for _ in range(2):
            assert call(client, "DELETE", address, token=anna.token).status_code == 204
        assert call(client, "GET", path, token=anna.token).json()["items"] == []

    def test_is_not_shown_to_the_other(self, client, anna, bruno, path):
        call(client, "PUT", f"{path}/{bruno.player.public_id}", token=anna.token)
        assert call(client, "GET", path, token=bruno.token).json()["items"] == []

    @pytest.mark.parametrize("who", ["nobody", str(UUID(int=1)), "1"])
    def test_is_refused_about_nobody(self, client, anna, path, who):
        response = call(client, "PUT", f"{path}/{who}", token=anna.token)
        assert_problem(response, 404, "player_not_found")

    def test_is_refused_about_oneself(self, client, anna, path):
        response = call(client, "PUT", f"{path}/{anna.player.public_id}", token=anna.token)
        assert_problem(response, 422, "not_yourself")

    def test_is_for_players(self, client, bruno, path):
        response = call(client, "PUT", f"{path}/{bruno.player.public_id}")
        assert_problem(response, 401, "not_authenticated")
