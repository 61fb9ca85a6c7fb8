"""The catalogue of edge cases: scores of deals, ends of matches, partners (29 to 51)."""

import pytest

from tests.engine.positions import last_card
from tests.engine.programs import EngineGame
from tests.oracle import DECK

SINGLE = "smazzata_singola"
IN_TRE = {"table.players": 3}


def scored(*piles, scope=None, **changes):
    """Return the score of a single deal that ended with these piles."""
    piles = [pile.split() if isinstance(pile, str) else list(pile) for pile in piles]
    rules = {**changes, **(IN_TRE if len(piles) == 3 else {})}
    game = EngineGame.at(SINGLE, last_card(piles, scope or [0] * len(piles)), rules)
    play_the_last(game)
    return game.state.deals[0]


def after(scores, points, preset="scopa_classica"):
    """Return the match once a deal has brought these points, all of them from scope."""
    piles = [["2C"], ["2S"], ["2B"]][: len(scores)]
    game = EngineGame.at(preset, last_card(piles, points, score=scores))
    play_the_last(game)
    assert list(game.state.deals[0].points) == points
    return game


def play_the_last(game):
    ((card, _),) = game.legal()
    game.play(0, card, [])


def ended(game):
    outcome = game.state.outcome
    return None if outcome is None else (outcome.winner_side, list(outcome.score))


class TestDealScores:
    def test_29_gives_nobody_the_carte_at_twenty_each(self):
        """R6.1, R6.5"""
        assert scored(DECK[:20], DECK[20:]).carte is None

    def test_30_gives_nobody_the_denari_at_five_each(self):
        """R6.2, R6.5"""
        assert scored(DECK[:20], DECK[20:]).denari is None

    @pytest.mark.parametrize("most", [0, 1, 2])
    def test_31_gives_the_carte_to_fourteen_of_three(self, most):
        """R6.1"""
        piles = [DECK[14:27], DECK[27:]]
        piles.insert(most, DECK[:14])
        assert scored(*piles).carte == most

    def test_32_gives_nobody_the_carte_at_fifteen_fifteen_and_ten(self):
        """R6.1, R6.5"""
        assert scored(DECK[:15], DECK[15:30], DECK[30:]).carte is None

    @pytest.mark.parametrize(("first", "carte"), [(18, None), (20, None), (21, 0)])
    def test_33_asks_for_more_than_half_where_majority_is_the_rule(self, first, carte):
        """R6.1"""
        piles = [DECK[:first], DECK[first : first + 10], DECK[first + 10 :]]
        assert scored(*piles, **{"scoring.cards.award": "majority"}).carte == carte
        assert scored(*piles).carte == 0

    def test_34_gives_nobody_the_denari_at_four_four_and_two(self):
        """R6.2, R6.5"""
        assert scored("1D 2D 3D 4D", "5D 6D 7D 8D", "9D 10D").denari is None
        assert scored("1D 2D 3D 4D", "5D 6D 7D", "8D 9D 10D").denari == 0

    def test_35_gives_nobody_the_primiera_for_equal_primes(self):
        """R6.4, R6.5"""
        score = scored("7D 7C 6S 6B", "7S 7B 6D 6C")
        assert (score.primiera, score.primiera_values) == (None, (78, 78))

    def test_36_adds_up_and_does_not_count_sevens(self):
        """R6.4"""
        score = scored("7D 7C 7S 8B", "7B 6D 6C 6S")
        assert (score.primiera, score.primiera_values) == (1, (73, 75))

    def test_37_gives_the_primiera_to_four_suits_against_a_higher_sum_of_three(self):
        """R6.4"""
        score = scored("7D 7S 7B", "7C 3D 2S 2B")
        assert (score.primiera, score.primiera_values) == (1, (None, 58))

    def test_38_gives_nobody_the_primiera_where_both_lack_a_suit(self):
        """R6.4"""
        score = scored("7D 7C 7S", "6D 6C")
        assert (score.primiera, score.primiera_values) == (None, (None, None))

    def test_39_gives_all_that_hangs_on_denari_to_who_has_all_ten(self):
        """R6.2, R6.3, R6.4"""
        denari = [card for card in DECK if card.endswith("D")]
        score = scored("7C 7S 7B", [*denari, "1C", "1S", "1B"])
        assert (score.denari, score.settebello, score.primiera) == (1, 1, 1)

    def test_40_gives_nobody_the_primiera_for_a_tie_above_a_third(self):
        """R6.5"""
        score = scored("7D 6C 1S 5B", "7C 6D 1B 5S", "7S 6B 3D 3C")
        assert (score.primiera, score.primiera_values) == (None, (70, 70, 65))

    def test_41_gives_the_primiera_to_the_only_one_with_four_suits_even_at_forty(self):
        """R6.4"""
        score = scored("7D 7C 7S", "7B 6B 6S", "8D 8C 8S 8B")
        assert (score.primiera, score.primiera_values) == (2, (None, None, 40))


