"""POST /matches/{id}/moves: what is played, refused, and answered again."""

import pytest

from games.rule_texts import RULE_TITLES
from scopa_site.env import BASE_DIR
from tests.api.callers import ME, OPEN, Caller, faults, good, guest, guests, invited, refused
from tests.api.tables import two_players

pytestmark = pytest.mark.django_db

SUM = ["3D", "4C", "9B", "10D"]  # a seven takes the 3 and the 4


class TestAMove:
    def test_takes_the_cards_it_names_and_answers_with_the_new_view(self):
        table = two_players(["7S"], table=SUM)
        response = table.play(1, ply=0, card="7S", capture=["4C", "3D"])
        view = good(response, 201)
        assert view["ply"] == 1
        assert view["turn"]["seat"] == 0
        assert view["deal"]["table"] == ["9B", "10D"]
        assert view["deal"]["piles"][1] == {"side": 1, "count": 3, "scope": 0}
        assert view["deal"]["last_capture_side"] == 1
        assert view["deal"]["last_move"] == {
            "ply": 0,
            "seat": 1,
            "card": "7S",
            "capture": ["3D", "4C"],
            "scopa": False,
        }
        assert "7S" not in view["deal"]["hand"]
        assert view["legal_moves"] == []

    def test_takes_the_one_possible_capture_when_it_is_left_out(self):
        table = two_players(["7S"], table=SUM)
        view = good(table.play(1, card="7S"), 201)
        assert view["deal"]["last_move"]["capture"] == ["3D", "4C"]

    def test_lays_down_what_takes_nothing_when_the_capture_is_left_out(self):
        table = two_players(["5S"], table=SUM)
        view = good(table.play(1, card="5S"), 201)
        assert view["deal"]["last_move"]["capture"] == []
        assert view["deal"]["table"] == ["3D", "4C", "5S", "9B", "10D"]

    def test_lays_down_when_the_capture_is_empty(self):
        table = two_players(["5S"], table=SUM)
        assert good(table.play(1, card="5S", capture=[]), 201)["ply"] == 1

    def test_clears_the_table_with_a_scopa(self):
        table = two_players(["10S"], table=["1D", "2D", "3D", "4D"])
        view = good(table.play(1, card="10S", capture=["1D", "2D", "3D", "4D"]), 201)
        assert view["deal"]["last_move"]["scopa"] is True
        assert view["deal"]["piles"][1]["scope"] == 1
        assert view["deal"]["table"] == []


FIFTEEN = {"capture.mode": "fifteen"}
EITHER = {"capture.mode": "sum_or_fifteen"}
ACES = {"ace.sweep": True}

# The code, the clause of docs/rules.md, the table, the move, and what is changed of the rules.
REFUSED = [
    ("card_not_in_hand", "R3.1", SUM, {"card": "8D"}, {}),
    ("duplicate_capture_card", "R3.7", SUM, {"card": "7S", "capture": ["3D", "3D"]}, {}),
    ("capture_not_on_table", "R3.7", SUM, {"card": "7S", "capture": ["3D", "4D"]}, {}),
    ("capture_required", "R3.5", SUM, {"card": "7S", "capture": []}, {}),
    ("capture_too_many", "R3.7", SUM, {"card": "7S", "capture": ["3D", "4C", "9B"]}, {}),
    ("capture_too_few", "R3.7", SUM, {"card": "7S", "capture": ["3D"]}, {}),
    ("capture_too_few", "R9.1", SUM, {"card": "1S", "capture": ["3D"]}, ACES),
    ("capture_sum_mismatch", "R3.4", SUM, {"card": "7S", "capture": ["9B"]}, {}),
    ("capture_sum_mismatch", "R3.9", SUM, {"card": "7S", "capture": ["3D", "4C"]}, FIFTEEN),
    ("capture_sum_mismatch", "R3.10", SUM, {"card": "7S", "capture": ["9B"]}, EITHER),
    (
        "equal_card_first",
        "R3.3",
        ["7C", "3D", "4C", "10D"],
        {"card": "7S", "capture": ["3D", "4C"]},
        {},
    ),
    ("ambiguous_capture", "R3.6", ["7C", "7B", "9B", "10D"], {"card": "7S"}, {}),
    (
        "too_many_table_cards",
        "R3.12",
        ["1D", "2C", "4B", "10D"],
        {"card": "7S", "capture": ["1D", "2C", "4B"]},
        {"capture.max_table_cards": 2},
    ),
    (
        "fewest_cards_first",
        "R3.11",
        ["1D", "2C", "4B", "6B"],
        {"card": "7S", "capture": ["1D", "2C", "4B"]},
        {"capture.choice": "fewest_cards"},
    ),
    ("ace_may_not_open", "R9.5", SUM, {"card": "1S"}, {**ACES, "ace.opening": "forbidden"}),
]


