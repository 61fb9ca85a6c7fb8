"""Every recorded fact of the rules, asked of the engine and of the naive program alike."""

import pytest

from games import engine
from tests.engine import rule_cases as facts
from tests.engine.decks import stacked, with_table
from tests.engine.rule_case_asking import card_names, compare_score, every
from tests.oracle import DECK, Refused

COVERED = [
    *facts.CAPTURES,
    *facts.PLAYS,
    *facts.SCORES,
    *facts.RUNS,
    *facts.RE_BELLO,
    *facts.MATCHES,
    *facts.SIZES,
    *facts.OPENINGS,
    *facts.SCRIPTS,
]


class TestTheFacts:
    def test_are_all_here(self):
        assert len(facts.CASES) == len({case["id"] for case in facts.CASES}) == 89

    def test_are_each_asked_once(self):
        assert sorted(case["id"] for case in COVERED) == sorted(case["id"] for case in facts.CASES)

    def test_are_each_about_a_preset(self):
        presets = {facts.preset_of(case) for case in facts.CASES}
        assert presets == set(facts.PRESET_OF.values())
        assert presets <= set(engine.PRESETS)


class TestCaptures:
    @every(facts.CAPTURES)
    def test_offers_exactly_the_captures_of(self, case, program):
        game = program.at(
            facts.preset_of(case),
            f"T {card_names(case['table'])} | {card_names(case['hand'])} / *3 | stock *12",
        )
        expected = case["expect"]
        offered = {capture for card, capture in game.legal() if card == case["card"]}
        options = offered - {frozenset()}
        assert options == {frozenset(option) for option in expected["options"]}
        assert len(options) == expected.get("count", len(options))
        assert (frozenset() not in offered) == expected.get("must_capture", True)


class TestPlays:
    @every(facts.PLAYS)
    def test_answers_the_play_of(self, case, program):
        game = program.at(facts.preset_of(case), position_of(case), facts.SINGLE_DEAL)
        seat = case["context"]["seat"]
        before = game.look()
        if not case["expect"]["legal"]:
            with pytest.raises(Refused) as refusal:
                game.play(seat, case["card"], case["take"])
            assert refusal.value.code == facts.code_of(case)
            assert game.look() == before
            return
        game.play(seat, case["card"], case["take"])
        compare_play(case, seat, before["deal"], game)


def position_of(case):
    """Return the position of a play: the others hold their cards in order of play."""
    context, players = case["context"], case["players"]
    counts = [0] * players
    seat = context["seat"]
    for step in range(context["others_hand_cards"]):
        counts[(seat + 1 + step % (players - 1)) % players] += 1
    hands = [f"*{count}" for count in counts]
    hands[seat] = card_names(case["hand"])
    dealer = (seat - 1) % players if context["others_hand_cards"] else seat
    last = context["last_capturer"]
    return (
        f"T {card_names(case['table'])} | {' / '.join(hands)} | stock *{context['stock']}"
        f" | turn {seat} | dealer {dealer}" + ("" if last is None else f" | last {last}")
    )


def compare_play(case, seat, before, game):
    """Check the moment after a legal play against the fact."""
    expected, players = case["expect"], case["players"]
    look = game.look()
    after = look["deal"]
    side = seat % len(before["piles"])
    assert after["last_move"]["seat"] == seat
    assert after["last_move"]["scopa"] == expected["scopa"]
    assert after["scope"][side] - before["scope"][side] == expected["scopa"]
    assert after["last_capturer"] == expected["last_capturer"]
    assert after["table"] == sorted(expected["table_after"])
    assert (look["outcome"] is not None) == expected["deal_over"]
    left = expected.get("leftover", {"to": None, "cards": []})
    assert game.leftovers() == (left["to"], sorted(left["cards"]))
    for pile, owner in zip(after["piles"], range(players), strict=False):
        gained = set(expected["pile_gain"]) if owner == side else set()
        if left["to"] is not None and left["to"] % len(before["piles"]) == owner:
            gained |= set(left["cards"])
        assert set(pile) - set(before["piles"][owner]) == gained


