"""Before the first deal: join, decline, cancel. After it: resign."""

import pytest

from tests.api.callers import (
    GREEDY,
    ME,
    OPEN,
    Caller,
    faults,
    good,
    guest,
    guests,
    invited,
    refused,
)

pytestmark = pytest.mark.django_db


def statuses(view):
    return [seat["status"] for seat in view["seats"]]


class TestJoin:
    def test_takes_an_open_seat_and_deals_when_it_was_the_last(self):
        host, other, third = guests(3)
        match = host.create("scopa_in_tre", seats=[ME, OPEN, OPEN])
        view = other.join(match["id"])
        assert (view["status"], view["you"]["seat"]) == ("offered", 1)
        view = third.join(match["id"])
        assert (view["status"], view["you"]["seat"]) == ("active", 2)
        assert statuses(view) == ["playing"] * 3
        assert len(view["deal"]["hand"]) == 3

    def test_takes_the_seat_that_is_named(self):
        host, other = guests(2)
        match = host.create("scopa_in_tre", seats=[ME, OPEN, OPEN])
        assert other.join(match["id"], seat=2)["you"]["seat"] == 2

    def test_takes_up_an_invitation_rather_than_an_open_seat(self):
        host, other = guests(2)
        match = host.create("scopa_in_tre", seats=[ME, OPEN, invited(other)])
        assert other.join(match["id"])["you"]["seat"] == 2

    def test_lets_a_creator_without_a_seat_take_one(self):
        host = guest()
        match = host.create(seats=[OPEN, GREEDY])
        assert match["you"] is None
        view = host.join(match["id"])
        assert (view["status"], view["you"]["seat"]) == ("active", 0)

    def test_refuses_a_seat_that_somebody_holds(self):
        host, other = guests(2)
        match = host.create("scopa_in_tre", seats=[ME, OPEN, GREEDY])
        for seat in (0, 2):
            refused(other.post(f"/matches/{match['id']}/join", {"seat": seat}), 409, "seat_taken")

    def test_refuses_whoever_comes_too_late_without_hiding_the_match(self):
        host, other, late = guests(3)
        match = host.create(seats=[ME, OPEN])
        other.join(match["id"])
        refused(late.post(f"/matches/{match['id']}/join"), 409, "seat_taken")

    def test_refuses_who_sits_there_already(self):
        host, other = guests(2)
        match = host.create("scopa_in_tre", seats=[ME, OPEN, OPEN])
        other.join(match["id"])
        for caller in (host, other):
            refused(caller.post(f"/matches/{match['id']}/join"), 409, "already_seated")

    def test_refuses_a_match_called_off(self):
        host, other = guests(2)
        match = host.create(seats=[ME, OPEN])
        good(host.post(f"/matches/{match['id']}/cancel"))
        refused(other.post(f"/matches/{match['id']}/join"), 409, "match_cancelled")

    @pytest.mark.parametrize("seat", [-1, 2, 10**17])
    def test_refuses_a_seat_that_the_table_does_not_have(self, seat):
        host, other = guests(2)
        match = host.create(seats=[ME, OPEN])
        refused(other.post(f"/matches/{match['id']}/join", {"seat": seat}), 422, "no_such_seat")

    @pytest.mark.parametrize(
        ("body", "fault"),
        [
            ({"seat": None}, ("/seat", "null")),
            ({"seat": "1"}, ("/seat", "wrong_type")),
            ({"seat": True}, ("/seat", "wrong_type")),
            ({"place": 1}, ("/place", "unknown_field")),
        ],
        ids=str,
    )
    def test_refuses_what_it_cannot_read(self, body, fault):
        host, other = guests(2)
        match = host.create(seats=[ME, OPEN])
        response = other.post(f"/matches/{match['id']}/join", body)
        assert fault in faults(response, 400, "invalid_request")

    def test_needs_no_body(self):
        host, other = guests(2)
        match = host.create(seats=[ME, OPEN])
        assert good(other.post(f"/matches/{match['id']}/join"))["status"] == "active"

    def test_hides_a_private_match_from_a_stranger(self):
        host, other, stranger = guests(3)
        match = host.create(seats=[ME, invited(other)])
        refused(stranger.post(f"/matches/{match['id']}/join"), 404, "match_not_found")


class TestDecline:
    def test_of_an_invitation_calls_the_match_off(self):
        host, other = guests(2)
        match = host.create(seats=[ME, invited(other)])
        view = good(other.post(f"/matches/{match['id']}/decline"))
        assert (view["status"], statuses(view)) == ("cancelled", ["joined", "declined"])
        assert host.look(match["id"])["status"] == "cancelled"

    def test_gives_an_open_seat_back(self):
        host, other, third = guests(3)
        match = host.create("scopa_in_tre", seats=[ME, OPEN, OPEN])
        other.join(match["id"])
        view = good(other.post(f"/matches/{match['id']}/decline"))
        assert (view["status"], view["you"]) == ("offered", None)
        assert statuses(view) == ["joined", "open", "open"]
        assert third.join(match["id"])["you"]["seat"] == 1

    def test_is_refused_to_who_holds_no_seat_to_give_back(self):
        host, other = guests(2)
        match = host.create(seats=[ME, OPEN])
        for caller in (host, other):
            refused(caller.post(f"/matches/{match['id']}/decline"), 422, "not_invited")

    def test_is_refused_once_the_match_has_begun(self):
        host = guest()
        match = host.create(seats=[ME, GREEDY])
        refused(host.post(f"/matches/{match['id']}/decline"), 409, "match_already_started")

    def test_is_refused_twice(self):
        host, other = guests(2)
        match = host.create(seats=[ME, invited(other)])
        good(other.post(f"/matches/{match['id']}/decline"))
        refused(other.post(f"/matches/{match['id']}/decline"), 409, "match_cancelled")


