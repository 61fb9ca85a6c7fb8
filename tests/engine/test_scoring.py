"""R6: the score of a deal. R7 is tested where matches are played."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import DECK, Suit, mask_of, parse_card, primiera_value, resolve, score_deal

WORTH = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}
TWO = resolve("scopa_classica")
THREE = resolve("scopa_in_tre")


def pile(text):
    return mask_of(parse_card(name) for name in text.split())


def score(*piles, rules=TWO, scope=None):
    return score_deal(rules, 1, [pile(text) for text in piles], scope or [0] * len(piles))


def denari(count):
    return " ".join(f"{rank}D" for rank in [1, 2, 3, 4, 5, 6, 8, 9, 10, 7][:count])


def others(first, count):
    names = [f"{rank}{suit}" for rank in range(1, 11) for suit in "CSB"]
    return " ".join(names[first : first + count])


class TestPrimieraValue:
    @pytest.mark.parametrize(
        ("cards", "value"),
        [
            ("7D 7C 7S 7B", 84),
            ("7D 7C 6S 6B", 78),
            ("7D 6C 1S 5B", 70),
            ("6D 6C 6S 6B", 72),
            ("1D 1C 1S 1B", 64),
            ("5D 4C 3S 2B", 54),
            ("8D 9C 10S 8B", 40),
            ("2D 2C 2S 2B 3B", 49),
            ("7D 7C 7S", None),
            ("", None),
        ],
    )
    def test_adds_the_best_card_of_each_suit_r6_4(self, cards, value):
        assert primiera_value(pile(cards)) == value

    @given(st.sets(st.sampled_from(DECK)))
    def test_agrees_with_the_words_of_the_rule_r6_4(self, cards):
        best = [
            max((WORTH[card.rank] for card in cards if card.suit is suit), default=None)
            for suit in Suit
        ]
        expected = None if None in best else sum(best)
        assert primiera_value(mask_of(cards)) == expected

    def test_reaches_the_forty_one_totals_there_are(self):
        totals = {
            primiera_value(
                mask_of([DECK[4 * (rank - 1) + suit] for suit, rank in enumerate(ranks)])
            )
            for ranks in product(range(1, 11), repeat=4)
        }
        assert len(totals) == 41
        assert (min(totals), max(totals)) == (40, 84)
        assert not totals & {41, 80, 82, 83}


class TestCarte:
    def test_go_to_the_side_with_the_most_r6_1(self):
        assert score(others(0, 19), others(19, 11)).carte == 0

    def test_go_to_nobody_in_a_tie_r6_5(self):
        assert score(others(0, 15), others(15, 15)).carte is None

    @pytest.mark.parametrize(
        ("counts", "winner"), [((14, 13, 3), 0), ((14, 14, 2), None), ((10, 9, 9), 0)]
    )
    def test_go_to_the_most_of_three_r6_1_r6_5(self, counts, winner):
        first, second, third = counts
        piles = (others(0, first), others(first, second), others(first + second, third))
        assert score(*piles, rules=THREE).carte == winner

    @pytest.mark.parametrize(("count", "winner"), [(20, None), (21, 0)])
    def test_need_more_than_half_under_majority_r6_1(self, count, winner):
        rules = resolve("scopa_in_tre", {"scoring.cards.award": "majority"})
        assert score(others(0, count), others(count, 4), "", rules=rules).carte == winner


class TestDenari:
    @pytest.mark.parametrize(("count", "winner"), [(6, 0), (5, None), (4, 1)])
    def test_go_to_the_side_with_the_most_r6_2(self, count, winner):
        rest = " ".join(name for name in denari(10).split() if name not in denari(count).split())
        assert score(denari(count), rest).denari == winner

    @pytest.mark.parametrize(("count", "winner"), [(5, None), (6, 0)])
    def test_need_more_than_half_under_majority_r6_2(self, count, winner):
        rules = resolve("scopa_in_tre", {"scoring.denari.award": "majority"})
        assert score(denari(count), "7D", "", rules=rules).denari == winner


class TestSettebello:
    @pytest.mark.parametrize(
        ("piles", "side"), [(("7D", ""), 0), (("", "7D 7C"), 1), (("", ""), None)]
    )
    def test_goes_to_whoever_has_it_r6_3(self, piles, side):
        assert score(*piles).settebello == side


class TestPrimiera:
    def test_goes_to_the_higher_sum_not_to_more_sevens_r6_4(self):
        found = score("7D 7C 7S 8B", "6D 6C 6S 7B")
        assert (found.primiera, found.primiera_values) == (1, (73, 75))

    def test_goes_to_nobody_in_a_tie_r6_5(self):
        assert score("7D 7C 6S 6B", "7S 7B 6D 6C").primiera is None

    def test_passes_over_a_side_without_a_suit_r6_4(self):
        found = score("7D 7C 7S", "2D 2C 2S 2B")
        assert (found.primiera, found.primiera_values) == (1, (None, 48))

    def test_goes_to_nobody_when_every_side_lacks_a_suit_r6_4(self):
        assert score("7D 7C 7S", "7B").primiera is None

    def test_goes_to_the_only_whole_one_of_three_r6_4(self):
        assert score("7D 7C", "8D 8C 8S 8B", "7S", rules=THREE).primiera == 1


class TestPoints:
    def test_add_up_categories_and_scope_r4_1(self):
        found = score(denari(10), others(0, 12), scope=[2, 3])
        assert (found.carte, found.denari, found.settebello, found.primiera) == (1, 0, 0, None)
        assert found.points == (4, 4)

    def test_are_four_and_the_scope_for_whoever_took_all(self):
        assert score(" ".join(map(str, DECK)), "", scope=[3, 0]).points == (7, 0)

    def test_count_partners_as_one_r6_6(self):
        rules = resolve("scopone")
        found = score("7D 7C 1S 1B", "2D 2C 2S 2B", rules=rules, scope=[1, 0])
        assert found.points == (3, 0)

    def test_keep_the_number_of_the_deal(self):
        assert score_deal(TWO, 5, [0, 0], [0, 0]).number == 5

    def test_are_one_to_four_besides_the_scope_of_a_whole_pack(self):
        dice = random.Random(7)
        for _ in range(300):
            deck = dice.sample(DECK, 40)
            cut = dice.randint(0, 40)
            piles = [mask_of(deck[:cut]), mask_of(deck[cut:])]
            assert 1 <= sum(score_deal(TWO, 1, piles, [0, 0]).points) <= 4