class TestAMoveAgainstTheRules:
    @pytest.mark.parametrize(
        ("code", "rule", "on_table", "move", "rules"),
        REFUSED,
        ids=[f"{code} {rule}" for code, rule, *_ in REFUSED],
    )
    def test_is_refused_with_its_own_code_its_rule_and_what_is_legal(
        self, code, rule, on_table, move, rules
    ):
        table = two_players(["7S", "1S"], table=on_table, rules=rules)
        before = table.view(1)
        problem = refused(table.play(1, **move), 422, code)
        assert problem["rule"] == rule
        assert problem["legal_moves"] == before["legal_moves"]
        assert problem["legal_moves"]
        after = table.view(1)
        assert {**after, "server_time": None} == {**before, "server_time": None}

    def test_has_every_code_that_the_engine_gives_to_a_move(self):
        known = {code for code in RULE_TITLES if code != "not_your_turn"}
        assert {code for code, *_ in REFUSED} == known

    def test_names_rules_that_are_in_the_book(self):
        book = (BASE_DIR / "docs" / "rules.md").read_text(encoding="utf-8")
        for _code, rule, *_ in REFUSED:
            assert f"**{rule}**" in book, rule

    def test_is_explained_in_the_language_asked_for(self):
        table = two_players(["7S"], table=SUM)
        caller, path = table.callers[1], f"/matches/{table.id}/moves"
        move = {"ply": 0, "card": "7S", "capture": []}
        english = refused(caller.post(path, move), 422, "capture_required")
        italian = refused(caller.post(path, move, accept_language="it"), 422, "capture_required")
        assert english["detail"] != italian["detail"]
        assert english["title"] != italian["title"]


UNREADABLE = [
    ({"card": "7S"}, ("/ply", "required")),
    ({"ply": 0}, ("/card", "required")),
    ({"ply": -1, "card": "7S"}, ("/ply", "min_value")),
    ({"ply": "0", "card": "7S"}, ("/ply", "wrong_type")),
    ({"ply": 0.0, "card": "7S"}, ("/ply", "wrong_type")),
    ({"ply": True, "card": "7S"}, ("/ply", "wrong_type")),
    ({"ply": None, "card": "7S"}, ("/ply", "null")),
    ({"ply": 0, "card": None}, ("/card", "null")),
    ({"ply": 0, "card": 7}, ("/card", "wrong_type")),
    ({"ply": 0, "card": ["7S"]}, ("/card", "wrong_type")),
    ({"ply": 0, "card": "7s"}, ("/card", "invalid_card")),
    ({"ply": 0, "card": "07S"}, ("/card", "invalid_card")),
    ({"ply": 0, "card": "11D"}, ("/card", "invalid_card")),
    ({"ply": 0, "card": " 7S"}, ("/card", "invalid_card")),
    ({"ply": 0, "card": ""}, ("/card", "invalid_card")),
    ({"ply": 0, "card": "7S", "capture": None}, ("/capture", "null")),
    ({"ply": 0, "card": "7S", "capture": "3D"}, ("/capture", "wrong_type")),
    ({"ply": 0, "card": "7S", "capture": {}}, ("/capture", "wrong_type")),
    ({"ply": 0, "card": "7S", "capture": ["3D", "4"]}, ("/capture/1", "invalid_card")),
    ({"ply": 0, "card": "7S", "capture": [None]}, ("/capture/0", "null")),
    ({"ply": 0, "card": "7S", "seat": 1}, ("/seat", "unknown_field")),
]


class TestAMoveThatCannotBeRead:
    @pytest.mark.parametrize(("body", "fault"), UNREADABLE, ids=lambda value: str(value))
    def test_is_refused_with_a_pointer_to_what_is_wrong(self, body, fault):
        table = two_players(["7S"], table=SUM)
        response = table.callers[1].post(f"/matches/{table.id}/moves", body)
        assert fault in faults(response, 400, "invalid_request")
        assert table.view(1)["ply"] == 0

    def test_is_refused_when_it_is_not_json(self):
        table = two_players(["7S"], table=SUM)
        path = f"/matches/{table.id}/moves"
        form = {"raw": b"ply=0&card=7S", "content_type": "application/x-www-form-urlencoded"}
        refused(table.callers[1].send("POST", path, **form), 415, "not_json")

    def test_is_refused_when_it_is_too_large(self):
        table = two_players(["7S"], table=SUM)
        body = {"ply": 0, "card": "7S", "capture": ["3D"] * 4000}
        refused(table.callers[1].post(f"/matches/{table.id}/moves", body), 413, "body_too_large")