class TestCancel:
    def test_calls_off_a_match_that_has_not_begun(self):
        host, other = guests(2)
        match = host.create(seats=[ME, invited(other)])
        view = good(host.post(f"/matches/{match['id']}/cancel"))
        assert view["status"] == "cancelled"
        assert view["result"] is None
        assert other.look(match["id"])["status"] == "cancelled"

    def test_is_for_the_creator_alone(self):
        host, other = guests(2)
        match = host.create(seats=[ME, invited(other)])
        refused(other.post(f"/matches/{match['id']}/cancel"), 422, "not_creator")

    def test_is_refused_once_the_match_has_begun(self):
        host = guest()
        match = host.create(seats=[ME, GREEDY])
        refused(host.post(f"/matches/{match['id']}/cancel"), 409, "match_already_started")

    def test_is_refused_twice(self):
        host = guest()
        match = host.create(seats=[ME, OPEN])
        good(host.post(f"/matches/{match['id']}/cancel"))
        refused(host.post(f"/matches/{match['id']}/cancel"), 409, "match_cancelled")

    def test_stops_a_match_that_only_computers_play(self):
        host, other = guests(2)
        match = host.create(seats=[GREEDY, GREEDY])
        assert (match["status"], match["you"]) == ("active", None)
        assert match["turn"] is not None
        refused(other.post(f"/matches/{match['id']}/cancel"), 404, "match_not_found")
        view = good(host.post(f"/matches/{match['id']}/cancel"))
        assert (view["status"], view["turn"], view["result"]) == ("cancelled", None, None)
        assert view["legal_moves"] == []
        assert view["deal"]["number"] == 1
        assert host.look(match["id"])["turn"] is None
        (listed,) = host.matches()["items"]
        assert (listed["status"], listed["turn"]) == ("cancelled", None)
        assert good(host.get(f"/matches/{match['id']}/record"))["result"] is None
        refused(host.post(f"/matches/{match['id']}/cancel"), 409, "match_cancelled")


class TestResign:
    def test_ends_the_match_for_the_other_side(self):
        host = guest()
        match = host.create(seats=[ME, GREEDY])
        view = good(host.post(f"/matches/{match['id']}/resign"))
        assert view["status"] == "finished"
        assert view["result"] == {
            "winner_side": 1,
            "termination": "resigned",
            "score": [0, 0],
            "outcomes": ["lost", "won"],
            "ended_by_seat": 0,
            "decided_by": "engine",
            "rated": "no",
            "annulled_because": None,
        }
        assert view["turn"] is None
        assert view["legal_moves"] == []
        assert statuses(view) == ["resigned", "playing"]
        assert view["deal"]["hand"] == match["deal"]["hand"]

    def test_of_one_of_three_level_players_leaves_no_winner(self):
        host = guest()
        match = host.create("scopa_in_tre", seats=[ME, GREEDY, GREEDY])
        view = good(host.post(f"/matches/{match['id']}/resign"))
        assert view["result"]["winner_side"] is None

    def test_is_refused_after_the_end(self):
        host = guest()
        match = host.create(seats=[ME, GREEDY])
        good(host.post(f"/matches/{match['id']}/resign"))
        refused(host.post(f"/matches/{match['id']}/resign"), 409, "match_finished")

    def test_is_refused_before_the_first_deal(self):
        host = guest()
        match = host.create(seats=[ME, OPEN])
        refused(host.post(f"/matches/{match['id']}/resign"), 409, "match_not_started")

    def test_is_refused_in_a_match_called_off(self):
        host = guest()
        match = host.create(seats=[ME, OPEN])
        good(host.post(f"/matches/{match['id']}/cancel"))
        refused(host.post(f"/matches/{match['id']}/resign"), 409, "match_cancelled")

    def test_is_refused_to_who_holds_no_seat(self):
        host = guest()
        match = host.create(seats=[GREEDY, GREEDY])
        refused(host.post(f"/matches/{match['id']}/resign"), 422, "not_seated")


class TestCallsWithoutAnArgument:
    @pytest.mark.parametrize("call", ["decline", "cancel", "resign"])
    def test_refuse_a_body_that_says_something(self, call):
        host, other = guests(2)
        match = host.create(seats=[ME, invited(other)])
        response = host.post(f"/matches/{match['id']}/{call}", {"sure": True})
        assert ("/sure", "unknown_field") in faults(response, 400, "invalid_request")
        assert host.look(match["id"])["status"] == "offered"

    @pytest.mark.parametrize("call", ["join", "decline", "cancel", "resign"])
    def test_need_a_token(self, call):
        host, other = guests(2)
        match = host.create(seats=[ME, invited(other)])
        refused(Caller().post(f"/matches/{match['id']}/{call}", {}), 401, "not_authenticated")
