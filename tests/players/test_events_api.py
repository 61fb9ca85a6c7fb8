"""GET /events, POST /events/read, and where there are no streams."""

from datetime import timedelta

import pytest

from players.services import trim_feeds
from players.services.feed import KEPT
from tests.players.accounts import NOW, assert_problem, call, faults, signed_up
from tests.players.feeds import MATCH, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return signed_up("anna")


def events(client, session, query="", **headers):
    return call(client, "GET", f"/events{query}", token=session.token, **headers)


class TestGetEvents:
    def test_begins_now(self, client, anna):
        tell(anna.player.pk, anna.player.pk)

        shown = events(client, anna).json()

        assert (shown["items"], shown["cursor"]) == ([], "2")

    def test_shows_what_came_after_the_cursor(self, client, anna):
        tell(anna.player.pk)
        tell(anna.player.pk, type="match.your_turn", ply=4, deadline_at="2026-12-01T10:00:00Z")

        shown = events(client, anna, "?cursor=1").json()

        assert shown["items"] == [
            {
                "id": "2",
                "type": "match.your_turn",
                "match": str(MATCH),
                "data": {"ply": 4, "deadline_at": "2026-12-01T10:00:00Z"},
                "created_at": NOW.isoformat().replace("+00:00", "Z"),
            }
        ]
        assert shown["cursor"] == "2"
        assert shown["server_time"].endswith("Z")

    def test_leaves_the_match_empty_where_there_is_none(self, client, anna):
        tell(anna.player.pk, subject=None)
        (item,) = events(client, anna, "?cursor=0").json()["items"]
        assert item["match"] is None

    def test_gives_pages_that_follow_one_another(self, client, anna):
        tell(*[anna.player.pk] * 5)
        cursor, seen = "0", []
        for _ in range(3):
            page = events(client, anna, f"?cursor={cursor}&limit=2").json()
            cursor = page["cursor"]
            seen += [item["id"] for item in page["items"]]
        assert seen == ["1", "2", "3", "4", "5"]

    def test_tells_what_to_do_when_the_cursor_has_expired(self, client, anna):
        tell(anna.player.pk, now=NOW - KEPT - timedelta(seconds=1))
        trim_feeds(now=NOW)

        problem = assert_problem(events(client, anna, "?cursor=0"), 410, "cursor_expired")

        assert problem["sync"] == "/api/v1/sync"
        assert "/api/v1/sync" in problem["detail"]

    @pytest.mark.parametrize("cursor", ["1", "-1", "x", ""])
    def test_refuses_a_cursor_it_never_gave_out(self, client, anna, cursor):
        assert_problem(events(client, anna, f"?cursor={cursor}"), 400, "cursor_unknown")

    @pytest.mark.parametrize(
        ("query", "fault"),
        [
            ("?limit=0", ("?limit", "min_value")),
            ("?limit=101", ("?limit", "max_value")),
            ("?wait=26", ("?wait", "max_value")),
            ("?wait=-1", ("?wait", "min_value")),
            ("?wait=1.5", ("?wait", "wrong_type")),
        ],
    )
    def test_refuses_what_is_out_of_range(self, client, anna, query, fault):
        problem = assert_problem(events(client, anna, query), 400, "invalid_request")
        assert faults(problem) == {fault}

    def test_refuses_strangers(self, client):
        assert_problem(call(client, "GET", "/events"), 401, "not_authenticated")

    def test_does_not_wait_in_a_process_that_holds_no_requests(self, client, anna):
        tell(anna.player.pk)
        shown = events(client, anna, "?cursor=1&wait=25").json()
        assert shown["items"] == []


class TestReading:
    def test_counts_what_is_unread(self, client, anna):
        tell(*[anna.player.pk] * 3)
        response = call(client, "POST", "/events/read", {"cursor": "1"}, token=anna.token)
        assert (response.status_code, response.json()) == (200, {"cursor": "1", "unread": 2})

    def test_never_goes_back(self, client, anna):
        tell(*[anna.player.pk] * 3)
        for cursor in ("3", "1"):
            response = call(client, "POST", "/events/read", {"cursor": cursor}, token=anna.token)
        assert response.json() == {"cursor": "3", "unread": 0}

    @pytest.mark.parametrize("cursor", ["4", "x"])
    def test_refuses_a_cursor_it_never_gave_out(self, client, anna, cursor):
        tell(*[anna.player.pk] * 3)
        response = call(client, "POST", "/events/read", {"cursor": cursor}, token=anna.token)
        assert_problem(response, 400, "cursor_unknown")

    def test_refuses_a_number_for_a_cursor(self, client, anna):
        response = call(client, "POST", "/events/read", {"cursor": 1}, token=anna.token)
        assert_problem(response, 400, "invalid_request")


class TestAStreamInAProcessThatHoldsNone:
    def test_is_refused_and_says_what_to_ask_instead(self, client, anna):
        response = call(client, "GET", "/events/stream", token=anna.token)
        problem = assert_problem(response, 503, "wrong_process")
        assert "/api/v1/events" in problem["detail"]

    def test_refuses_a_wrong_cursor_first(self, client, anna):
        response = call(client, "GET", "/events/stream?cursor=9", token=anna.token)
        assert_problem(response, 400, "cursor_unknown")
