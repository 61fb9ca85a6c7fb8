"""Sandboxes that were closed are swept away with all that is in them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Deal, Match, Move, Seat
from games.services import sweep_closed_worlds
from games.services.closed_worlds import KEPT_FOR
from players.models import Feed, Player, World
from players.services import create_guest
from players.services.worlds import add_player, close_world, open_world
from tests.api.callers import GREEDY, ME, OPEN, Caller, guest

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
LATER = NOW + KEPT_FOR + timedelta(minutes=5)


@pytest.fixture
def owner():
    return create_guest(now=NOW).player


def opened(owner):
    made = open_world(owner_id=owner.pk, now=NOW)
    player = made.session.player
    shown = {"id": str(player.public_id), "username": player.username}
    return Caller(made.session.token, shown), made.world


def played(inside):
    """Make a match that is going on, one that waits, and one that is over."""
    match = inside.create(seats=[ME, GREEDY])
    view = inside.look(match["id"])
    inside.play(match["id"], ply=view["ply"], **view["legal_moves"][0])
    inside.create(seats=[ME, OPEN])
    over = inside.create(seats=[ME, GREEDY])
    inside.post(f"/matches/{over['id']}/resign", {})


class TestAClosedSandbox:
    def test_is_swept_away_with_its_players_and_matches(self, owner):
        inside, world = opened(owner)
        add_player(player_id=Player.objects.get(world=world, username=inside.username).pk, now=NOW)
        played(inside)
        assert Move.objects.exists()
        close_world(owner_id=owner.pk, world_id=world.public_id)
        assert sweep_closed_worlds(now=LATER) == 1
        assert list(Player.objects.all()) == [owner]
        assert Feed.objects.count() == 1
        for model in (World, Match, Deal, Seat, Move):
            assert not model.objects.exists(), model

    def test_stays_until_the_time_is_over(self, owner):
        _inside, world = opened(owner)
        close_world(owner_id=owner.pk, world_id=world.public_id)
        assert sweep_closed_worlds(now=NOW + KEPT_FOR) == 0
        assert World.objects.count() == 1

    def test_goes_some_matches_at_a_time(self, owner, monkeypatch):
        monkeypatch.setattr("games.services.closed_worlds._MOST_MATCHES", 2)
        inside, world = opened(owner)
        played(inside)
        close_world(owner_id=owner.pk, world_id=world.public_id)
        assert sweep_closed_worlds(now=LATER) == 0
        assert Match.objects.count() == 1
        assert sweep_closed_worlds(now=LATER) == 1


class TestWhatIsNotClosed:
    def test_is_left_alone(self, owner):
        inside, _world = opened(owner)
        real = guest()
        for caller in (inside, real):
            caller.create(seats=[ME, OPEN])
        assert sweep_closed_worlds(now=LATER) == 0
        assert (World.objects.count(), Match.objects.count()) == (1, 2)
