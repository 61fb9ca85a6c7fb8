"""What a view says beside the cards: deals thrown in, points, results, times."""

import dataclasses
import re
from datetime import UTC, datetime, timedelta, timezone

import pytest

from games import engine, queries, services
from games.api.render import match_view, time_text
from games.models import MoveSource
from games.records import MatchRecord
from tests.api import contract
from tests.api.callers import GREEDY, ME, good, guest
from tests.api.tables import deal, two_players
from tests.engine.decks import with_table

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SUM = ["3D", "4C", "9B", "10D"]


def shown(record, state, viewer_id=None):
    """Render a state that was not reached by play, and hold it against the document."""
    view = match_view(MatchRecord(record.match, record.seats, state), viewer_id, NOW)
    contract.check_schema({"$ref": "#/components/schemas/MatchView"}, view)
    return view


def record_of(table):
    return queries.record_of(queries.all_matches([table.id]).get())


TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


class TestADealThrownIn:
    def test_is_listed_and_dealt_again_under_its_number(self):
        kings = ["10D", "10C", "10S", "1D"]
        packs = iter([with_table(kings, before=6), with_table(SUM, before=6)])
        table = deal(2, lambda: map(engine.parse_card, next(packs)), preset="scopa_classica")
        view = table.view(0)
        assert view["voids"] == [{"number": 1, "table": ["1D", "10D", "10C", "10S"]}]
        assert view["deal"]["number"] == 1
        assert view["deal"]["dealer_seat"] == 0
        assert view["deal"]["table"] == SUM
        assert view["deals"] == []
        assert view["ply"] == 0


class TestAScoredDeal:
    def test_names_who_has_each_point(self):
        record = record_of(two_players([], table=SUM))
        mine = engine.mask_of(map(engine.parse_card, ["7D", "7C", "6S"]))
        piles = [mine, engine.mask_of(engine.DECK) ^ mine]
        score = engine.score_deal(record.state.rules, 1, piles, (1, 1))
        state = dataclasses.replace(record.state, deals=(score,), scores=score.points)
        view = shown(record, state)
        assert view["score"] == [2, 4]
        assert view["deals"] == [
            {
                "number": 1,
                "points": [2, 4],
                "carte": 1,
                "denari": 1,
                "settebello": 0,
                "primiera": 1,
                "scope": [1, 1],
                "primiera_values": [None, 78],
                "detail": {
                    "cards": [3, 37],
                    "denari": [1, 9],
                    "primiera": [
                        {"best": ["7D", "7C", "6S", None], "value": None, "counts": None},
                        {"best": ["6D", "6C", "7S", "7B"], "value": 78, "counts": None},
                    ],
                    "re_bello": None,
                    "napola": [0, 0],
                    "grande": None,
                    "sevens": [2, 2],
                    "declarations": [0, 0],
                    "dealer_bonus": [0, 0],
                    "won_outright": None,
                },
            }
        ]

    def test_has_no_detail_where_none_was_kept(self):
        record = record_of(two_players([], table=SUM))
        score = engine.score_deal(record.state.rules, 1, [0, 0], (0, 0))
        score = dataclasses.replace(score, detail=None)
        view = shown(record, dataclasses.replace(record.state, deals=(score,)))
        assert view["deals"][0]["detail"] is None

    def test_tells_runs_bonuses_and_declarations_where_they_are_played(self):
        record = record_of(two_players([], table=SUM))
        rules = engine.resolve("cirulla")
        mine = engine.mask_of(engine.parse_card(f"{rank}D") for rank in (1, 2, 3, 4, 8, 9, 10))
        score = engine.score_deal(
            rules,
            1,
            [mine, engine.mask_of(engine.DECK) ^ mine],
            (2, 0),
            declarations=(3, 10),
            dealer_bonus=(1, 0),
        )
        view = shown(record, dataclasses.replace(record.state, deals=(score,)))
        detail = view["deals"][0]["detail"]
        assert detail["napola"] == [4, 0]
        assert detail["grande"] == 0
        assert detail["declarations"] == [3, 10]
        assert detail["dealer_bonus"] == [1, 0]


class TestADeclaredHand:
    def test_is_seen_by_everybody_until_it_is_played(self):
        table = two_players(
            ["1S", "2S", "3S"],
            table=["9B", "10D", "10C", "8S"],
            opponent=["10B", "9C", "8D"],
            preset="cirulla",
        )
        expected = {
            "seat": 1,
            "kind": "low_hand",
            "points": 3,
            "cards": ["1S", "2S", "3S"],
            "wild": None,
        }
        for seat in (0, 1):
            assert table.view(seat)["deal"]["declared"] == [expected]
        good(table.play(1, ply=0, card="2S", capture=[]), 201)
        (left,) = table.view(0)["deal"]["declared"]
        assert left["cards"] == ["1S", "3S"]


class TestTheResult:
    @pytest.mark.parametrize(
        ("winner", "outcomes"),
        [(0, ["won", "lost"]), (1, ["lost", "won"]), (None, ["drawn", "drawn"])],
    )
    def test_names_the_winning_side_or_nobody(self, winner, outcomes):
        record = record_of(two_players([], table=SUM))
        outcome = engine.Outcome(winner, "completed", (2, 2))
        state = dataclasses.replace(record.state, outcome=outcome, scores=(2, 2))
        record.match.winner_side, record.match.termination = winner, "completed"
        record.match.turn_seat = None
        view = shown(record, state)
        assert view["result"] == {
            "winner_side": winner,
            "termination": "completed",
            "score": [2, 2],
            "outcomes": outcomes,
            "ended_by_seat": None,
            "decided_by": "engine",
            "rated": "no",
            "annulled_because": None,
        }
        assert view["turn"] is None
        assert view["legal_moves"] == []


class TestTimes:
    def test_are_in_utc_with_milliseconds(self):
        view = guest().create(seats=[ME, GREEDY])
        assert view["server_time"] == view["created_at"]
        assert TIME.fullmatch(view["server_time"])

    @pytest.mark.parametrize(
        ("moment", "text"),
        [
            (datetime(2026, 3, 1, 12, tzinfo=UTC), "2026-03-01T12:00:00.000Z"),
            (datetime(2026, 3, 1, 12, 0, 0, 999_999, tzinfo=UTC), "2026-03-01T12:00:00.999Z"),
            (
                datetime(2026, 3, 1, 0, 30, tzinfo=timezone(timedelta(hours=1))),
                "2026-02-28T23:30:00.000Z",
            ),
        ],
    )
    def test_are_written_alike_whatever_their_zone(self, moment, text):
        assert time_text(moment) == text

    def test_of_moves_are_when_they_were_played(self):
        table = two_players(["7S"], table=SUM)
        answer = good(table.play(1, card="7S"), 201)
        (move,) = table.callers[0].moves(table.id)["items"]
        assert move["played_at"] == answer["server_time"]
        assert TIME.fullmatch(move["played_at"])


class TestAnAi:
    def test_that_gave_no_answer_is_told_from_one_that_chose(self):
        table = two_players([], table=SUM, ai="random")
        move = table.view(1)["legal_moves"][0]
        good(table.play(1, ply=0, **move), 201)
        record = record_of(table)
        first = engine.legal_moves(record.state)[0]
        services.play_move(
            match_id=record.match.public_id,
            actor=services.AiActor(0, MoveSource.FALLBACK),
            ply=1,
            card=first.card,
            capture=first.capture,
            now=NOW,
        )
        sources = [item["source"] for item in table.callers[1].moves(table.id)["items"]]
        assert sources == ["person", "fallback"]
