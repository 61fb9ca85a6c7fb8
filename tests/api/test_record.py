"""GET /matches/{id}/record."""

import pytest

from games import engine
from tests.api.callers import GREEDY, ME, OPEN, Caller, good, guest, refused
from tests.api.tables import two_players

pytestmark = pytest.mark.django_db

SUM = ["3D", "4C", "9B", "10D"]
JSON, TEXT = "application/json", "text/plain; charset=utf-8"


def record_of(table, seat=0):
    return good(table.callers[seat].get(f"/matches/{table.id}/record"))


class TestTheRecordOfARunningMatch:
    def test_says_what_was_dealt_to_the_table_and_played_and_no_pack(self):
        table = two_players(["7S"], table=SUM)
        good(table.play(1, ply=0, card="7S", capture=["3D", "4C"]), 201)
        record = record_of(table)
        (deal,) = record["deals"]
        assert deal["pack"] is None
        assert deal["table"] == SUM
        assert deal["moves"] == [
            {"ply": 0, "seat": 1, "card": "7S", "capture": ["3D", "4C"], "scopa": False}
        ]
        assert record["result"] is None
        assert record["players"] == [caller.username for caller in table.callers]

    def test_is_the_same_to_everybody_at_the_table(self):
        table = two_players(["7S"], table=SUM)
        assert record_of(table, 0) == record_of(table, 1)

    def test_tells_of_the_hands_that_were_declared(self):
        table = two_players(
            ["1S", "2S", "3S"],
            table=["9B", "10D", "10C", "8S"],
            opponent=["10B", "9C", "8D"],
            preset="cirulla",
        )
        (deal,) = record_of(table)["deals"]
        cards = ["1S", "2S", "3S"]
        assert deal["declared"] == [{"seat": 1, "kind": "low_hand", "points": 3, "cards": cards}]

    def test_replays_without_packs(self):
        table = two_players(["7S"], table=SUM)
        good(table.play(1, ply=0, card="7S", capture=["3D", "4C"]), 201)
        assert engine.first_difference(engine.decode_record(record_of(table))) is None


class TestTheRecordOfAMatchThatIsOver:
    def test_has_the_packs_and_the_result(self):
        table = two_players(["7S"], table=SUM)
        good(table.play(1, ply=0, card="7S", capture=["3D", "4C"]), 201)
        good(table.callers[0].post(f"/matches/{table.id}/resign"))
        record = record_of(table)
        assert len(record["deals"][0]["pack"]) == 40
        assert record["result"] == {
            "winner_side": 1,
            "termination": "resigned",
            "score": [0, 0],
            "resigned_seat": 0,
        }


class TestTheRecordOfAMatchThatHasNotBegun:
    def test_has_no_deals(self):
        host = guest()
        view = host.create(seats=[ME, OPEN])
        record = good(host.get(f"/matches/{view['id']}/record"))
        assert record["deals"] == []
        assert record["date"] == "?"
        assert record["result"] is None


class TestTheForm:
    @pytest.mark.parametrize(
        ("accept", "content_type"),
        [
            (None, JSON),
            ("*/*", JSON),
            ("application/json", JSON),
            ("text/plain", TEXT),
            ("text/*", TEXT),
            ("text/plain;q=0.5, application/json", JSON),
            ("text/plain, application/json;q=0.5", TEXT),
            ("image/png", JSON),
            ("nonsense", JSON),
        ],
    )
    def test_is_what_the_client_likes_best_or_else_json(self, accept, content_type):
        host = guest()
        view = host.create(seats=[ME, GREEDY])
        headers = {} if accept is None else {"accept": accept}
        response = host.get(f"/matches/{view['id']}/record", **headers)
        assert response.status_code == 200
        assert response.headers["Content-Type"] == content_type
        assert "Accept" in response.headers["Vary"].replace("Accept-Language", "")

    def test_says_the_same_as_text(self):
        table = two_players(["7S"], table=SUM)
        good(table.play(1, ply=0, card="7S", capture=["3D", "4C"]), 201)
        path = f"/matches/{table.id}/record"
        text = table.callers[0].get(path, accept="text/plain").content.decode()
        assert "7S:3D+4C" in text
        assert engine.read_record(text) == engine.decode_record(record_of(table))

    def test_of_a_refusal_is_a_problem_whatever_was_asked_for(self):
        path = "/matches/0b2c4d6e-8f10-4a2b-8c3d-5e6f70819203/record"
        refused(guest().get(path, accept="text/plain"), 404, "match_not_found")


class TestTheReader:
    def test_must_be_one_who_may_see_the_match(self):
        table = two_players(["7S"], table=SUM)
        path = f"/matches/{table.id}/record"
        refused(guest().get(path), 404, "match_not_found")
        refused(Caller().get(path), 401, "not_authenticated")
        refused(guest().get("/matches/nonsense/record"), 404, "match_not_found")
