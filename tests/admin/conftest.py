"""Staff with different permissions, and matches to look at."""

from random import Random

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from games import engine, services
from games.models import Match
from games.services import SeatRequest
from players.models import Player
from tests.games.tables import NOW, dealt, people, play

VIEW = ("view_match", "view_deal", "view_move", "view_aiturn", "view_heartbeat")


def staff(name, *codenames):
    player = Player.objects.create_user(name, password=None, is_staff=True)
    player.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    assert player.user_permissions.count() == len(codenames)
    return player


@pytest.fixture
def looker(client, db):
    """A client of somebody who may look at everything but the hidden cards."""
    client.force_login(staff("looker", *VIEW))
    return client


@pytest.fixture
def seer(client, db):
    """A client of somebody who may see the hidden cards too."""
    client.force_login(staff("seer", *VIEW, "view_hidden_cards"))
    return client


def played(seated, moves, *, preset="scopa_classica", seed=1):
    """Deal a match and play so many random moves."""
    dice = Random(seed)
    record = dealt(seated, preset=preset)
    for _move in range(moves):
        if record.match.status != "active":
            break
        record = play(record, dice.choice(engine.legal_moves(record.match.state))).record
    return record.match


@pytest.fixture
def match(db) -> Match:
    """A match between anna and bruno in its second deal."""
    return played(people(2), 45)


@pytest.fixture
def match_with_ai(db) -> Match:
    """A match in which the AI is on turn."""
    anna = people(1)[0]
    seats = [SeatRequest("me"), SeatRequest("ai", level="greedy")]
    record = services.create_match(
        creator_id=anna.pk,
        preset="scopa_classica",
        overrides={"deal.first_dealer": "seat_0"},
        seats=seats,
        now=NOW,
    )
    services.sweep_ai_turns(now=timezone.now())
    return record.match
