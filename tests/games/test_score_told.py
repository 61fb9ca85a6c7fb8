"""What is said of a score agrees with the score, in every preset."""

import random
from dataclasses import replace

import pytest
from django.utils import translation

from games import engine
from games.admin.filters import TERMINATIONS
from games.score_told import categories, outright_told
from games.telling import event_told, result_told
from tests.games.tables import cards

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elsa", "Fulvio")


def deals_at_random(rules, seed, count=5):
    """Play deals by the dice; yield the score and all events of each."""
    dice = random.Random(seed)
    state = engine.new_match(rules, first_dealer=0)
    events, scored = [], 0
    while scored < count:
        if state.outcome is not None:
            state = engine.new_match(rules, first_dealer=0)
        if state.needs_deck:
            step = engine.start_deal(state, dice.sample(engine.DECK, 40))
        else:
            step = engine.apply(state, state.turn, dice.choice(engine.legal_moves(state)))
        events += step.events
        if len(step.state.deals) > len(state.deals):
            yield step.state.deals[-1], events
            events, scored = [], scored + 1
        state = step.state


def told(score, preset="scopa_classica", overrides=None, sides=NAMES[:2]):
    rules = engine.resolve(preset, overrides or {})
    return [category.told for category in categories(rules, score, sides)]


def scored(*piles, preset="scopa_classica", overrides=None, scope=(0, 0), **more):
    """Score piles of cards; the last side has all others."""
    masks = [engine.mask_of(cards(pile)) for pile in piles]
    masks.append(engine.mask_of(engine.DECK) & ~sum(masks))
    rules = engine.resolve(preset, overrides or {})
    return engine.score_deal(rules, 1, masks, scope, **more)


