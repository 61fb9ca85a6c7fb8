"""What a view says beside the cards: deals thrown in, points, results, times."""

import dataclasses
import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
import time_machine

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
        table = two_players([], table=SUM)
        record = record_of(table)
        score = engine.DealScore(
            number=1,
            points=(3, 2),
            carte=0,
            denari=None,
            settebello=1,
            primiera=0,
            scope=(1, 1),
            primiera_values=(78, None),
        )
        state = dataclasses.replace(record.state, deals=(score,), scores=(3, 2))
        view = shown(record, state)
        assert view["score"] == [3, 2]
        assert view["deals"] == [
            {
                "number": 1,
                "points": [3, 2],
                "carte": 0,
                "denari": None,
                "settebello": 1,
                "primiera": 0,
                "scope": [1, 1],
                "primiera_values": [78, None],
            }
        ]


class TestTheResult:
    @pytest.mark.parametrize("winner", [0, 1, None])
    def test_names_the_winning_side_or_nobody(self, winner):
        record = record_of(two_players([], table=SUM))
        outcome = engine.Outcome(winner, "completed", (2, 2))
        view = shown(record, dataclasses.replace(record.state, outcome=outcome))
        assert view["result"] == {
            "winner_side": winner,
            "termination": "completed",
            "score": [2, 2],
        }
        assert view["turn"] is None
        assert view["legal_moves"] == []


class TestTimes:
    def test_are_in_utc_with_milliseconds(self):
        with time_machine.travel(datetime(2026, 3, 1, 12, 0, 0, 7000, tzinfo=UTC), tick=False):
            view = guest().create(seats=[ME, GREEDY])
        assert view["server_time"] == view["created_at"] == "2026-03-01T12:00:00.007Z"

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
        with time_machine.travel(NOW, tick=False):
            good(table.play(1, card="7S"), 201)
        (move,) = table.callers[0].moves(table.id)["items"]
        assert move["played_at"] == "2026-03-01T12:00:00.000Z"
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", table.view(0)["server_time"])


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
