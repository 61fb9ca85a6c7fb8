"""POST /matches."""

import pytest

from games import engine
from tests.api.callers import (
    GREEDY,
    ME,
    OPEN,
    RANDOM,
    Caller,
    faults,
    guest,
    guests,
    invited,
    refused,
)

pytestmark = pytest.mark.django_db

TWO = [ME, GREEDY]


class TestAMatchAgainstTheComputer:
    def test_is_dealt_at_once(self):
        host = guest()
        view = host.create(seats=TWO)
        assert view["status"] == "active"
        assert view["preset"] == "scopa_classica"
        assert view["you"] == {"seat": 0, "side": 0, "has_plan": False}
        assert view["creator"] == host.id
        assert view["ply"] == 0
        assert view["turn"]["seat"] in (0, 1)
        assert view["score"] == [0, 0]
        assert view["deals"] == []
        assert view["result"] is None

    def test_shows_who_sits_where(self):
        host = guest()
        mine, other = host.create(seats=TWO)["seats"]
        assert mine == {
            "seat": 0,
            "side": 0,
            "type": "person",
            "player": {
                "id": host.id,
                "username": host.username,
                "display_name": host.username,
                "is_guest": True,
            },
            "level": None,
            "status": "playing",
            "hand_count": 3,
            "substitute": None,
            "away_until": None,
            "pauses_left": 2,
        }
        assert other == {
            "seat": 1,
            "side": 1,
            "type": "ai",
            "player": None,
            "level": "greedy",
            "status": "playing",
            "hand_count": 3,
            "substitute": None,
            "away_until": None,
            "pauses_left": 2,
        }

    def test_deals_the_cards(self):
        deal = guest().create(seats=TWO)["deal"]
        assert (deal["number"], deal["stock_count"]) == (1, 30)
        assert (len(deal["hand"]), len(deal["table"])) == (3, 4)
        assert deal["piles"] == [{"side": side, "count": 0, "scope": 0} for side in (0, 1)]
        assert deal["last_capture_side"] is None
        assert deal["last_move"] is None

    def test_offers_moves_only_on_ones_own_turn(self):
        host = guest()
        seen = set()
        while seen != {True, False}:
            view = host.create(seats=TWO)
            mine = view["turn"]["seat"] == 0
            assert bool(view["legal_moves"]) is mine
            seen.add(mine)

    @pytest.mark.parametrize("preset", engine.PRESETS)
    def test_can_be_any_preset(self, preset):
        players = engine.PRESETS[preset].rules.table.players
        view = guest().create(preset, seats=[ME, *[RANDOM] * (players - 1)])
        assert view["status"] == "active"
        assert view["rules"] == engine.encode_rules(engine.PRESETS[preset].rules)

    def test_of_four_in_pairs_has_two_sides(self):
        view = guest().create("scopone_scientifico", seats=[ME, RANDOM, GREEDY, RANDOM])
        assert [seat["side"] for seat in view["seats"]] == [0, 1, 0, 1]
        assert view["score"] == [0, 0]
        assert len(view["deal"]["piles"]) == 2
        assert [seat["hand_count"] for seat in view["seats"]] == [10] * 4

    def test_can_be_watched_by_a_creator_without_a_seat(self):
        view = guest().create(seats=[RANDOM, GREEDY])
        assert view["status"] == "active"
        assert view["you"] is None
        assert view["deal"]["hand"] == []
        assert view["legal_moves"] == []


class TestAMatchWithPeople:
    def test_waits_until_every_seat_is_taken(self):
        host, other = guests(2)
        view = host.create("scopa_in_tre", seats=[ME, invited(other), OPEN])
        assert view["status"] == "offered"
        assert [seat["status"] for seat in view["seats"]] == ["joined", "invited", "open"]
        assert [seat["type"] for seat in view["seats"]] == ["person", "person", "open"]
        assert [seat["hand_count"] for seat in view["seats"]] == [0, 0, 0]
        assert view["deal"] is None
        assert view["turn"] is None
        assert view["ply"] == 0
        assert view["score"] == [0, 0, 0]
        assert view["legal_moves"] == view["deals"] == view["voids"] == []

    def test_finds_the_one_invited_however_the_name_is_written(self):
        host, other = guests(2)
        seat = {"type": "player", "username": other.username.upper()}
        assert host.create(seats=[ME, seat])["seats"][1]["player"]["id"] == other.id