class TestCategories:
    @pytest.mark.parametrize("language", ["it", "en"])
    @pytest.mark.parametrize("preset", engine.PRESETS)
    def test_add_up_to_the_points_of_the_deal(self, preset, language):
        rules = engine.resolve(preset)
        sides = NAMES[: engine.side_count(rules)]
        with translation.override(language):
            for score, _events in deals_at_random(rules, seed=preset):
                found = list(categories(rules, score, sides))
                points = [category.points for category in found]
                assert tuple(map(sum, zip(*points, strict=True))) == score.points
                for category in found:
                    assert category.told.startswith(f"{category.title}: ")
                    assert len(category.values) == len(sides)

    @pytest.mark.parametrize(
        "overrides",
        [
            {"scoring.primiera.method": "most_sevens"},
            {"scoring.primiera.method": "off"},
            {"scoring.primiera.missing_suit": "fewer_suits_lose", "table.players": 4},
            {"scoring.cards.award": "majority", "scoring.denari.award": "majority"},
            {"sweep.points": 0, "scoring.settebello": 3, "scoring.re_bello": 2},
            {"scoring.sevens.all_four": 1, "scoring.grande": 5},
        ],
        ids=str,
    )
    def test_add_up_whatever_is_changed(self, overrides):
        rules = engine.resolve("scopa_classica", overrides)
        sides = NAMES[: engine.side_count(rules)]
        for score, _events in deals_at_random(rules, seed=1):
            points = [category.points for category in categories(rules, score, sides)]
            assert tuple(map(sum, zip(*points, strict=True))) == score.points

    def test_name_the_cards_of_the_primiera_and_the_suits_that_are_missing(self):
        primiera = told(scored("7D 7C"))[3]
        assert primiera == (
            "Primiera: Anna: 7 of coins, 7 of cups, without swords and clubs; Bruno: 6 of coins,"
            " 6 of cups, 7 of swords, 7 of clubs = 78 – 1 point to Bruno."
        )

    def test_say_a_tie(self):
        score = scored("1D 2D 3D 4D 5D")
        assert told(score)[1] == "Coins: Anna: 5; Bruno: 5 – nobody’s (a tie)."

    def test_say_when_nobody_has_over_half(self):
        majority = {"table.players": 3, "scoring.cards.award": "majority"}
        score = scored("1D 2D 3D", "1C", overrides=majority, scope=(0, 0, 0))
        few = replace(score, carte=None, detail=replace(score.detail, cards=(14, 13, 13)))
        assert told(few, overrides=majority, sides=NAMES[:3])[0].endswith(
            "nobody’s (not over half)."
        )

    def test_count_the_run_of_the_napola_up_to_its_cap(self):
        overrides = {"scoring.napola.enabled": True, "scoring.napola.cap": 6}
        score = scored("1D 2D 3D 4D 5D 6D 7D", overrides=overrides)
        line = "Napola: Anna: 7; Bruno: – – 6 points to Anna."
        assert line in told(score, overrides=overrides)

    def test_tell_the_scope_that_the_table_made(self):
        score = scored("7D", preset="escoba", scope=(3, 0), dealer_bonus=(2, 0))
        line = "Scope: Anna: 3, of which 2 scope by the table as it was dealt; Bruno: 0"
        assert f"{line} – 3 points to Anna." in told(score, "escoba")

    def test_tell_declarations(self):
        score = scored("7D", preset="cirulla", declarations=(10, 3))
        assert "Declarations: 10 points to Anna and 3 points to Bruno." in told(score, "cirulla")

    def test_say_who_won_with_all_ten_coins(self):
        ten = " ".join(f"{rank}D" for rank in range(1, 11))
        score = scored(ten, preset="scopa_napola")
        assert outright_told(score, NAMES[:2]) == "All ten coins win the match: Anna."
        assert outright_told(scored("7D"), NAMES[:2]) == ""

    def test_do_without_the_detail_that_was_not_kept_once(self):
        lines = told(replace(scored("7D 7C", scope=(0, 1)), detail=None))
        assert lines[0] == "Cards: 1 point to Bruno."
        assert lines[2] == "Settebello: 1 point to Anna."
        assert lines[3] == "Primiera: Anna: –; Bruno: 78 – 1 point to Bruno."

    def test_are_told_in_italian(self):
        with translation.override("it"):
            assert told(scored("7D 7C"))[0] == "Carte: Anna: 2; Bruno: 38 – 1 punto a Bruno."


class TestEvents:
    @pytest.mark.parametrize("preset", ["scopa_classica", "escoba", "cirulla", "scopone_assi"])
    def test_are_told_of_what_is_seen_beside_the_moves(self, preset):
        rules = engine.resolve(preset)
        names = NAMES[: rules.table.players]
        kinds = set()
        for _score, events in deals_at_random(rules, seed=2, count=20):
            for event in events:
                if event_told(event, names):
                    kinds.add(type(event))
        assert engine.LeftoversTaken in kinds
        assert (engine.HandDeclared in kinds) is (rules.declarations.low_hand > 0)
        assert (engine.DealerBonus in kinds) is (rules.deal.dealer_bonus != "none")


class TestResults:
    @pytest.mark.parametrize("language", ["it", "en"])
    def test_are_told_apart(self, language):
        outcomes = [engine.Outcome(1, ended, (3, 5)) for ended in engine.TERMINATIONS]
        with translation.override(language):
            said = {result_told(outcome, NAMES[:2]) for outcome in outcomes}
        assert len(said) == len(outcomes)
        assert all("Bruno" in each for each in said)
        assert set(TERMINATIONS) == {*engine.TERMINATIONS, "timeout"}

    def test_at_the_limit_of_deals_tell_the_score(self):
        outcome = engine.Outcome(0, "deal_limit", (5, 3))
        told = "Won at the limit of deals: Anna, 5–3"
        with translation.override("en"):
            assert result_told(outcome, NAMES[:2]) == told
        drawn = engine.Outcome(None, "deal_limit", (3, 3))
        with translation.override("it"):
            assert result_told(drawn, NAMES[:2]) == "Patta, 3–3"
