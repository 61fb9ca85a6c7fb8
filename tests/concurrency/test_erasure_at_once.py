"""An erasure while others play, join and invite: nobody waits for ever, and nothing is left."""

import io
from functools import partial

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import engine, services
from games.errors import MatchFinished, NotYourTurn
from games.queries import all_matches
from games.services import PersonActor, SeatRequest
from players.models import Player
from players.queries import left_of_the_erased
from players.services import erase
from tests.concurrency.crowd import all_at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

NAMES = ("anna", "bruno", "carla", "dario")


@pytest.fixture
def people():
    return [Player.objects.create_user(name, password=None) for name in NAMES]


def table(people, preset):
    """Deal a match whose seats these people hold."""
    now = timezone.now()
    seats = [SeatRequest("me"), *(SeatRequest("player", username=p.username) for p in people[1:])]
    record = services.create_match(
        creator_id=people[0].pk, preset=preset, overrides={}, seats=seats, now=now
    )
    for player in people[1:]:
        services.join_match(match_id=record.match.public_id, player_id=player.pk, now=now)
    return record.match.public_id


def plays_on(match_id, leaver):
    """Play whatever can be played by the others until it is the leaver's turn, or over."""
    for _turn in range(40):
        match = all_matches([match_id]).get()
        state = match.state
        if match.status != "active" or state is None or state.turn is None:
            return "over"
        player = match.seats.get(index=state.turn).player
        if player is None or player.pk == leaver.pk:
            return "waits"
        move = engine.legal_moves(state)[0]
        try:
            services.play_move(
                match_id=match_id,
                actor=PersonActor(player.pk),
                ply=state.ply,
                card=move.card,
                capture=move.capture,
                now=timezone.now(),
            )
        except (MatchFinished, NotYourTurn):
            return "over"
    return "played"


def leaves(player):
    return erase(player_id=player.pk, now=timezone.now())


def test_ends_while_all_tables_of_the_player_are_played_at(people):
    anna, bruno, carla, _dario = people
    matches = [
        *(table([anna, bruno], "scopa_classica") for _ in range(3)),
        *(table([carla, anna], "scopa_classica") for _ in range(2)),
        table(people, "scopone_scientifico"),
    ]
    deeds = [partial(leaves, anna), *(partial(plays_on, each, anna) for each in matches)]
    answers = all_at_once(deeds)
    assert answers[0] is True
    assert [each for each in answers if isinstance(each, Exception)] == []
    _check(anna)


def test_of_two_who_play_each_other_ends_for_both(people):
    anna, bruno = people[:2]
    for _ in range(3):
        table([anna, bruno], "scopa_classica")
    assert all_at_once([partial(leaves, anna), partial(leaves, bruno)]) == [True, True]
    _check(anna, bruno)


def test_comes_about_once_however_many_sweeps_run(people):
    anna, bruno = people[:2]
    table([anna, bruno], "scopa_classica")
    answers = all_at_once([partial(leaves, anna)] * 3)
    assert [each for each in answers if isinstance(each, Exception)] == []
    assert answers.count(True) == 1
    _check(anna)


def test_and_an_invitation_at_the_same_moment_leave_no_seat(people):
    anna, bruno = people[:2]

    def invites():
        seats = [SeatRequest("me"), SeatRequest("player", username="anna")]
        return services.create_match(
            creator_id=bruno.pk,
            preset="scopa_classica",
            overrides={},
            seats=seats,
            now=timezone.now(),
        )

    all_at_once([partial(leaves, anna), *[invites] * 4])
    leaves(anna)  # as the next sweep does, for what was under way
    _check(anna)


def _check(*erased):
    assert list(left_of_the_erased()) == []
    for player in erased:
        assert Player.objects.get(pk=player.pk).erased_at is not None
    out = io.StringIO()
    call_command("check_invariants", stdout=out, stderr=out)
    call_command("verify_matches", stdout=out, stderr=out)