class TestRules:
    def test_start_from_the_preset_and_change_by_path(self):
        rules = {"match.target": 16, "scoring.cards.award": "majority"}
        view = guest().create(seats=TWO, rules=rules)
        expected = engine.encode_rules(engine.resolve("scopa_classica", rules))
        assert view["rules"] == expected
        assert view["rules"]["match"]["target"] == 16

    @pytest.mark.parametrize(
        ("rules", "fault"),
        [
            ({"match.target": 0}, ("/rules/match.target", "value_not_allowed")),
            ({"match.target": "16"}, ("/rules/match.target", "wrong_type")),
            ({"match.target": [16]}, ("/rules/match.target", "wrong_type")),
            ({"match.target": {"to": 16}}, ("/rules/match.target", "wrong_type")),
            ({"match.target": None}, ("/rules/match.target", "wrong_type")),
            ({"match.target": 16.0}, ("/rules/match.target", "wrong_type")),
            ({"match.target": True}, ("/rules/match.target", "wrong_type")),
            ({"match.colour": 1}, ("/rules/match.colour", "unknown_path")),
            ({"match": {"target": 16}}, ("/rules/match", "unknown_path")),
            ({"table.players": 5}, ("/rules/table.players", "value_not_allowed")),
            ({"ace.scores_scopa": True}, ("/rules/ace.scores_scopa", "combination_not_allowed")),
            ({"slug": "mine"}, ("/rules/slug", "unknown_path")),
            ({"a/b~c": 1}, ("/rules/a~1b~0c", "unknown_path")),
        ],
        ids=str,
    )
    def test_that_cannot_be_played_are_refused_with_the_path(self, rules, fault):
        body = {"preset": "scopa_classica", "rules": rules, "seats": TWO}
        assert fault in faults(guest().post("/matches", body), 422, "invalid_rules")

    def test_are_explained_in_the_language_asked_for(self):
        body = {"preset": "scopa_classica", "rules": {"match.target": 0}, "seats": TWO}
        details = {
            refused(guest().post("/matches", body, accept_language=language), 422, "invalid_rules")[
                "errors"
            ][0]["detail"]
            for language in ("it", "en")
        }
        assert len(details) == 2

    def test_of_an_unknown_preset_are_refused(self):
        response = guest().post("/matches", {"preset": "briscola", "seats": TWO})
        assert "scopa_classica" in refused(response, 422, "unknown_preset")["detail"]


class TestSeats:
    @pytest.mark.parametrize(
        ("seats", "fault"),
        [
            ([], ("/seats", "wrong_seat_count")),
            ([ME], ("/seats", "wrong_seat_count")),
            ([ME, GREEDY, GREEDY], ("/seats", "wrong_seat_count")),
            ([ME, ME], ("/seats/1/type", "player_seated_twice")),
            ([ME, {"type": "robot"}], ("/seats/1/type", "unknown_seat_type")),
            ([ME, {"type": "ai"}], ("/seats/1/level", "unknown_level")),
            ([ME, {"type": "ai", "level": "oracle"}], ("/seats/1/level", "unknown_level")),
            ([ME, {"type": "player"}], ("/seats/1/username", "required")),
            ([ME, {"type": "player", "username": ""}], ("/seats/1/username", "required")),
            (
                [ME, {"type": "player", "username": "nobody-at-all"}],
                ("/seats/1/username", "unknown_player"),
            ),
            ([{**ME, "level": "greedy"}, GREEDY], ("/seats/0/level", "not_for_this_type")),
            ([ME, {**OPEN, "username": "x"}], ("/seats/1/username", "not_for_this_type")),
        ],
        ids=str,
    )
    def test_that_make_no_table_are_refused_with_a_pointer(self, seats, fault):
        host = guest()
        body = {"preset": "scopa_classica", "seats": seats}
        assert fault in faults(host.post("/matches", body), 422, "invalid_seats")
        assert host.matches()["items"] == []

    def test_cannot_invite_the_creator(self):
        host = guest()
        body = {"preset": "scopa_classica", "seats": [ME, invited(host)]}
        fault = ("/seats/1/username", "invited_self")
        assert fault in faults(host.post("/matches", body), 422, "invalid_seats")

    def test_are_all_named_when_several_are_wrong(self):
        body = {"preset": "scopa_classica", "seats": [{"type": "robot"}, {"type": "ai"}]}
        found = faults(guest().post("/matches", body), 422, "invalid_seats")
        assert [pointer for pointer, _code in found] == ["/seats/0/type", "/seats/1/level"]


