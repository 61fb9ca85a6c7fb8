"""Plans over HTTP, and that nothing of one shows anywhere but to the seat that made it."""

import json

import pytest

from games.models import Plan
from tests.api.callers import Caller, faults, good, guest, refused
from tests.api.tables import two_players
from tests.api.walking import staff_without_the_permission

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits_lifted")]

TABLE = ["3D", "4C", "9B", "10D"]


@pytest.fixture
def table():
    """Seat 1 is to play and holds 7S and 1D; seat 0 holds 9C, 5B and 6B."""
    return two_players(["7S", "1D"], table=TABLE, opponent=["9C", "5B", "6B"])


def put(table, seat, *items):
    path = f"/matches/{table.id}/plans"
    return table.callers[seat].send("PUT", path, body={"items": list(items)})


def get(table, seat):
    return good(table.callers[seat].get(f"/matches/{table.id}/plans"))


NINE = {"if": {"table_has": ["9B"]}, "card": "9C", "capture": ["9B"]}
NO_PLAN = {"items": [], "deal": None, "made_at": None}


class TestAPlan:
    def test_is_kept_shown_to_its_maker_and_dropped(self, table):
        assert get(table, 0) == NO_PLAN
        made = good(put(table, 0, NINE, {"card": "5B"}))
        assert made == get(table, 0)
        assert made["items"] == [
            {"if": {"table_has": ["9B"], "table_lacks": []}, "card": "9C", "capture": ["9B"]},
            {"if": {"table_has": [], "table_lacks": []}, "card": "5B", "capture": None},
        ]
        assert table.view(0)["you"]["has_plan"] is True
        path = f"/matches/{table.id}/plans"
        for _ in range(2):
            assert good(table.callers[0].send("DELETE", path)) == NO_PLAN
        assert table.view(0)["you"]["has_plan"] is False

    def test_fires_with_the_opponents_move(self, table):
        good(put(table, 0, NINE))
        view = good(table.play(1, card="7S", capture=["3D", "4C"]), 201)
        assert (view["ply"], view["turn"]["seat"]) == (2, 1)
        assert view["deal"]["table"] == ["10D"]
        assert view["deal"]["last_move"]["card"] == "9C"

    @pytest.mark.parametrize(
        ("items", "expected"),
        [
            ([{"card": "7S"}], ("/items/0/card", "card_not_in_hand")),
            ([NINE, {"card": "5B", "capture": ["6B"]}], ("/items/1/capture", "own_card_on_table")),
            ([], ("/items", "wrong_item_count")),
        ],
    )
    def test_is_refused_where_it_could_never_be_played(self, table, items, expected):
        assert faults(put(table, 0, *items), 422, "invalid_plan") == [expected]

    @pytest.mark.parametrize(
        ("item", "expected"),
        [
            ({}, ("/items/0/card", "required")),
            ({"card": "9X"}, ("/items/0/card", "invalid_card")),
            ({"card": "9C", "when": {}}, ("/items/0/when", "unknown_field")),
            ({"card": "9C", "if": {"table": []}}, ("/items/0/if/table", "unknown_field")),
            ({"card": "9C", "if": None}, ("/items/0/if", "null")),
            ({"card": "9C", "capture": None}, ("/items/0/capture", "null")),
        ],
    )
    def test_is_unreadable_where_its_shape_is_wrong(self, table, item, expected):
        assert expected in faults(put(table, 0, item), 400, "invalid_request")

    def test_of_too_many_items_is_refused(self, table):
        assert faults(put(table, 0, *[NINE] * 11), 400, "invalid_request") == [
            ("/items", "too_long")
        ]

    def test_is_refused_on_ones_own_turn(self, table):
        refused(put(table, 1, {"card": "7S"}), 409, "own_turn")


class TestNobodyElse:
    def seen(self, table):
        """Return all that others can ask about the match, with every header."""
        answers = {}
        others = {"opponent": table.callers[1], "stranger": guest(), "nobody": Caller()}
        for name, caller in others.items():
            for path in ("", "/moves", "/log", "/record", "/plans", "/messages"):
                response = caller.get(f"/matches/{table.id}{path}")
                headers = dict(response.headers)
                headers.pop("X-Request-ID", None)
                body = json.loads(response.content)
                for volatile in ("server_time", "request_id"):
                    body.pop(volatile, None)
                answers[name, path] = (response.status_code, headers, body)
        lists = table.callers[1].get("/matches")
        answers["list"] = (lists.headers.get("ETag"), lists.content)
        events = table.callers[1].get("/events", {"cursor": "0"})
        answers["events"] = json.loads(events.content).get("items")
        return answers

    def test_can_tell_that_there_is_one(self, table):
        before = self.seen(table)
        good(put(table, 0, NINE))
        assert self.seen(table) == before
        good(table.callers[0].send("DELETE", f"/matches/{table.id}/plans"))
        assert self.seen(table) == before

    def test_can_tell_that_one_fired(self, table):
        good(put(table, 0, NINE))
        good(table.play(1, card="7S"), 201)
        sources = {}
        for seat in (0, 1):
            items = table.callers[seat].moves(table.id)["items"]
            sources[seat] = [item["source"] for item in items]
        assert sources == {0: ["person", "plan"], 1: ["person", "person"]}
        for seat in (0, 1):
            events = good(table.callers[seat].get("/events", {"cursor": "0"}))["items"]
            assert "plan" not in json.dumps(events)

    def test_finds_one_on_the_pages_of_the_admin(self, table):
        good(put(table, 0, NINE))
        staff = staff_without_the_permission()
        plan = Plan.objects.get()
        for address in ("/admin/games/plan/", f"/admin/games/plan/{plan.pk}/change/"):
            assert staff.ask("GET", address).status_code in {403, 404}
        page = staff.ask("GET", f"/admin/games/match/{table.pk}/change/").content.decode()
        good(table.callers[0].send("DELETE", f"/matches/{table.id}/plans"))
        after = staff.ask("GET", f"/admin/games/match/{table.pk}/change/").content.decode()
        assert _without_tokens(page) == _without_tokens(after)


def _without_tokens(page):
    return [line for line in page.splitlines() if "csrf" not in line.lower()]
