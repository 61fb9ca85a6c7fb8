"""Whoever calls for the fuzzer can come, and knows of things that are there."""

import itertools

import pytest

from fuzz.__main__ import ROLES as NAMES
from fuzz.roles import ROLES, Seated, guest
from games.models import MatchStatus
from games.queries import all_matches
from tests.api.callers import Caller

pytestmark = pytest.mark.django_db


def statuses(ids):
    return list(all_matches(ids).values_list("status", flat=True))


class TestARole:
    def test_is_known_to_the_command(self):
        assert tuple(ROLES) == NAMES

    @pytest.mark.parametrize("name", ROLES)
    def test_arrives_and_knows_of_matches(self, name):
        role = ROLES[name]()
        ids = {role.match_id() for _call in range(10)}
        assert len(statuses(ids)) == len(ids) >= 2
        assert (role.token is None) == (name == "anonymous")
        assert Caller(role.token).get("/me").status_code == (200 if role.token else 401)

    def test_comes_back_as_somebody_else_with_other_matches(self):
        role = Seated()
        before = role.token, role.match_id()
        role.arrive_again()
        assert not {role.token, role.match_id()} & set(before)

    def test_is_given_new_matches_when_the_old_ones_have_been_used_up(self):
        role = Seated()
        assert len({role.match_id() for _call in range(41)}) == len(list(role.matches())) + 1

    def test_of_the_staff_has_rights(self):
        role = ROLES["staff"]()
        player = role.person.player
        assert Caller(role.token, player).get("/me").json()["id"] == player["id"]
        from players.models import Player

        assert Player.objects.get(username=player["username"]).is_superuser


class TestTheSeated:
    def test_know_a_match_of_every_state_that_can_be_acted_on(self):
        ids = list(itertools.islice(Seated().matches(), 5))
        assert sorted(statuses(ids)) == sorted(
            [*["active"] * 2, *["offered"] * 2, MatchStatus.FINISHED.value]
        )

    def test_have_a_move_that_may_be_played(self):
        role = Seated()
        active = next(role.matches())
        move = role.legal_move(active)
        caller = Caller(role.token)
        assert caller.play(active, **move).status_code == 201

    def test_have_no_move_in_a_match_of_others(self):
        other, role = guest(), Seated()
        seats = [{"type": "me"}, {"type": "ai", "level": "greedy"}]
        theirs = other.post("/matches", {"preset": "scopa_classica", "seats": seats})["id"]
        assert role.legal_move(theirs) is None
