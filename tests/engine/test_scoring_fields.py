"""R6.7 to R6.15: what else a deal can score, and how the points are explained."""

import pytest

from games import engine
from tests.engine.standing import cards, mask, play, standing


def scored(*piles, preset="scopa_classica", changes=None, **more):
    """Return the score of piles given as texts."""
    rules = engine.resolve(preset, changes or {})
    scope = more.pop("scope", [0] * len(piles))
    return engine.score_deal(rules, 1, [mask(pile) for pile in piles], scope, **more)


def denari(*ranks):
    return " ".join(f"{rank}D" for rank in ranks)


def further(found):
    """Return the points that are neither carte, denari, settebello nor primiera."""
    usual = [found.carte, found.denari, found.settebello, found.primiera]
    return tuple(points - usual.count(side) for side, points in enumerate(found.points))


class TestReBello:
    @pytest.mark.parametrize("worth", [1, 2, 3])
    def test_scores_for_the_side_with_the_king_of_denari_r6_7(self, worth):
        found = scored("2C 3C", "10D", changes={"scoring.re_bello": worth})
        assert (found.detail.re_bello, further(found)) == (1, (0, worth))

    def test_is_nobodys_where_it_is_worth_nothing_r6_7(self):
        found = scored("2C 3C", "10D")
        assert (found.detail.re_bello, further(found)) == (None, (0, 0))

    def test_leaves_settebello_and_carte_alone_r6_7(self):
        found = scored("7D 10D", "2C", preset="scopa_rebello")
        assert (found.settebello, found.carte, found.detail.re_bello) == (0, 0, 0)


class TestNapola:
    ON = {"scoring.napola.enabled": True}

    @pytest.mark.parametrize(
        ("ranks", "run"),
        [
            ((1, 2, 3), 3),
            ((1, 2, 3, 4, 6), 4),
            ((1, 2), 0),
            ((2, 3, 4), 0),
            ((1, 3, 4, 5), 0),
            ((1, 2, 4), 0),
            (range(1, 8), 7),
            (range(1, 10), 9),
            (range(1, 11), 10),
            ((), 0),
        ],
    )
    def test_is_the_length_of_the_run_from_the_ace_r6_8(self, ranks, run):
        found = scored(denari(*ranks), "2C", changes=self.ON)
        assert found.detail.napola == (run, 0)
        assert further(found) == (run, 0)

    @pytest.mark.parametrize("cap", [6, 7, 9, 10])
    def test_scores_at_most_the_cap_but_shows_the_run_r6_8(self, cap):
        found = scored(denari(*range(1, 11)), "", changes={**self.ON, "scoring.napola.cap": cap})
        assert (found.detail.napola, further(found)) == ((10, 0), (cap, 0))

    def test_is_of_denari_alone_r6_8(self):
        assert scored("1C 2C 3C", "", changes=self.ON).detail.napola == (0, 0)

    def test_scores_nothing_where_it_is_off_r6_8(self):
        found = scored(denari(1, 2, 3, 4), "")
        assert (found.detail.napola, further(found)) == ((0, 0), (0, 0))


class TestNapoleone:
    ALL = denari(*range(1, 11))

    @pytest.mark.parametrize("preset", ["scopa_napola", "cirulla"])
    def test_is_the_side_with_all_denari_r6_9(self, preset):
        assert scored("2C", self.ALL, preset=preset).detail.won_outright == 1
        assert scored(self.ALL, "2C", preset=preset).detail.won_outright == 0

    def test_is_nobody_with_nine_r6_9(self):
        nine = denari(*range(2, 11))
        assert scored("1D", nine, preset="scopa_napola").detail.won_outright is None

    def test_is_nobody_where_it_does_not_win_r6_9(self):
        assert scored(self.ALL, "", preset="scopone_assi").detail.won_outright is None

    def test_needs_no_napola_r6_9(self):
        found = scored(self.ALL, "", changes={"scoring.napola.napoleone_wins": True})
        assert (found.detail.won_outright, found.detail.napola) == (0, (0, 0))


class TestGrande:
    @pytest.mark.parametrize(
        ("pile", "points"), [("8D 9D 10D", 5), ("8D 9D", 0), ("8C 9C 10C", 0), ("8D 9D 10C", 0)]
    )
    def test_is_five_points_for_the_court_cards_of_denari_r6_10(self, pile, points):
        found = scored("", pile, changes={"scoring.grande": 5})
        assert (found.detail.grande, further(found)) == (1 if points else None, (0, points))

    def test_is_nobodys_where_it_is_worth_nothing_r6_10(self):
        assert scored("8D 9D 10D", "").detail.grande is None


