"""A match at once, and the same table once more."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from players.models import FeedEvent, Player
from players.services import erase
from tests.api.callers import (
    GREEDY,
    ME,
    OPEN,
    block,
    faults,
    good,
    guest,
    guests,
    invited,
    refused,
)

pytestmark = pytest.mark.django_db


def quick(caller, preset="scopa_classica", status=201, **more):
    return good(caller.post("/quick-match", {"preset": preset, **more}), status)


class TestAQuickMatch:
    def test_is_opened_by_one_and_joined_by_the_next(self):
        first, second = guests(2)
        waiting = quick(first)
        assert (waiting["status"], waiting["you"]["seat"]) == ("offered", 0)
        playing = quick(second, status=200)
        assert (playing["id"], playing["status"]) == (waiting["id"], "active")
        assert [kind for kind, _data in first.events()][:3] == [
            "match.joined",
            "match.joined",
            "match.started",
        ]

    def test_is_the_same_for_whoever_waits_already(self):
        me = guest()
        assert quick(me)["id"] == quick(me, status=200)["id"]

    def test_is_the_oldest_that_fits(self):
        first, second, third = guests(3)
        older = first.create(seats=[ME, OPEN])
        second.create(seats=[ME, OPEN])
        assert quick(third, status=200)["id"] == older["id"]

    @pytest.mark.parametrize(
        "other",
        [
            {"rules": {"match.target": 16}},
            {"clock": "veloce"},
            {"clock_rules": {"on_timeout": "claim"}},
            {"rated": True},
            {"auto_play_forced": False},
            {"talk": "silent"},
            {"preset": "scopa_breve"},
        ],
        ids=str,
    )
    def test_is_not_one_on_other_terms(self, other):
        first, second = guests(2)
        assert quick(first)["id"] != quick(second, **other)["id"]

    def test_is_none_of_those_that_wait_for_somebody_else_or_play_the_computer(self):
        first, second, third = guests(3)
        first.create("scopa_in_tre", seats=[ME, invited(second), OPEN])
        first.create("scopa_in_tre", seats=[ME, GREEDY, OPEN])
        quick(third, "scopa_in_tre")

    def test_fills_a_bigger_table(self):
        callers = guests(5)
        views = [
            quick(caller, "scopone", status=200 if 0 < number < 4 else 201)
            for number, caller in enumerate(callers)
        ]
        assert len({view["id"] for view in views[:4]}) == 1
        assert views[3]["status"] == "active"
        assert views[4]["id"] != views[0]["id"]

    def test_brings_nobody_together_with_whom_there_is_a_block(self):
        first, second, third = guests(3)
        quick(first)
        block(first, second)
        quick(second)
        block(third, first)
        assert quick(third, status=200)["seats"][0]["player"]["id"] == second.id

    def test_is_none_that_has_expired_or_was_called_off(self):
        first, second, third = guests(3)
        expired = first.create(seats=[ME, OPEN], offer_seconds=300)
        services.sweep_offers(now=timezone.now() + timedelta(seconds=301))
        called_off = quick(second)
        good(second.post(f"/matches/{called_off['id']}/cancel"))
        assert quick(third)["id"] not in {expired["id"], called_off["id"]}

    def test_is_refused_for_what_cannot_be_played(self):
        me = guest()
        assert faults(
            me.post("/quick-match", {"preset": "scopa_classica", "rules": {"match.target": 0}}),
            422,
            "invalid_rules",
        )
        refused(me.post("/quick-match", {"preset": "briscola"}), 422, "unknown_preset")


class TestARematch:
    def finished(self, *callers, preset="smazzata_singola", seats=None, **more):
        seats = seats or [ME, *(invited(caller) for caller in callers[1:])]
        view = callers[0].create(preset, seats=seats, **more)
        for caller in callers[1:]:
            caller.join(view["id"])
        good(callers[0].post(f"/matches/{view['id']}/resign"))
        return view["id"]

    def ask(self, caller, match_id):
        return good(caller.post(f"/matches/{match_id}/rematch"))

    def test_is_one_whoever_asks_and_however_often(self):
        one, other = guests(2)
        match_id = self.finished(one, other, clock="veloce")
        first = self.ask(one, match_id)
        assert first["status"] == "offered"
        assert self.ask(one, match_id)["id"] == first["id"]
        accepted = self.ask(other, match_id)
        assert (accepted["id"], accepted["status"]) == (first["id"], "active")
        assert accepted["clock"]["slug"] == "veloce"
        assert self.ask(one, match_id)["id"] == first["id"]

    def test_moves_the_seats_round_by_one(self):
        callers = guests(4)
        match_id = self.finished(*callers, preset="scopone")
        while callers[0].look(match_id)["status"] == "active":  # the partner plays on
            good(callers[2].post(f"/matches/{match_id}/resign"))
        rematch = self.ask(callers[1], match_id)
        held = [seat["player"]["id"] for seat in rematch["seats"]]
        assert held == [callers[(index - 1) % 4].id for index in range(4)]
        sides = {seat["player"]["id"]: seat["side"] for seat in rematch["seats"]}
        assert sides[callers[0].id] == sides[callers[2].id] != sides[callers[1].id]

    def test_keeps_the_computer_and_is_dealt_at_once(self):
        me = guest()
        match_id = self.finished(me, seats=[ME, GREEDY], rules={"match.target": 16})
        rematch = self.ask(me, match_id)
        assert (rematch["status"], rematch["you"]["seat"]) == ("active", 1)
        assert rematch["seats"][0]["level"] == "greedy"
        assert rematch["rules"]["match"]["target"] == 16

    def test_is_told_to_those_who_are_asked(self):
        one, other = guests(2)
        match_id = self.finished(one, other)
        rematch = self.ask(one, match_id)
        kinds = dict(other.events())
        assert kinds["match.rematch"] == {"rematch": rematch["id"]}
        assert kinds["match.invited"]["seat"] == 0

    def test_can_be_refused_and_then_stays_refused(self):
        one, other = guests(2)
        match_id = self.finished(one, other)
        rematch = self.ask(one, match_id)
        good(other.post(f"/matches/{rematch['id']}/decline", {"reason": "not_now"}))
        for caller in (one, other):
            again = self.ask(caller, match_id)
            assert (again["id"], again["status"]) == (rematch["id"], "cancelled")

    def test_is_for_those_at_the_table_of_a_match_that_is_over(self):
        one, other, organiser = guests(3)
        view = organiser.create(seats=[invited(one), invited(other)])
        one.join(view["id"])
        other.join(view["id"])
        path = f"/matches/{view['id']}/rematch"
        refused(one.post(path), 409, "match_not_finished")
        good(one.post(f"/matches/{view['id']}/resign"))
        refused(organiser.post(path), 422, "not_seated")

    def test_is_not_asked_of_somebody_with_whom_there_is_a_block(self):
        one, other = guests(2)
        match_id = self.finished(one, other)
        block(other, one)
        for caller in (one, other):
            refused(caller.post(f"/matches/{match_id}/rematch"), 409, "no_rematch")

    def test_is_not_asked_of_somebody_who_was_shut_out(self):
        callers = guests(3)
        match_id = self.finished(*callers, preset="scopa_in_tre")
        Player.objects.filter(public_id=callers[2].id).update(is_active=False)
        refused(callers[1].post(f"/matches/{match_id}/rematch"), 409, "no_rematch")

    def test_is_not_asked_of_the_erased_who_are_told_nothing(self):
        one, other = guests(2)
        match_id = self.finished(one, other)
        erase(player_id=Player.objects.get(public_id=other.id).pk, now=timezone.now())
        refused(one.post(f"/matches/{match_id}/rematch"), 409, "no_rematch")
        assert not FeedEvent.objects.filter(player__public_id=other.id).exists()

    def test_stays_what_it_was_where_somebody_is_erased_later(self):
        one, other = guests(2)
        match_id = self.finished(one, other)
        rematch = self.ask(one, match_id)
        erase(player_id=Player.objects.get(public_id=other.id).pk, now=timezone.now())
        again = self.ask(one, match_id)
        assert (again["id"], again["status"]) == (rematch["id"], "cancelled")


class TestTheLimitOfOpenMatches:
    @pytest.fixture(autouse=True)
    def _three(self, settings):
        settings.SCOPA_MAX_OPEN_MATCHES = 3

    def test_holds_for_every_way_to_a_seat(self):
        me, other = guests(2)
        for _ in range(3):
            me.create(seats=[ME, OPEN])
        theirs = other.create(seats=[ME, OPEN])
        mine = other.create(seats=[ME, invited(me)])
        problem = refused(
            me.post("/matches", {"preset": "scopa_classica", "seats": [ME, GREEDY]}),
            409,
            "too_many_open_matches",
        )
        assert problem["limit"] == 3
        for path, body in (
            (f"/matches/{theirs['id']}/join", {}),
            (f"/matches/{mine['id']}/join", {}),
            ("/quick-match", {"preset": "scopa_breve"}),
        ):
            refused(me.post(path, body), 409, "too_many_open_matches")

    def test_is_free_again_after_a_match_is_over_or_called_off(self):
        me = guest()
        first, second, _third = (me.create(seats=[ME, seat]) for seat in (GREEDY, OPEN, OPEN))
        good(me.post(f"/matches/{first['id']}/resign"))
        me.create(seats=[ME, OPEN])
        good(me.post(f"/matches/{second['id']}/cancel"))
        me.create(seats=[ME, OPEN])

    def test_does_not_count_invitations_that_others_send(self):
        me, other = guests(2)
        for _ in range(3):
            other.create(seats=[ME, invited(me)])
        me.create(seats=[ME, OPEN])

    def test_counts_an_offer_of_ones_own_once_with_or_without_a_seat(self):
        me = guest()
        view = me.create("scopa_in_tre", seats=[OPEN, OPEN, OPEN])
        me.create(seats=[ME, OPEN])
        me.create(seats=[OPEN, OPEN])
        me.join(view["id"])
        refused(
            me.post("/matches", {"preset": "scopa_classica", "seats": [ME, OPEN]}),
            409,
            "too_many_open_matches",
        )

    def test_is_also_that_of_a_rematch(self):
        one, other = guests(2)
        view = one.create(seats=[ME, invited(other)])
        other.join(view["id"])
        good(one.post(f"/matches/{view['id']}/resign"))
        good(one.post(f"/matches/{view['id']}/rematch"))
        for _ in range(3):
            other.create(seats=[ME, OPEN])
        refused(other.post(f"/matches/{view['id']}/rematch"), 409, "too_many_open_matches")
