"""GET /matches and GET /matches/{id}/moves."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import MatchStatus
from tests.api import contract
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
from tests.api.playing import play_out
from tests.api.tables import two_players

pytestmark = pytest.mark.django_db


def ids(page):
    return [item["id"] for item in page["items"]]


class TestMyMatches:
    def test_are_those_i_play_in_or_created_newest_first(self):
        me, other = guests(2)
        against_computer = me.create(seats=[ME, GREEDY])
        organised = me.create(seats=[invited(other), GREEDY])
        invitation = other.create(seats=[ME, invited(me)])
        other.create(seats=[ME, GREEDY])
        assert ids(me.matches()) == [invitation["id"], organised["id"], against_computer["id"]]

    def test_show_what_a_list_needs_and_no_card(self):
        me = guest()
        match = me.create(seats=[ME, GREEDY])
        (item,) = me.matches()["items"]
        for name in ("id", "status", "preset", "ply", "score", "result"):
            assert item[name] == match[name]
        for name in ("you", "turn"):
            assert item[name] == {part: match[name][part] for part in item[name]}
        for seat, shown in zip(match["seats"], item["seats"], strict=True):
            assert shown == {name: seat[name] for name in shown}
        assert {"deal", "legal_moves", "hand"} & item.keys() == set()

    def test_show_score_and_result_of_a_finished_match(self):
        table = two_players([], table=["1D", "2D", "3D", "4D"], rules={"match.target": 1})
        final = play_out(table)
        (item,) = table.callers[0].matches()["items"]
        assert item["result"] == final["result"]
        assert item["score"] == final["score"]
        assert item["turn"] is None

    def test_show_points_of_nothing_before_the_first_deal(self):
        me = guest()
        me.create("scopa_in_tre", seats=[ME, OPEN, OPEN])
        (item,) = me.matches()["items"]
        assert (item["status"], item["score"], item["ply"]) == ("offered", [0, 0, 0], 0)

    def test_can_be_narrowed_to_a_status(self):
        me = guest()
        offered = me.create(seats=[ME, OPEN])["id"]
        active = me.create(seats=[ME, GREEDY])["id"]
        finished = me.create(seats=[ME, GREEDY])["id"]
        good(me.post(f"/matches/{finished}/resign"))
        cancelled = me.create(seats=[ME, OPEN])["id"]
        good(me.post(f"/matches/{cancelled}/cancel"))
        expired = me.create(seats=[ME, OPEN], offer_seconds=300)["id"]
        services.sweep_offers(now=timezone.now() + timedelta(seconds=301))
        expected = {
            "offered": offered,
            "active": active,
            "finished": finished,
            "cancelled": cancelled,
            "expired": expired,
        }
        assert set(expected) == set(MatchStatus.values)
        for status, match_id in expected.items():
            assert ids(me.matches(status=status)) == [match_id]

    def test_can_be_narrowed_to_those_that_wait_for_me(self):
        table = two_players(["7S"], table=["3D", "4C", "9B", "10D"])
        assert ids(table.callers[1].matches(awaiting="me")) == [table.id]
        assert ids(table.callers[0].matches(awaiting="me")) == []
        good(table.play(1, card="7S"), 201)
        assert ids(table.callers[1].matches(awaiting="me")) == []
        assert ids(table.callers[0].matches(awaiting="me")) == [table.id]

    def test_do_not_wait_for_me_before_the_deal_or_after_the_end(self):
        me = guest()
        me.create(seats=[ME, OPEN])
        over = me.create(seats=[ME, GREEDY])["id"]
        good(me.post(f"/matches/{over}/resign"))
        assert me.matches(awaiting="me")["items"] == []


class TestJoinableMatches:
    def test_are_open_ones_of_others_and_invitations(self):
        me, other, third = guests(3)
        on_offer = other.create(seats=[ME, OPEN])["id"]
        invitation = other.create(seats=[ME, invited(me)])["id"]
        other.create(seats=[ME, invited(third)])
        other.create(seats=[ME, GREEDY])
        mine = me.create(seats=[ME, OPEN])["id"]
        assert ids(me.matches(joinable="true")) == [invitation, on_offer]
        assert ids(other.matches(joinable="true")) == [mine]

    def test_are_gone_once_they_begin_or_are_called_off(self):
        me, other, third = guests(3)
        begun, dropped = (other.create(seats=[ME, OPEN])["id"] for _ in range(2))
        third.join(begun)
        good(other.post(f"/matches/{dropped}/cancel"))
        assert me.matches(joinable="true")["items"] == []

    def test_are_left_out_of_the_question_with_false(self):
        me, other = guests(2)
        other.create(seats=[ME, OPEN])
        assert me.matches(joinable="false")["items"] == []


class TestPages:
    def test_follow_one_another_without_gap_or_repetition(self):
        me = guest()
        created = [me.create(seats=[ME, GREEDY])["id"] for _ in range(5)]
        pages, cursor = [], {}
        while cursor is not None:
            page = me.matches(limit="2", **cursor)
            pages.append(ids(page))
            cursor = page["next_cursor"] and {"cursor": page["next_cursor"]}
        assert [len(page) for page in pages] == [2, 2, 1]
        assert [each for page in pages for each in page] == created[::-1]

    def test_are_not_upset_by_a_new_match(self):
        me = guest()
        created = [me.create(seats=[ME, GREEDY])["id"] for _ in range(3)]
        first = me.matches(limit="2")
        me.create(seats=[ME, GREEDY])
        assert ids(me.matches(limit="2", cursor=first["next_cursor"])) == [created[0]]

    def test_hold_twenty_matches_unless_told_otherwise(self):
        me = guest()
        for _ in range(21):
            me.create(seats=[ME, OPEN])
        page = me.matches()
        assert len(page["items"]) == 20
        assert page["next_cursor"]
        assert len(me.matches(limit="100")["items"]) == 21


NONSENSE = [
    ("/matches", {"limit": "0"}, "?limit"),
    ("/matches", {"limit": "101"}, "?limit"),
    ("/matches", {"limit": "-1"}, "?limit"),
    ("/matches", {"limit": "ten"}, "?limit"),
    ("/matches", {"limit": "1e1"}, "?limit"),
    ("/matches", {"limit": ""}, "?limit"),
    ("/matches", {"limit": "9" * 30}, "?limit"),
    ("/matches", {"cursor": "x"}, "?cursor"),
    ("/matches", {"cursor": ""}, "?cursor"),
    ("/matches", {"cursor": "W10"}, "?cursor"),
    ("/matches", {"status": "open"}, "?status"),
    ("/matches", {"status": ""}, "?status"),
    ("/matches", {"awaiting": "you"}, "?awaiting"),
    ("/matches", {"joinable": "yes"}, "?joinable"),
    ("/matches/{id}/moves", {"limit": "0"}, "?limit"),
    ("/matches/{id}/moves", {"limit": "101"}, "?limit"),
    ("/matches/{id}/moves", {"after_ply": "-2"}, "?after_ply"),
    ("/matches/{id}/moves", {"after_ply": "first"}, "?after_ply"),
    ("/matches/{id}/moves", {"after_ply": "1.5"}, "?after_ply"),
    ("/matches/{id}/moves", {"cursor": "MQ"}, "?cursor"),
]


class TestANonsensicalQuery:
    @pytest.mark.parametrize(("path", "query", "pointer"), NONSENSE, ids=str)
    def test_is_refused_with_the_parameter(self, path, query, pointer):
        me = guest()
        match = me.create(seats=[ME, GREEDY])
        response = me.get(path.format(id=match["id"]), query)
        assert [name for name, _code in faults(response, 400, "invalid_request")] == [pointer]

    @pytest.mark.parametrize("path", ["/matches", "/matches/{id}", "/matches/{id}/moves"])
    @pytest.mark.parametrize("query", [{"colour": "red"}, {"limit": ["1", "2"]}], ids=str)
    def test_is_refused_when_a_parameter_is_unknown_or_given_twice(self, path, query):
        me = guest()
        match = me.create(seats=[ME, GREEDY])
        refused(me.get(path.format(id=match["id"]), query), 400, "unknown_parameter")


class TestMoves:
    def test_are_the_cards_played_in_order(self):
        table = two_players(["7S"], table=["3D", "4C", "9B", "10D"], opponent=["8D"])
        good(table.play(1, card="7S"), 201)
        good(table.play(0, card="8D"), 201)
        page = table.callers[0].moves(table.id)
        assert page["next_cursor"] is None
        first, second = page["items"]
        assert first.pop("played_at") <= second.pop("played_at")
        assert first == {
            "ply": 0,
            "deal": 1,
            "seat": 1,
            "card": "7S",
            "capture": ["3D", "4C"],
            "scopa": False,
            "source": "person",
        }
        assert (second["ply"], second["capture"]) == (1, [])

    def test_run_through_the_deals_without_a_gap(self):
        table = two_players([], table=["1D", "2D", "3D", "4D"], rules={"match.target": 5})
        final = play_out(table)
        items, cursor = [], {}
        while cursor is not None:
            page = table.callers[0].moves(table.id, limit="25", **cursor)
            items += page["items"]
            cursor = page["next_cursor"] and {"cursor": page["next_cursor"]}
        assert [item["ply"] for item in items] == list(range(final["ply"]))
        assert final["ply"] == 36 * len(final["deals"])
        assert [item["deal"] for item in items[::36]] == [d["number"] for d in final["deals"]]

    def test_begin_after_the_ply_that_is_named(self):
        table = two_players(["7S"], table=["3D", "4C", "9B", "10D"], opponent=["8D"])
        good(table.play(1, card="7S"), 201)
        good(table.play(0, card="8D"), 201)
        for after, plies in (("-1", [0, 1]), ("0", [1]), ("1", []), ("9" * 18, [])):
            items = table.callers[0].moves(table.id, after_ply=after)["items"]
            assert [item["ply"] for item in items] == plies

    def test_begin_after_both_the_ply_and_the_cursor(self):
        table = two_players(["7S"], table=["3D", "4C", "9B", "10D"], opponent=["8D"])
        good(table.play(1, card="7S"), 201)
        good(table.play(0, card="8D"), 201)
        cursor = table.callers[0].moves(table.id, limit="1")["next_cursor"]
        caller = table.callers[0]
        assert [m["ply"] for m in caller.moves(table.id, cursor=cursor)["items"]] == [1]
        assert caller.moves(table.id, cursor=cursor, after_ply="1")["items"] == []

    def test_are_none_before_the_first_deal(self):
        me = guest()
        match = me.create(seats=[ME, OPEN])
        assert me.moves(match["id"]) == {"items": [], "next_cursor": None}


class TestHead:
    @pytest.mark.parametrize("path", ["/matches?limit=5", "/matches/{id}", "/rules/presets"])
    def test_answers_as_get_does_without_the_body(self, path):
        me = guest()
        match = me.create(seats=[ME, GREEDY])
        path = path.format(id=match["id"])
        me.is_checked = False  # the query is not part of a described address
        whole, bare = (me.send(method, path) for method in ("GET", "HEAD"))
        assert (whole.status_code, bare.status_code) == (200, 200)
        assert bare.content == b""
        for name in ("Content-Type", "Cache-Control", "Vary"):
            assert bare.headers[name] == whole.headers[name]


class TestEveryCall:
    @pytest.mark.parametrize(
        "path",
        sorted({path for _method, path, _operation in contract.operations() if "match" in path}),
    )
    def test_names_the_methods_it_has_when_asked_for_another(self, path):
        me = guest()
        match = me.create(seats=[ME, GREEDY])
        place = path.removeprefix("/api/v1").replace("{match_id}", match["id"])
        described = {method for method, each, _operation in contract.operations() if each == path}
        (another, *_more) = {"DELETE", "PATCH"} - described
        me.is_checked = False  # no operation stands behind the method
        response = me.send(another, place)
        refused(response, 405, "method_not_allowed")
        allowed = set(response.headers["Allow"].split(", "))
        assert described <= allowed <= described | {"HEAD"}

    def test_is_never_shown_again_by_a_cache_that_has_not_asked(self):
        me = guest()
        match = me.create(seats=[ME, GREEDY])
        for response in (me.get("/matches"), me.get(f"/matches/{match['id']}")):
            assert response.headers["Cache-Control"] == "private, no-cache"
            assert response.headers["ETag"]
        for response in (me.get("/matches/x"), Caller().get("/matches"), me.get("/me")):
            assert response.headers["Cache-Control"] == "no-store"
