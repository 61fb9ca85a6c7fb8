"""Who may know that a match exists; a stranger learns nothing, not even that."""

import uuid

import pytest

from tests.api.callers import (
    GREEDY,
    LINK,
    ME,
    OPEN,
    Caller,
    block,
    good,
    guest,
    guests,
    invited,
    refused,
)

pytestmark = pytest.mark.django_db

MALFORMED = [
    "1",
    "x",
    "0b2c4d6e-8f10-4a2b-8c3d-5e6f7081920",
    "0b2c4d6e8f104a2b8c3d5e6f70819203",
    "{0b2c4d6e-8f10-4a2b-8c3d-5e6f70819203}",
    "urn:uuid:0b2c4d6e-8f10-4a2b-8c3d-5e6f70819203",
    "%00",
    "%F0%9F%83%8F",
]
CALLS = [
    ("GET", "", None),
    ("HEAD", "", None),
    ("GET", "/moves", None),
    ("POST", "/moves", {"ply": 0, "card": "7D"}),
    ("POST", "/join", {}),
    ("POST", "/join", {"seat": 0}),
    ("POST", "/decline", {}),
    ("POST", "/cancel", {}),
    ("POST", "/resign", {}),
    ("POST", "/links", {}),
    ("POST", "/rematch", {}),
    ("POST", "/reactions", {"phrase": "hello"}),
    ("GET", "/messages", None),
    ("POST", "/messages", {"text": "Ciao"}),
    ("POST", "/abort", {}),
    ("POST", "/return", {}),
    ("POST", "/timeout-claims", {"outcome": "win"}),
    ("POST", "/pause-requests", {"seconds": 3600}),
    ("POST", "/pause-requests/accept", {}),
    ("POST", "/pause-requests/refuse", {}),
    ("POST", "/resume", {}),
    ("GET", "/log", None),
    ("GET", "/plans", None),
    ("DELETE", "/plans", None),
    ("PUT", "/mute", {}),
    ("DELETE", "/mute", None),
    ("GET", "/record", None),
]
IDS = [f"{method} {path} {body}" for method, path, body in CALLS]


def whole(response):
    """Everything that an answer says."""
    own = {"X-Request-ID"}  # each answer has its own name
    headers = sorted(item for item in response.headers.items() if item[0] not in own)
    return response.status_code, headers, response.content


class TestAStranger:
    @pytest.mark.parametrize(("method", "path", "body"), CALLS, ids=IDS)
    @pytest.mark.parametrize("language", ["it", "en"])
    def test_cannot_tell_a_private_match_from_one_that_does_not_exist(
        self, method, path, body, language
    ):
        host, other, stranger = guests(3)
        offered = host.create(seats=[ME, invited(other)])
        active = host.create(seats=[ME, GREEDY])
        finished = host.create(seats=[ME, GREEDY])
        good(host.post(f"/matches/{finished['id']}/resign"))
        ids = [offered["id"], active["id"], finished["id"], str(uuid.uuid4()), *MALFORMED]
        answers = {
            repr(
                whole(
                    stranger.send(
                        method, f"/matches/{id_}{path}", body=body, accept_language=language
                    )
                )
            )
            for id_ in ids
        }
        assert len(answers) == 1
        assert answers.pop().startswith("(404,")

    def test_sees_no_private_match_in_any_list(self):
        host, other, stranger = guests(3)
        host.create(seats=[ME, invited(other)])
        host.create(seats=[ME, GREEDY])
        for query in ({}, {"joinable": "true"}, {"awaiting": "me"}, {"status": "active"}):
            assert stranger.matches(**query)["items"] == []

    def test_does_not_see_a_match_whose_free_seat_is_for_a_link(self):
        host, stranger = guests(2)
        match = host.create(seats=[ME, LINK])
        refused(stranger.get(f"/matches/{match['id']}"), 404, "match_not_found")
        refused(stranger.post(f"/matches/{match['id']}/join"), 404, "match_not_found")
        assert stranger.matches(joinable="true")["items"] == []

    def test_does_not_see_an_open_match_of_somebody_with_whom_there_is_a_block(self):
        host, stranger, other = guests(3)
        match = host.create("scopa_in_tre", seats=[ME, OPEN, OPEN])
        block(stranger, host)
        for one in (stranger, guest()):
            sees = one is not stranger
            assert bool(one.matches(joinable="true")["items"]) == sees
            assert (one.get(f"/matches/{match['id']}").status_code == 200) == sees
        refused(stranger.post(f"/matches/{match['id']}/join"), 404, "match_not_found")
        other.join(match["id"])

    def test_sees_a_match_with_an_open_seat_until_it_is_taken(self):
        host, other, stranger = guests(3)
        match = host.create(seats=[ME, OPEN])
        assert stranger.look(match["id"])["you"] is None
        other.join(match["id"])
        refused(stranger.get(f"/matches/{match['id']}"), 404, "match_not_found")

    def test_does_not_see_a_match_that_was_called_off(self):
        host, stranger = guests(2)
        match = host.create(seats=[ME, OPEN])
        good(host.post(f"/matches/{match['id']}/cancel"))
        refused(stranger.get(f"/matches/{match['id']}"), 404, "match_not_found")


class TestNobody:
    @pytest.mark.parametrize(("method", "path", "body"), CALLS, ids=IDS)
    def test_is_told_to_log_in_whatever_the_match(self, method, path, body):
        host = guest()
        active = host.create(seats=[ME, GREEDY])
        on_offer = host.create(seats=[ME, OPEN])
        answers = {
            repr(whole(Caller().send(method, f"/matches/{id_}{path}", body=body)))
            for id_ in (active["id"], on_offer["id"], str(uuid.uuid4()), *MALFORMED)
        }
        assert len(answers) == 1
        assert answers.pop().startswith("(401,")


class TestACreatorWithoutASeat:
    def test_sees_the_match_but_no_hand(self):
        organiser, host, other = guests(3)
        match = organiser.create(seats=[invited(host), invited(other)])
        host.join(match["id"])
        other.join(match["id"])
        view = organiser.look(match["id"])
        assert view["status"] == "active"
        assert (view["you"], view["deal"]["hand"], view["legal_moves"]) == (None, [], [])
        assert view["creator"] == organiser.id
        assert [item["id"] for item in organiser.matches()["items"]] == [match["id"]]


class TestOneInvited:
    def test_sees_the_match_and_the_seat_that_is_offered(self):
        host, other = guests(2)
        match = host.create(seats=[ME, invited(other)])
        view = other.look(match["id"])
        assert (view["you"]["seat"], view["you"]["side"]) == (1, 1)
        assert view["seats"][1]["status"] == "invited"
