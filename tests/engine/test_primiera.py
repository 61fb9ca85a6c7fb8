"""R6.4 and R6.12 to R6.14: the primiera by every method, against an oracle of its own."""

from itertools import product

import pytest

from games import engine
from games.engine import DECK, Suit, mask_of, primiera_value, resolve, score_deal
from tests.engine.standing import mask

TWO = resolve("scopa_classica")
FEWER = {"scoring.primiera.missing_suit": "fewer_suits_lose"}
PARTIAL = {"scoring.primiera.missing_suit": "partial_sum"}
SEVENS = {"scoring.primiera.method": "most_sevens"}

# What the holder of a suit's seven gains on the other side, by the other's best card there.
MARGIN = {6: 3, 1: 5, 5: 6, 4: 7, 3: 8, 2: 9, 8: 11, None: 21}

# The ranks from the best to the worst; 8 stands for all court cards.
ORDER = (7, 6, 1, 5, 4, 3, 2, 8)

# One suit between two sides, by best card: one has the seven, the other its best or nothing.
SPLITS = [(holder, best) for holder in (0, 1) for best in (6, 1, 5, 4, 3, 2, 8, None)]


def suit_piles(suit, holder, best):
    """Return the two piles of a suit: all that is no better than `best` is the other's."""
    ranks = [(ORDER.index(min(rank, 8)), rank) for rank in range(1, 11)]
    from_here = ORDER.index(best) if best is not None else len(ORDER)
    others = mask_of(engine.Card(rank, suit) for place, rank in ranks if place >= from_here)
    holders = mask_of(engine.Card(rank, suit) for place, rank in ranks if place < from_here)
    return (holders, others) if holder == 0 else (others, holders)


def winner_by_margin(splits):
    """Say who has the primiera by the margins alone; nobody adds up a primiera here."""
    lacking = [{1 - holder for holder, best in splits if best is None}]
    void = lacking[0]
    if void:
        return next(iter({0, 1} - void), None) if len(void) == 1 else None
    lead = sum(MARGIN[best] * (1 if holder == 0 else -1) for holder, best in splits)
    return None if lead == 0 else int(lead < 0)


def primiera(*piles, changes=None, preset="scopa_classica"):
    """Return winner and values of piles given as texts."""
    rules = resolve(preset, changes or {})
    found = score_deal(rules, 1, [mask(pile) for pile in piles], [0] * len(piles))
    assert found.primiera_values == tuple(hand.value for hand in found.detail.primiera)
    return found.primiera, found.primiera_values


class TestMargins:
    def test_decide_every_split_of_the_pack_between_two_sides_r6_4(self):
        """All 16 ways for each of the four suits: 65,536 primiere."""
        by_suit = [{split: suit_piles(suit, *split) for split in SPLITS} for suit in Suit]
        seen = set()
        for splits in product(SPLITS, repeat=4):
            piles = [0, 0]
            for suit, split in zip(by_suit, splits, strict=True):
                piles[0] |= suit[split][0]
                piles[1] |= suit[split][1]
            values = [primiera_value(pile) for pile in piles]
            expected = winner_by_margin(splits)
            assert decided(values) == expected, splits
            seen.add(expected)
        assert seen == {0, 1, None}

    def test_decide_what_the_score_says_r6_4(self):
        by_suit = [{split: suit_piles(suit, *split) for split in SPLITS} for suit in Suit]
        for splits in list(product(SPLITS, repeat=4))[::97]:
            piles = [
                sum(suit[split][side] for suit, split in zip(by_suit, splits, strict=True))
                for side in (0, 1)
            ]
            assert sum(piles) == engine.ALL_CARDS
            assert score_deal(TWO, 1, piles, [0, 0]).primiera == winner_by_margin(splits)

    def test_are_the_distance_of_the_seven_from_the_others_best(self):
        worth = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, None: 0}
        assert {best: 21 - worth[best] for best in MARGIN} == MARGIN


def decided(values):
    """Say who has the higher value; a side with none cannot have it."""
    if None in values:
        return next((side for side in (0, 1) if values[side] is not None), None)
    return None if values[0] == values[1] else int(values[1] > values[0])