class TestAMoveOutOfPlace:
    def test_is_stale_at_another_ply_and_tells_the_current_one(self):
        table = two_players(["7S", "5S"], table=SUM)
        for ply in (1, 10**17):
            problem = refused(table.play(1, ply=ply, card="7S"), 409, "stale_position")
            assert problem["current_ply"] == 0
        good(table.play(1, ply=0, card="7S"), 201)
        problem = refused(table.play(1, ply=0, card="5S"), 409, "stale_position")
        assert problem["current_ply"] == 1

    def test_is_refused_when_another_seat_is_on_turn(self):
        table = two_players(["7S"], table=SUM, opponent=["8D"])
        refused(table.play(0, card="8D"), 409, "not_your_turn")

    def test_is_refused_after_the_match(self):
        table = two_players(["7S"], table=SUM)
        good(table.callers[0].post(f"/matches/{table.id}/resign"))
        refused(table.play(1, ply=0, card="7S"), 409, "match_finished")

    def test_is_refused_before_the_first_deal(self):
        host, other = guests(2)
        match = host.create(seats=[ME, invited(other)])
        refused(host.play(match["id"], ply=0, card="7S"), 409, "match_not_started")

    def test_is_refused_in_a_match_called_off(self):
        host = guest()
        match = host.create(seats=[ME, OPEN])
        good(host.post(f"/matches/{match['id']}/cancel"))
        refused(host.play(match["id"], ply=0, card="7S"), 409, "match_cancelled")

    def test_is_refused_to_a_creator_without_a_seat(self):
        organiser, *players = guests(3)
        match = organiser.create(seats=[invited(player) for player in players])
        for player in players:
            player.join(match["id"])
        refused(organiser.play(match["id"], ply=0, card="7S"), 422, "not_seated")

    def test_needs_a_token(self):
        table = two_players(["7S"], table=SUM)
        path = f"/matches/{table.id}/moves"
        response = Caller().post(path, {"ply": 0, "card": "7S"})
        refused(response, 401, "not_authenticated")
        assert response.headers["WWW-Authenticate"].startswith("Bearer")
        refused(Caller("scopa_wrong").post(path, {"ply": 0, "card": "7S"}), 401, "invalid_token")


class TestAMoveSentAgain:
    def test_changes_nothing_and_answers_with_the_view_as_it_is_now(self):
        table = two_players(["7S"], table=SUM, opponent=["8D"])
        move = {"ply": 0, "card": "7S", "capture": ["3D", "4C"]}
        first = good(table.play(1, **move), 201)
        again = good(table.play(1, **move), 200)
        assert {**again, "server_time": None} == {**first, "server_time": None}
        good(table.play(0, ply=1, card="8D"), 201)
        assert good(table.play(1, **move), 200)["ply"] == 2
        assert len(table.callers[0].moves(table.id)["items"]) == 2

    def test_is_the_same_however_its_capture_is_ordered(self):
        table = two_players(["7S"], table=SUM)
        good(table.play(1, ply=0, card="7S", capture=["3D", "4C"]), 201)
        good(table.play(1, ply=0, card="7S", capture=["4C", "3D"]), 200)

    def test_is_the_same_with_the_only_capture_left_out_either_time(self):
        table = two_players(["7S"], table=SUM)
        good(table.play(1, ply=0, card="7S", capture=["3D", "4C"]), 201)
        good(table.play(1, ply=0, card="7S"), 200)
        other = two_players(["7S"], table=SUM)
        good(other.play(1, ply=0, card="7S"), 201)
        good(other.play(1, ply=0, card="7S", capture=["3D", "4C"]), 200)

    def test_is_the_same_with_a_laid_card_however_it_is_written(self):
        table = two_players(["5S"], table=SUM)
        good(table.play(1, ply=0, card="5S"), 201)
        good(table.play(1, ply=0, card="5S", capture=[]), 200)
        good(table.play(1, ply=0, card="5S"), 200)

    @pytest.mark.parametrize(
        "other",
        [
            {"card": "7S", "capture": ["7B"]},
            {"card": "7S", "capture": []},
            {"card": "7S", "capture": ["7C", "7C"]},
            {"card": "7S"},  # there was a choice, so leaving it out says something else
            {"card": "7D", "capture": ["7C"]},
        ],
        ids=str,
    )
    def test_is_stale_with_another_content(self, other):
        table = two_players(["7S"], table=["7C", "7B", "9B", "10D"])
        good(table.play(1, ply=0, card="7S", capture=["7C"]), 201)
        assert refused(table.play(1, ply=0, **other), 409, "stale_position")["current_ply"] == 1

    def test_is_stale_from_another_seat(self):
        table = two_players(["7S"], table=SUM)
        good(table.play(1, ply=0, card="7S"), 201)
        refused(table.play(0, ply=0, card="7S"), 409, "stale_position")

    def test_is_answered_well_after_the_match_has_ended(self):
        table = two_players(["7S"], table=SUM)
        move = {"ply": 0, "card": "7S", "capture": ["3D", "4C"]}
        good(table.play(1, **move), 201)
        good(table.callers[0].post(f"/matches/{table.id}/resign"))
        view = good(table.play(1, **move), 200)
        assert view["status"] == "finished"
        good(table.play(1, ply=0, card="7S"), 200)
        refused(table.play(1, ply=0, card="7S", capture=[]), 409, "match_finished")
