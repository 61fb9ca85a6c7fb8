"""Matches that the first version of the engine stored are played to their end by the services."""

from datetime import UTC, datetime

import pytest
from jsonschema import Draft202012Validator

from games import engine, queries, services
from games.api.render import match_view
from games.api.rules_schema import rules_schema
from games.models import (
    Deal,
    DealStatus,
    Match,
    MatchStatus,
    Move,
    MoveSource,
    Seat,
    SeatKind,
    SeatStatus,
)
from games.services import PersonActor
from players.models import Player
from tests.engine.test_stored import STORED, entries

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def stored_match(stored, at):
    """Write the rows of a match as they stood after so many entries of its log."""
    players = [
        Player.objects.create_user(f"player{seat}", password=None)
        for seat in range(stored["rules"]["table"]["players"])
    ]
    snapshot = {name: part for name, part in stored["states"][at].items() if name != "rules"}
    match = Match.objects.create(
        creator=players[0],
        preset=stored["preset"],
        rules=stored["rules"],
        engine_version=stored["engine_version"],
        status=MatchStatus.ACTIVE,
        first_dealer=stored["first_dealer"],
        ply=snapshot["ply"],
        turn_seat=snapshot["deal"]["turn"],
        snapshot=snapshot,
        created_at=NOW,
        started_at=NOW,
        updated_at=NOW,
    )
    rules = engine.decode_rules(stored["rules"])
    for index, player in enumerate(players):
        Seat.objects.create(
            match=match,
            index=index,
            side=engine.side_of(rules, index),
            kind=SeatKind.PERSON,
            status=SeatStatus.PLAYING,
            player=player,
        )
    _write_log(match, rules, entries(stored)[: int(at)])
    match.refresh_from_db()
    return match


def _write_log(match, rules, log):
    state, deal = engine.new_match(rules, match.first_dealer), None
    for entry in log:
        before = state
        (step,) = engine.replay_steps(state, [entry])
        state = step.state
        if isinstance(entry, engine.DeckEntry):
            if deal is not None:
                Deal.objects.filter(pk=deal.pk).update(status=DealStatus.SCORED)
            number = before.deal_number
            deal = Deal.objects.create(
                match=match,
                number=number,
                attempt=Deal.objects.filter(match=match, number=number).count(),
                dealer_seat=before.dealer,
                first_ply=before.ply,
                deck=Deal.written(entry.cards),
                status=DealStatus.VOID if state.needs_deck else DealStatus.OPEN,
                dealt_at=NOW,
            )
            if state.needs_deck:
                deal = None
            continue
        (played,) = (e.move for e in step.events if isinstance(e, engine.CardPlayed))
        Move.objects.create(
            match=match,
            ply=played.ply,
            deal=deal,
            seat=played.seat,
            card=str(played.card),
            capture=" ".join(map(str, played.capture)),
            scopa=played.scopa,
            sole=played.sole,
            source=MoveSource.PERSON,
            played_at=NOW,
        )
    Match.objects.filter(pk=match.pk).update(open_deal=deal)


def playing(stored):
    """Return the places in a log at which a seat is on turn."""
    states = stored["states"]
    return [at for at in states if states[at]["deal"] and states[at]["outcome"] is None]


def play_on(match, stored, at):
    """Play the rest of the log through the services, with its packs."""
    log = entries(stored)[int(at) :]
    packs = [entry.cards for entry in log if isinstance(entry, engine.DeckEntry)]
    for entry in log:
        if isinstance(entry, engine.PlayEntry):
            services.play_move(
                match_id=match.public_id,
                actor=PersonActor(match.seats.get(index=entry.seat).player_id),
                ply=Match.objects.get(pk=match.pk).ply,
                card=entry.move.card,
                capture=entry.move.capture,
                now=NOW,
                shuffle=lambda: packs.pop(0),
            )
    match.refresh_from_db()


class TestAMatchOfTheFirstVersion:
    @pytest.mark.parametrize("name", STORED)
    def test_is_played_to_the_end_it_would_have_had(self, name):
        stored = STORED[name]
        at = playing(stored)[-1]
        match = stored_match(stored, at)
        assert services.differences(match) == []
        play_on(match, stored, at)
        assert match.status == MatchStatus.FINISHED
        last = list(stored["states"].values())[-1]
        assert match.winner_side == last["outcome"]["winner_side"]
        assert match.summary_score == last["scores"]
        assert services.differences(match) == []
        assert match.rules == stored["rules"]

    def test_that_spans_several_deals_has_the_detail_of_those_played_since(self):
        stored = STORED["v1_scopa_21"]
        at = next(at for at in playing(stored) if stored["states"][at]["deals"])
        old = len(stored["states"][at]["deals"])
        match = stored_match(stored, at)
        play_on(match, stored, at)
        details = [score.detail is not None for score in match.state.deals]
        assert details == [False] * old + [True] * (len(details) - old)
        assert len(details) > old
        assert services.differences(match) == []

    @pytest.mark.parametrize("change", [("scores", [99, 0]), ("ply", 1), ("schema", 9)])
    def test_that_was_damaged_is_found(self, change):
        stored = STORED["v1_scopa_breve"]
        match = stored_match(stored, playing(stored)[-1])
        match.snapshot[change[0]] = change[1]
        match.save()
        assert services.differences(match) != []

    @pytest.mark.parametrize("name", STORED)
    def test_is_shown_with_rules_of_today_and_keeps_its_own(self, name):
        stored = STORED[name]
        assert stored["rules"]["schema"] == 1
        match = stored_match(stored, playing(stored)[-1])
        record = queries.get_match(match_id=match.public_id, viewer_id=match.creator_id)
        shown = match_view(record, match.creator_id, NOW)["rules"]
        Draft202012Validator(rules_schema("en")).validate(shown)
        assert shown["schema"] == 2
        assert shown["declarations"] == engine.encode_rules(engine.RuleSet())["declarations"]
        assert {**shown, "schema": 1} == {
            **stored["rules"],
            "declarations": shown["declarations"],
        }
        record.state = None  # as before its first deal
        assert match_view(record, match.creator_id, NOW)["rules"] == shown
        match.refresh_from_db()
        assert match.rules == stored["rules"]

    def test_is_written_down_as_a_record_that_replays(self):
        stored = STORED["v1_scopa_breve"]
        at = playing(stored)[-1]
        match = stored_match(stored, at)
        play_on(match, stored, at)
        record = queries.get_game_record(match_id=match.public_id, viewer_id=match.creator_id)
        assert engine.first_difference(record) is None
        assert record.engine == "1"