class TestSevens:
    @pytest.mark.parametrize(
        ("first", "second", "points"),
        [
            ("7D 7C 7S", "7B", (1, 0)),
            ("7D 7C", "7S 7B", (0, 0)),
            ("7D", "7C 7S 7B", (0, 1)),
            ("7D 7C 7S 7B", "", (2, 0)),
        ],
    )
    def test_score_for_the_most_and_for_all_of_them_r6_11(self, first, second, points):
        found = scored(first, second, preset="escoba")
        assert further(found) == points
        assert found.detail.sevens == (len(first.split()), len(second.split()))

    @pytest.mark.parametrize(("most", "all_four"), [(1, 0), (0, 1), (0, 0)])
    def test_score_by_each_rule_alone_r6_11(self, most, all_four):
        changes = {"scoring.sevens.most": most, "scoring.sevens.all_four": all_four}
        assert further(scored("7D 7C 7S 7B", "", changes=changes)) == (most + all_four, 0)
        assert further(scored("7D 7C 7S", "7B", changes=changes)) == (most, 0)

    def test_go_to_nobody_when_three_sides_share_the_most_r6_5(self):
        changes = {"table.players": 3, "scoring.sevens.most": 1}
        assert further(scored("7D", "7C", "7S", changes=changes)) == (0, 0, 0)
        assert further(scored("7D", "7C 7B", "7S", changes=changes)) == (0, 1, 0)


class TestWorthlessPoints:
    @pytest.mark.parametrize(
        ("path", "name"),
        [
            ("scoring.cards.points", "carte"),
            ("scoring.denari.points", "denari"),
            ("scoring.settebello", "settebello"),
            ("scoring.primiera.points", "primiera"),
        ],
    )
    def test_are_nobodys_r6_15(self, path, name):
        pile = "7D 6C 5S 4B"
        full, without = scored(pile, "2C"), scored(pile, "2C", changes={path: 0})
        assert (getattr(full, name), getattr(without, name)) == (0, None)
        assert without.points == (full.points[0] - 1, 0)

    @pytest.mark.parametrize("worth", [0, 1, 2, 3])
    def test_may_be_any_number_for_the_settebello_r6_15(self, worth):
        found = scored("2C 3C", "7D", changes={"scoring.settebello": worth})
        assert found.points == (1, worth + 1)

    def test_are_those_of_scope_too_r4_3(self):
        assert scored("", "", changes={"sweep.points": 0}, scope=[2, 1]).points == (0, 0)


class TestDetail:
    def test_counts_cards_denari_and_sevens_by_side(self):
        detail = scored("1D 2C 7S", "3D 4D 5B 7C 7B").detail
        assert (detail.cards, detail.denari, detail.sevens) == ((3, 5), (1, 2), (1, 2))

    def test_shows_the_best_card_of_each_suit_r6_4(self):
        first, second = scored("1D 6D 2C 7S 8B 10B", "3D 7D 5B 7C").detail.primiera
        assert first == engine.PrimieraHand(cards("6D 2C 7S 10B"), 18 + 12 + 21 + 10)
        assert second.best == (*cards("7D 7C"), None, *cards("5B"))
        assert second.value is None

    def test_is_nothing_for_what_a_deal_did_not_have(self):
        detail = scored("1D", "2C").detail
        assert (detail.declarations, detail.dealer_bonus, detail.napola) == ((0, 0),) * 3
        assert (detail.re_bello, detail.grande, detail.won_outright) == (None,) * 3

    def test_shows_declarations_and_bonus_that_are_given(self):
        found = scored("1D", "2C", scope=[1, 0], declarations=[3, 10], dealer_bonus=[1, 0])
        assert (found.detail.declarations, found.detail.dealer_bonus) == ((3, 10), (1, 0))
        assert further(found) == (4, 10)

    def test_goes_through_plain_data_and_back(self):
        state = standing("cirulla", "", "9C", last_capturer=0, piles=["7D 8D 9D 10D", "1D"])
        state = play(state, "9C").state
        data = engine.encode(state)["deals"][0]["detail"]
        assert data == engine.encode_detail(state.deals[0].detail)
        assert data["primiera"][0] == {
            "best": ["7D", "9C", None, None],
            "value": None,
            "counts": None,
        }
        assert data["grande"] == 0