class TestDealSizes:
    @every(facts.SIZES)
    def test_deals_the_sizes_of(self, case, program):
        game = program.new(facts.preset_of(case))
        game.start_deal(DECK)
        deal, expected = game.look()["deal"], case["expect"]
        assert len(deal["table"]) == expected["table"]
        assert [len(hand) for hand in deal["hands"]] == [expected["hand_each"]] * case["players"]
        assert len(deal["stock"]) == expected["stock"]
        stocks = play_out(game)
        assert len(stocks) == expected["plays_per_deal"]
        assert len(set(stocks)) - 1 == expected["refills"]


def play_out(game):
    """Play first moves to the end of the deal; return the stock before each of them."""
    stocks = []
    while not game.look()["deals"]:
        look = game.look()
        stocks.append(len(look["deal"]["stock"]))
        card, capture = min(game.legal(), key=lambda move: (move[0], sorted(move[1])))
        game.play(look["turn"], card, sorted(capture))
    return stocks


class TestOpenings:
    @every(facts.OPENINGS)
    def test_throws_in_or_keeps_the_table_of(self, case, program):
        game = program.new(facts.preset_of(case), first_dealer=1)
        game.start_deal(with_table(case["table"], before=3 * case["players"]))
        look, redeal = game.look(), case["expect"]["redeal"]
        assert look["needs_deck"] == redeal
        assert [sorted(table) for _, table in look["voids"]] == (
            [sorted(case["table"])] if redeal else []
        )
        if redeal:
            game.start_deal(DECK)
        assert (look["dealer"], game.look()["deal"]["dealer"]) == (1, 1)
        assert game.look()["deal"]["number"] == 1


class TestScriptedDeals:
    @every(facts.SCRIPTS)
    def test_replays(self, case, program):
        expected, initial = case["expect"], case["initial"]
        game = program.new(
            facts.preset_of(case),
            facts.SINGLE_DEAL,
            first_dealer=(initial["first_seat"] - 1) % case["players"],
        )
        game.start_deal(deck_of(case))
        scope, piles = [], [[] for _ in range(case["players"])]
        for number, move in enumerate(case["moves"], start=1):
            play_scripted(game, move, piles)
            if game.look()["deal"]["last_move"]["scopa"]:
                scope.append(number)
        look, (left_to, left) = game.look(), game.leftovers()
        if left_to is not None:
            piles[left_to] += left
        assert scope == expected["scopa_after_move"]
        assert (left_to, left) == (
            expected["leftover"]["to"],
            sorted(expected["leftover"]["cards"]),
        )
        assert [sorted(pile) for pile in piles] == [sorted(pile) for pile in expected["piles"]]
        assert look["deal"]["piles"] == by_side(look, expected["piles"])
        assert look["outcome"] is not None
        compare_score(expected["score"], look["deal"]["piles"], look["deals"][0])
        assert look["scores"] == expected["score"]["total"]


def deck_of(case):
    """Return the deck that deals what a scripted deal starts from."""
    initial = case["initial"]
    return stacked(
        dealer=(initial["first_seat"] - 1) % case["players"],
        rounds=initial["refills_by_seat"],
        table=initial["table"],
    )


def play_scripted(game, move, piles):
    """Play one move of a script by the seat whose turn it must be."""
    seat, card, take = move["seat"], move["card"], move["take"]
    look = game.look()
    assert look["turn"] == seat
    assert (card, frozenset(take)) in game.legal()
    game.play(seat, card, take)
    if take:
        piles[seat] += [card, *take]


def by_side(look, piles_by_seat):
    """Return piles by seat put together by side."""
    sides = len(look["scores"])
    return [
        sorted(card for pile in piles_by_seat[side::sides] for card in pile)
        for side in range(sides)
    ]
