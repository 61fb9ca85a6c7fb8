"""Stored states whose numbers contradict each other are refused, each for its own reason."""

import pytest

from games.engine import StateUnreadable, decode, encode, resign
from tests.engine.test_codec import changed
from tests.engine.test_view import somewhere


def between_deals():
    return encode(somewhere(plies=36))


def in_a_deal(plies=50):
    return encode(somewhere(plies=plies))


def completed():
    return encode(somewhere("smazzata_singola", plies=36))


def resigned():
    return encode(resign(somewhere(), 1).state)


def spoilt(data, changes):
    for path, value in changes.items():
        data = changed(data, path, value)
    return data


COMPLETED = {"winner_side": 0, "termination": "completed", "score": [0, 0]}
NO_MORE = {("outcome",): COMPLETED}
# The second deal, made out to be the first and last of a match.
LAST = {("dealer",): 0, ("deal", "number"): 1, ("deal", "dealer"): 0}
NOT_SCORED = {("outcome",): None, ("deals",): [], ("scores",): [0, 0]}

CASES = [
    (between_deals, {("ply",): 37}, "the number of moves is wrong"),
    (between_deals, {("ply",): 35}, "the number of moves is wrong"),
    (between_deals, {("dealer",): 0}, "another seat's turn to deal"),
    (between_deals, {("first_dealer",): 1}, "another seat's turn to deal"),
    (between_deals, {("scores",): [40, 40]}, "not the sum of the deals"),
    (between_deals, {("deals", 0, "number"): 0}, "not numbered from 1"),
    (resigned, {("outcome", "score"): [5, 0]}, "another score"),
    (lambda: in_a_deal(0), NO_MORE, "nothing was completed"),
    (lambda: in_a_deal(3), NO_MORE, "nothing was completed"),
    (completed, {("deal",): None}, "nothing was completed"),
    (completed, {("deal", "turn"): 0}, "another seat's turn"),
    (completed, {("ply",): 35}, "the number of moves is wrong"),
    (completed, {("outcome",): None, ("dealer",): 1}, "another deal is due"),
    (in_a_deal, {("ply",): 51}, "the number of moves is wrong"),
    (in_a_deal, {("deal", "number"): 1}, "another deal is due"),
    (in_a_deal, {("deal", "number"): 3}, "another deal is due"),
    (in_a_deal, {("deal", "dealer"): 0}, "another deal is due"),
    (in_a_deal, {("deal", "turn"): 1}, "another seat's turn"),
    (in_a_deal, {("deal", "last_move"): None}, "the last move is another one"),
    (in_a_deal, {("deal", "last_move", "ply"): 50}, "the last move is another one"),
    (in_a_deal, {("deal", "last_move", "ply"): 48}, "the last move is another one"),
    (completed, NOT_SCORED, "the deal and the outcome do not agree"),
    (in_a_deal, {("deal", "dealer_bonus"): 1}, "a bonus that the rules do not know"),
]


class TestState:
    @pytest.mark.parametrize(("made", "changes", "reason"), CASES)
    def test_is_refused_that_contradicts_itself(self, made, changes, reason):
        data = made()
        assert encode(decode(data)) == data
        with pytest.raises(StateUnreadable, match=reason):
            decode(spoilt(data, changes))

    def test_is_refused_that_was_completed_with_cards_to_play(self):
        data = in_a_deal()
        outcome = {**COMPLETED, "score": data["scores"]}
        with pytest.raises(StateUnreadable, match="the deal and the outcome do not agree"):
            decode(spoilt(data, {**LAST, ("outcome",): outcome}))

    @pytest.mark.parametrize(
        "places",
        [
            ["hands", "piles", "table"],  # as numbers, three of the first card make the first two
            ["hands", "table"],
            ["table"],
        ],
    )
    def test_is_refused_in_which_a_card_is_missing_or_in_two_places(self, places):
        data = in_a_deal(3)
        deal = without(data["deal"], {"1D", "1C"})
        for place in places:
            cards = deal[place] if place == "table" else deal[place][0]
            cards.append("1D")
        with pytest.raises(StateUnreadable, match="the forty cards are not there, each once"):
            decode({**data, "deal": deal})


def without(value, cards):
    """Return plain data without some cards."""
    if isinstance(value, dict):
        return {
            name: inner if name == "last_move" else without(inner, cards)
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [
            without(inner, cards) for inner in value if not (type(inner) is str and inner in cards)
        ]
    return value