UNREADABLE = [
    ({}, ("/preset", "required")),
    ({"preset": "scopa_classica"}, ("/seats", "required")),
    ({"preset": None, "seats": TWO}, ("/preset", "null")),
    ({"preset": 1, "seats": TWO}, ("/preset", "wrong_type")),
    ({"preset": "scopa_classica", "seats": None}, ("/seats", "null")),
    ({"preset": "scopa_classica", "seats": {}}, ("/seats", "wrong_type")),
    ({"preset": "scopa_classica", "seats": ["me"]}, ("/seats/0", "wrong_type")),
    ({"preset": "scopa_classica", "seats": [{}]}, ("/seats/0/type", "required")),
    ({"preset": "scopa_classica", "seats": [{"type": 1}]}, ("/seats/0/type", "wrong_type")),
    ({"preset": "scopa_classica", "seats": [{"type": None}]}, ("/seats/0/type", "null")),
    (
        {"preset": "scopa_classica", "seats": [{"type": "ai", "level": None}]},
        ("/seats/0/level", "null"),
    ),
    (
        {"preset": "scopa_classica", "seats": [{"type": "me", "side": 0}]},
        ("/seats/0/side", "unknown_field"),
    ),
    ({"preset": "scopa_classica", "seats": TWO, "rules": None}, ("/rules", "null")),
    ({"preset": "scopa_classica", "seats": TWO, "rules": []}, ("/rules", "wrong_type")),
    ({"preset": "scopa_classica", "seats": TWO, "status": "active"}, ("/status", "unknown_field")),
]


class TestABodyThatCannotBeRead:
    @pytest.mark.parametrize(("body", "fault"), UNREADABLE, ids=str)
    def test_is_refused_with_a_pointer(self, body, fault):
        host = guest()
        assert fault in faults(host.post("/matches", body), 400, "invalid_request")
        assert host.matches()["items"] == []

    @pytest.mark.parametrize(
        ("raw", "status", "code"),
        [
            (b"{", 400, "invalid_json"),
            (b"[]", 400, "not_an_object"),
            (b'{"preset": 1, "preset": 2}', 400, "duplicate_key"),
            (b'{"preset": "\\u0000"}', 400, "nul_character"),
            (b'{"preset": ' + b"[" * 20 + b"]" * 20 + b"}", 400, "too_deep"),
            (b'{"preset": "' + b"x" * 17_000 + b'"}', 413, "body_too_large"),
        ],
        ids=["syntax", "list", "twice", "nul", "deep", "large"],
    )
    def test_is_refused_before_it_is_looked_at(self, raw, status, code):
        refused(guest().send("POST", "/matches", raw=raw), status, code)

    def test_is_refused_when_it_is_not_declared_as_json(self):
        response = guest().send("POST", "/matches", raw=b"{}", content_type="text/plain")
        refused(response, 415, "not_json")


class TestTheCaller:
    def test_needs_a_token(self):
        body = {"preset": "scopa_classica", "seats": TWO}
        refused(Caller().post("/matches", body), 401, "not_authenticated")
        refused(Caller("scopa_wrong").post("/matches", body), 401, "invalid_token")


@pytest.mark.usefixtures("one_window")
class TestAFloodOfMatches:
    def test_is_refused_to_the_one_who_sends_it(self, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "create_match_per_player": (2, 3600)}
        host, other = guest(), guest()
        for _match in range(2):
            host.create(seats=TWO)
        answer = host.post("/matches", {"preset": "scopa_classica", "seats": TWO})
        refused(answer, 429, "too_many_requests")
        assert int(answer["Retry-After"]) > 0
        other.create(seats=TWO)