class TestMatches:
    def test_42_go_on_when_both_reach_the_target_level(self):
        """R7.3"""
        game = after([10, 9], [1, 2])
        assert ended(game) is None
        assert game.state.needs_deck
        assert game.state.scores == (11, 11)

    def test_43_go_to_the_higher_total_above_the_target(self):
        """R7.2"""
        assert ended(after([10, 10], [2, 3])) == (1, [12, 13])

    def test_44_go_on_as_often_as_the_top_is_level(self):
        """R7.3"""
        assert ended(after([11, 11], [3, 3])) is None
        assert ended(after([14, 14], [0, 1])) == (1, [14, 15])

    def test_45_do_not_end_in_the_middle_of_a_deal(self):
        """R7.1"""
        game = EngineGame.at(
            "scopa_classica",
            "T 4B | 4D / 9C | dealer 1 | last 1 | piles - / 1D 7D 7C 7S 7B | score 10 9",
        )
        game.play(0, "4D", ["4B"])
        assert game.state.deal.scope == (1, 0)
        assert (game.state.scores, game.state.turn, ended(game)) == ((10, 9), 1, None)
        game.play(1, "9C", [])
        assert ended(game) == (1, [11, 13])

    def test_46_go_on_with_all_three_when_two_are_level_at_the_top(self):
        """R7.3"""
        game = after([11, 11, 10], [1, 1, 1], "scopa_in_tre")
        assert (ended(game), game.state.scores) == (None, (12, 12, 11))
        game.start_deal(DECK)
        assert [len(hand) for hand in game.look()["deal"]["hands"]] == [3, 3, 3]
        assert ended(after([12, 12, 11], [0, 0, 2], "scopa_in_tre")) == (2, [12, 12, 13])

    def test_47_of_a_single_deal_are_drawn_when_level(self):
        """R7.4"""
        assert ended(after([0, 0], [3, 3], SINGLE)) == (None, [3, 3])


class TestPartners:
    def test_49_share_what_was_left_over(self):
        """R5.1, R6.6"""
        text = "T 9C | 5D / - / - / - | dealer 0 | last 2"
        game = EngineGame.at(SINGLE, text, {"table.players": 4, "table.sides": "teams"})
        game.play(0, "5D", [])
        assert game.leftovers() == (2, ["5D", "9C"])
        own, others = game.look()["deal"]["piles"]
        assert {"5D", "9C"} <= set(own)
        assert {"5D", "9C"}.isdisjoint(others)

    def test_50_pool_their_cards_before_the_primiera(self):
        """R6.4, R6.6"""
        game = EngineGame.at(
            "scopa_a_coppie",
            "T 7C 6B | 7D / 1C / 6S / 2B | dealer 3 | last 0 | piles - / -",
        )
        game.play(0, "7D", ["7C"])
        game.play(1, "1C", [])
        game.play(2, "6S", ["6B"])
        game.play(3, "2B", [])
        score = game.state.deals[0]
        assert (score.primiera, score.primiera_values) == (0, (78, None))

    def test_51_score_each_others_scope(self):
        """R4.1, R6.6"""
        game = EngineGame.at("scopa_a_coppie", "T 4B | *3 / *3 / 4D / *3 | turn 2 | stock *12")
        game.play(2, "4D", ["4B"])
        assert game.state.deal.scope == (1, 0)