class TestScales:
    @pytest.mark.parametrize(
        ("pile", "value"),
        [("10D 10C 10S 10B", 40), ("9D 10C 8S 8B", 35), ("8D 9C 10S 10B", 37), ("7D 8C 9S 2B", 50)],
    )
    def test_tell_court_cards_apart_where_the_rules_do_r6_12(self, pile, value):
        assert primiera(pile, "", preset="scopa_figure") == (0, (value, None))

    def test_show_the_highest_court_card_of_a_suit(self):
        rules = resolve("scopa_classica")
        hand = score_deal(rules, 1, [mask("8D 10D 9D"), 0], [0, 0]).detail.primiera[0]
        assert hand.best == (engine.parse_card("10D"), None, None, None)

    def test_count_every_court_card_alike_otherwise_r6_4(self):
        assert primiera("10D 10C 10S 10B", "8D 8C 8S 8B") == (None, (40, 40))
        assert primiera("10D 10C 10S 10B", "8D 8C 8S 8B", preset="scopa_figure") == (0, (40, 32))


class TestMissingSuit:
    @pytest.mark.parametrize(
        ("first", "second", "void", "fewer", "partial"),
        [
            # both whole
            ("7D 7C 6S 6B", "6D 6C 7S 5B", (0, 78, 72), (0, 78, 72), (0, 78, 72)),
            ("7D 7C 6S 6B", "6D 6C 7S 7B", (None, 78, 78), (None, 78, 78), (None, 78, 78)),
            ("7D 7C 7S 2B", "6D 6C 6S 7B", (None, 75, 75), (None, 75, 75), (None, 75, 75)),
            # one lacks a suit: lower, higher, equal
            ("1D 1C 1S", "2D 2C 2S 2B", (1, None, 48), (1, 48, 48), (None, 48, 48)),
            ("7D 7C 7S", "2D 2C 2S 2B", (1, None, 48), (1, 63, 48), (0, 63, 48)),
            ("7D 7C 7S", "6D 6C 5S 3B", (1, None, 64), (1, 63, 64), (1, 63, 64)),
            # both lack suits
            ("7D 7C 7S", "6D 6C 6S", (None, None, None), (0, 63, 54), (0, 63, 54)),
            ("8D 8C 8S", "7D 7C", (None, None, None), (0, 30, 42), (1, 30, 42)),
            ("7D 6C", "6D 7C", (None, None, None), (None, 39, 39), (None, 39, 39)),
            # one has nothing, both have nothing
            ("8D", "", (None, None, None), (0, 10, 0), (0, 10, 0)),
            ("8D 8C 8S 8B", "", (0, 40, None), (0, 40, 0), (0, 40, 0)),
            ("", "", (None, None, None), (None, 0, 0), (None, 0, 0)),
        ],
    )
    def test_is_judged_by_the_rules_r6_13(self, first, second, void, fewer, partial):
        for changes, (winner, *values) in (({}, void), (FEWER, fewer), (PARTIAL, partial)):
            assert primiera(first, second, changes=changes) == (winner, tuple(values))

    @pytest.mark.parametrize(
        ("piles", "void", "fewer", "partial"),
        [
            (("7D 7C", "8D 8C 8S 8B", "7S"), 1, 1, 0),
            (("7D 7C", "6D 6C", "8D 8C 8S"), None, 2, 0),
            (("7D 7C 6S 6B", "6D 6C 7S 7B", "2D 2C 2S 2B"), None, None, None),
        ],
    )
    def test_is_judged_among_three_sides_r6_13(self, piles, void, fewer, partial):
        three = {"table.players": 3}
        for changes, winner in (({}, void), (FEWER, fewer), (PARTIAL, partial)):
            assert primiera(*piles, changes={**three, **changes})[0] == winner


class TestOtherMethods:
    @pytest.mark.parametrize(
        ("first", "second", "winner"),
        [
            ("7D 7C 7S", "7B 6D 6C 6S 6B", 0),
            ("7D 7C 6D", "7S 7B 6C 6S 6B", 1),
            ("7D 7C 6D 6C 1D", "7S 7B 6S 6B 1C 1S 1B", 1),
            ("7D 7C 6D 6C 1D 1C", "7S 7B 6S 6B 1S 1B", None),
            ("1D 1C 1S 1B", "6D", 1),
            ("", "", None),
            ("2D", "", None),
        ],
    )
    def test_count_sevens_then_sixes_then_aces_r6_14(self, first, second, winner):
        assert primiera(first, second, changes=SEVENS) == (winner, (None, None))

    def test_show_what_was_counted_r6_14(self):
        rules = resolve("scopa_classica", SEVENS)
        detail = score_deal(rules, 1, [mask("7D 7C 6S 1B 2B"), 0], [0, 0]).detail
        assert [hand.counts for hand in detail.primiera] == [(2, 1, 1), (0, 0, 0)]
        assert [hand.best for hand in detail.primiera] == [(None,) * 4] * 2

    def test_can_be_none_at_all_r6_14(self):
        off = {"scoring.primiera.method": "off"}
        whole = " ".join(map(str, DECK))
        assert primiera(whole, "", changes=off) == (None, (None, None))
