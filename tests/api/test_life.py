"""What happens beside the cards, over HTTP: the clock in the view, pauses, holidays, the log."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Match, RatingNote
from tests.api.callers import GREEDY, ME, faults, good, guest, guests, invited, refused
from tests.api.tables import two_players

pytestmark = pytest.mark.django_db

SUM = ["3D", "4C", "9B", "10D"]
DAY = timedelta(days=1)


def moment(text):
    return datetime.fromisoformat(text)


def put(caller, path, body, **more):
    return caller.send("PUT", path, body=body, **more)


@pytest.fixture
def table():
    return two_players(["7S"], table=SUM)


def matches(table):
    return Match.objects.filter(public_id=table.id)


class TestTheClock:
    def test_is_in_the_view_with_the_time_of_the_turn(self, table):
        view = table.view(0)
        assert view["clock"]["slug"] == "normale"
        assert view["clock"]["rules"]["kind"] == "bank"
        assert view["clock"]["banks_seconds"] == [72 * 3600] * 2
        turn = view["turn"]
        assert (turn["seat"], turn["bank_seconds"]) == (1, 72 * 3600)
        assert moment(turn["deadline_at"]) - moment(turn["started_at"]) >= 3 * DAY

    def test_has_no_deadline_for_the_computer(self):
        view = guest().create(seats=[GREEDY, ME], rules={"deal.first_dealer": "seat_0"})
        assert view["turn"]["deadline_at"] is not None
        view = guest().create(seats=[ME, GREEDY], rules={"deal.first_dealer": "seat_0"})
        assert view["turn"]["deadline_at"] is None

    def test_is_there_before_the_first_deal_without_a_turn(self):
        host, other = guests(2)
        view = host.create(seats=[ME, invited(other)])
        assert view["turn"] is None
        assert view["clock"]["banks_seconds"] == []
        assert view["offer_expires_at"] is not None

    def test_shows_the_deadline_in_lists(self, table):
        (item,) = table.callers[0].matches()["items"]
        assert item["deadline_at"] == table.view(0)["turn"]["deadline_at"]
        assert (item["clock"], item["rated"]) == ("normale", False)


class TestThePause:
    def test_is_asked_for_shown_agreed_to_and_ended(self, table):
        asker, other = table.callers
        path = f"/matches/{table.id}"
        before = moment(table.view(0)["turn"]["deadline_at"])
        view = good(asker.post(f"{path}/pause-requests", {"seconds": 86400}))
        expected = {"seat": 0, "seconds": 86400, "agreed": []}
        assert view["pause_request"] == other.look(table.id)["pause_request"] == expected
        view = good(other.post(f"{path}/pause-requests/accept"))
        assert view["pause_request"] is None
        assert moment(view["clock"]["paused_until"]) > timezone.now()
        assert moment(view["turn"]["deadline_at"]) == before + DAY
        assert [seat["pauses_left"] for seat in view["seats"]] == [1, 2]
        view = good(other.post(f"{path}/resume"))
        assert view["clock"]["paused_until"] is None
        assert moment(view["turn"]["deadline_at"]) - before < DAY / 2

    def test_is_refused_for_a_length_that_is_none(self, table):
        path = f"/matches/{table.id}/pause-requests"
        asker = table.callers[0]
        refused(asker.post(path, {"seconds": 59}), 422, "invalid_pause")
        refused(asker.post(path, {"seconds": 10**9}), 422, "invalid_pause")
        assert faults(asker.post(path, {"seconds": 0}), 400, "invalid_request") == [
            ("/seconds", "min_value")
        ]
        assert faults(asker.post(path, {}), 400, "invalid_request") == [("/seconds", "required")]


class TestTheHoliday:
    def test_is_taken_shown_to_the_table_and_given_back(self, table):
        player = table.callers[1]
        account = good(player.get("/me/holiday"))
        assert account["from"] is account["to"] is None
        assert account["balance_seconds"] == 7 * 86400
        end = (timezone.now() + 2 * DAY).isoformat()
        before = moment(table.view(0)["turn"]["deadline_at"])
        account = good(put(player, "/me/holiday", {"to": end}))
        view = table.view(0)
        assert view["seats"][1]["away_until"] == account["to"]
        assert view["seats"][0]["away_until"] is None
        assert moment(view["turn"]["deadline_at"]) > before + DAY
        account = good(player.send("DELETE", "/me/holiday"))
        assert account["to"] is None
        view = table.view(0)
        assert view["seats"][1]["away_until"] is None
        assert moment(view["turn"]["deadline_at"]) - before < DAY

    def test_that_is_only_planned_is_not_shown(self, table):
        now = timezone.now()
        body = {"from": (now + DAY).isoformat(), "to": (now + 2 * DAY).isoformat()}
        good(put(table.callers[1], "/me/holiday", body))
        assert table.view(0)["seats"][1]["away_until"] is None

    def test_stands_in_the_log_as_the_document_says(self, table):
        until = (timezone.now() + DAY).isoformat()
        good(put(table.callers[1], "/me/holiday", {"to": until}))
        log = good(table.callers[0].get(f"/matches/{table.id}/log"))["items"]
        assert [line["kind"] for line in log] == ["holiday"]

    @pytest.mark.parametrize(
        ("body", "pointer", "code"),
        [
            ({}, "/to", "required"),
            ({"to": None}, "/to", "null"),
            ({"to": 5}, "/to", "wrong_type"),
            ({"to": "soon"}, "/to", "invalid_time"),
            ({"to": "2026-03-01"}, "/to", "invalid_time"),
            ({"to": "2026-03-01T12:00:00"}, "/to", "invalid_time"),
            ({"to": "0001-01-01T00:00:00+14:00"}, "/to", "invalid_time"),
            ({"to": "2026-03-01T12:00:00Z", "from": "x"}, "/from", "invalid_time"),
        ],
    )
    def test_is_unreadable_without_a_time(self, body, pointer, code):
        response = put(guest(), "/me/holiday", body)
        assert faults(response, 400, "invalid_request") == [(pointer, code)]

    def test_is_refused_beyond_the_balance(self):
        body = {"to": (timezone.now() + 8 * DAY).isoformat()}
        response = put(guest(), "/me/holiday", body)
        assert faults(response, 422, "invalid_holiday") == [("/to", "exceeds_balance")]

    def test_is_refused_a_new_beginning_once_it_has_begun(self):
        player, now = guest(), timezone.now()
        good(put(player, "/me/holiday", {"to": (now + DAY).isoformat()}))
        body = {"from": (now + DAY).isoformat(), "to": (now + 2 * DAY).isoformat()}
        refused(put(player, "/me/holiday", body), 409, "holiday_begun")


class TestTheLog:
    def test_tells_what_happened_to_whoever_sees_the_match(self, table):
        asker, other = table.callers
        path = f"/matches/{table.id}"
        good(asker.post(f"{path}/pause-requests", {"seconds": 600}))
        good(other.post(f"{path}/pause-requests/accept"))
        good(other.post(f"{path}/resume"))
        for caller in table.callers:
            log = good(caller.get(f"{path}/log"))
            assert [(each["kind"], each["seat"]) for each in log["items"]] == [
                ("pause_asked", 0),
                ("pause_began", 0),
                ("pause_ended", 1),
            ]
            assert log["next_cursor"] is None

    def test_comes_in_pages(self, table):
        for _ in range(3):
            good(table.callers[0].post(f"/matches/{table.id}/pause-requests", {"seconds": 600}))
            good(table.callers[0].post(f"/matches/{table.id}/pause-requests/refuse"))
        path, kinds, cursor = f"/matches/{table.id}/log", [], None
        for _ in range(3):
            query = {"limit": "2"} if cursor is None else {"limit": "2", "cursor": cursor}
            page = good(table.callers[1].get(path, query))
            kinds += [each["kind"] for each in page["items"]]
            cursor = page["next_cursor"]
        assert kinds == ["pause_asked", "pause_withdrawn"] * 3
        assert cursor is None

    def test_is_nobody_elses(self, table):
        refused(guest().get(f"/matches/{table.id}/log"), 404, "match_not_found")


class TestHolidaysAndPauses:
    @pytest.mark.usefixtures("one_window")
    def test_are_not_asked_for_without_end(self, table, settings):
        limits = {"holiday_per_player": (1, 60), "pause_per_player": (1, 60)}
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, **limits}
        one = table.callers[0]
        good(one.send("DELETE", "/me/holiday"))
        refused(one.send("DELETE", "/me/holiday"), 429, "too_many_requests")
        path = f"/matches/{table.id}/pause-requests"
        assert one.post(path, {"seconds": 60}).status_code != 429
        refused(one.post(path, {"seconds": 60}), 429, "too_many_requests")


class TestLeaving:
    def test_by_aborting_leaves_no_result(self, table):
        view = good(table.callers[0].post(f"/matches/{table.id}/abort"))
        assert (view["status"], view["closed_because"], view["result"]) == (
            "cancelled",
            "aborted",
            None,
        )
        refused(table.callers[1].post(f"/matches/{table.id}/abort"), 409, "match_cancelled")

    def test_by_running_out_of_time_is_decided_by_the_clock(self, table):
        matches(table).update(deadline_at=timezone.now() - DAY)
        services.expire_turn(match_id=matches(table).get().public_id, now=timezone.now())
        view = table.view(0)
        assert view["result"] == {
            "winner_side": 0,
            "termination": "timeout",
            "score": [0, 0],
            "outcomes": ["won", "lost"],
            "ended_by_seat": 1,
            "decided_by": "clock",
            "rated": "no",
            "annulled_because": None,
        }
        assert view["seats"][1]["status"] == "timed_out"
        log = good(table.callers[0].get(f"/matches/{table.id}/log"))
        assert [each["kind"] for each in log["items"]] == ["timed_out"]

    @pytest.mark.parametrize(
        ("rated", "note", "shown"),
        [
            (False, "", ("no", None)),
            (True, "", ("yes", None)),
            (True, RatingNote.SERIAL_TIMEOUT, ("annulled", "serial_timeout")),
        ],
    )
    def test_tells_whether_it_counts(self, table, rated, note, shown):
        good(table.callers[0].post(f"/matches/{table.id}/resign"))
        matches(table).update(rated=rated, rating_note=note)
        result = table.view(0)["result"]
        assert (result["rated"], result["annulled_because"]) == shown
        assert (result["outcomes"], result["decided_by"]) == (["lost", "won"], "engine")

    def test_a_seat_to_the_computer_and_coming_back(self, table):
        match = matches(table).get()
        spec = {**match.clock_spec, "on_timeout": "ai"}
        matches(table).update(deadline_at=timezone.now() - DAY, clock_spec=spec)
        services.expire_turn(match_id=match.public_id, now=timezone.now())
        seat = table.view(0)["seats"][1]
        assert (seat["status"], seat["substitute"]) == ("ai_substitute", "greedy")
        assert table.callers[1].matches(awaiting="me")["items"] == []
        refused(table.play(1, card="7S"), 409, "seat_handed_over")
        path = f"/matches/{table.id}/return"
        assert refused(table.callers[1].post(path), 409, "turn_being_played")["status"] == 409
        assert services.run_ai_turn(match_pk=match.pk, ply=match.ply, now=timezone.now())
        view = good(table.callers[1].post(path))
        assert view["seats"][1]["substitute"] is None
        assert view["turn"]["deadline_at"] is not None

    def test_to_be_claimed_ends_as_the_claimant_wants(self, table):
        match = matches(table).get()
        spec = {**match.clock_spec, "on_timeout": "claim"}
        matches(table).update(deadline_at=timezone.now() - DAY, clock_spec=spec)
        services.expire_turn(match_id=match.public_id, now=timezone.now())
        assert table.view(0)["seats"][1]["status"] == "claimable"
        path = f"/matches/{table.id}/timeout-claims"
        refused(table.callers[0].post(path, {"outcome": "money"}), 400, "invalid_request")
        refused(table.callers[1].post(path, {"outcome": "win"}), 409, "nothing_to_claim")
        view = good(table.callers[0].post(path, {"outcome": "win"}))
        assert view["result"]["winner_side"] == 0
