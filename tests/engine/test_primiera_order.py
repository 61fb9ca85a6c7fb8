"""The primiera where cards or counts stand close together."""

import pytest

from games import engine
from games.engine.outcome import outcome_of
from games.engine.primiera import primiera_hands, primiera_ranking, primiera_values
from games.engine.scoring import unique_top
from tests.engine.standing import mask

STANDARD = engine.resolve("scopa_classica").scoring.primiera
FIGURES = engine.resolve("scopa_figure").scoring.primiera
SEVENS = engine.resolve("scopa_in_tre", {"scoring.primiera.method": "most_sevens"}).scoring.primiera


def best(rules, pile):
    """Return the cards that a pile shows, and their sum."""
    piles = [mask(pile)]
    (hand,) = primiera_hands(rules, piles, primiera_values(rules, piles))
    return " ".join(str(card) for card in hand.best), hand.value


class TestCourtCards:
    @pytest.mark.parametrize(
        ("pile", "shown"),
        [
            ("8D 9D 10D 9C 8C 8S 10S 9B", "10D 9C 10S 9B"),
            ("8D 9C 10S 8B 9B", "8D 9C 10S 9B"),
            ("10D 2D 9C 2C 8S 2S 8B", "2D 2C 2S 8B"),
        ],
    )
    def test_show_the_highest_of_a_suit_r6_4(self, pile, shown):
        assert best(STANDARD, pile)[0] == shown
        assert best(FIGURES, pile)[0] == shown

    @pytest.mark.parametrize(
        ("pile", "standard", "figures"),
        [
            ("10D 10C 10S 10B", 40, 40),
            ("9D 9C 9S 9B", 40, 36),
            ("8D 8C 8S 8B", 40, 32),
            ("8D 9D 10C 8S 9S 10S 8B", 40, 37),
        ],
    )
    def test_are_worth_ten_or_their_rank_r6_12(self, pile, standard, figures):
        assert (best(STANDARD, pile)[1], best(FIGURES, pile)[1]) == (standard, figures)


class TestMostSevens:
    @pytest.mark.parametrize(
        ("piles", "side"),
        [
            (["7D 7C", "7S 6D 6C 6S 6B 1D 1C 1S 1B", "7B"], 0),
            (["6D 6C", "6S 1D 1C 1S 1B", "6B 7D"], 2),
            (["7D 6D 6C", "7C 6S 1D 1C 1S 1B", "7S 6B"], 0),
            (["7D 6D 1D", "7C 6C 1C 1S", "7S 6S 1B"], 1),
        ],
    )
    def test_go_before_all_sixes_and_these_before_all_aces_r6_14(self, piles, side):
        masks = [mask(pile) for pile in piles]
        ranking = primiera_ranking(SEVENS, masks, primiera_values(SEVENS, masks))
        assert unique_top(ranking) == side


class TestOutcome:
    def test_is_found_after_a_deal_without_an_explanation_r7_2(self):
        rules = engine.resolve("scopa_napola")
        deal = engine.DealScore(1, (21, 3), None, None, None, None, (21, 3), (None, None))
        assert deal.detail is None
        assert outcome_of(rules, (21, 3), (deal,)) == engine.Outcome(0, "completed", (21, 3))
        assert outcome_of(rules, (20, 3), (deal,)) is None
