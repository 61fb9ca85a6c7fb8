"""What is asked with bad intent is refused, briefly, and tells nothing."""

import pytest

from tests.api.callers import GREEDY, ME, faults, good, guest, guests, refused
from tests.api.tables import two_players

pytestmark = pytest.mark.django_db


def table_after_two_moves():
    table = two_players(["7S"], table=["3D", "4C", "9B", "10D"], opponent=["8D"])
    good(table.play(1, card="7S"), 201)
    good(table.play(0, card="8D"), 201)
    return table


class TestLongLists:
    def test_of_cards_are_refused_before_their_items_are_read(self):
        table = two_players(["7S"], table=["3D", "4C", "9B", "10D"])
        response = table.play(1, card="7S", capture=["no card"] * 41)
        assert faults(response, 400, "invalid_request") == [("/capture", "too_long")]

    def test_of_cards_are_read_up_to_the_whole_deck(self):
        table = two_players(["7S"], table=["3D", "4C", "9B", "10D"])
        refused(table.play(1, card="7S", capture=["3D"] * 40), 422, "duplicate_capture_card")

    def test_of_seats_are_refused_before_their_items_are_read(self):
        body = {"preset": "scopa_classica", "seats": [7] * 13}
        response = guest().post("/matches", body)
        assert faults(response, 400, "invalid_request") == [("/seats", "too_long")]

    @pytest.mark.parametrize("count", [3, 12])
    def test_of_seats_that_could_be_a_mistake_are_told_the_right_number(self, count):
        body = {"preset": "scopa_classica", "seats": [GREEDY] * count}
        response = guest().post("/matches", body)
        assert ("/seats", "wrong_seat_count") in faults(response, 422, "invalid_seats")


class TestLongNames:
    def test_come_back_cut(self):
        body = {
            "preset": "scopa_classica",
            "seats": [],
            **{"x" * 700 + str(n): n for n in range(20)},
        }
        response = guest().post("/matches", body)
        refused(response, 400, "invalid_request")
        assert len(response.content) < 4_000


class TestCursors:
    def test_of_matches_open_no_other_list(self):
        me, other = guests(2)
        for _match in range(2):
            me.create(seats=[ME, GREEDY])
        cursor = me.matches(limit="1")["next_cursor"]
        assert len(me.matches(limit="1", cursor=cursor)["items"]) == 1
        response = other.get("/matches", {"cursor": cursor})
        assert faults(response, 400, "invalid_request") == [("?cursor", "invalid_cursor")]

    def test_of_moves_open_no_other_list(self):
        table, other = table_after_two_moves(), table_after_two_moves()
        cursor = table.callers[0].moves(table.id, limit="1")["next_cursor"]
        for path in (f"/matches/{other.id}/moves", "/matches"):
            response = other.callers[0].get(path, {"cursor": cursor})
            assert faults(response, 400, "invalid_request") == [("?cursor", "invalid_cursor")]

    def test_of_moves_are_good_however_the_id_is_written(self):
        table = table_after_two_moves()
        caller = table.callers[0]
        cursor = caller.moves(table.id, limit="1")["next_cursor"]
        page = good(caller.get(f"/matches/{table.id.upper()}/moves", {"cursor": cursor}))
        assert [move["ply"] for move in page["items"]] == [1]
