"""R1: the pack, its notation, and sets of cards."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    ALL_CARDS,
    DECK,
    SETTEBELLO,
    Card,
    CardUnreadable,
    Suit,
    cards_in,
    mask_of,
    parse_card,
)
from games.engine.cards import RANK_MASKS

UNREADABLE = [
    "",
    "D",
    "7",
    "7d",
    "7H",
    "0D",
    "11D",
    "07D",
    " 7D",
    "7D ",
    "7D\n",
    "D7",
    "7DD",
    "-7D",
    "7.0D",
    "٧D",
    b"7D",
    7,
    None,
    True,
    ["7D"],
    {"card": "7D"},
    Card(7, Suit.DENARI),
]


class TestDeck:
    def test_holds_four_suits_of_ten_ranks_each_once_r1_1(self):
        assert len(DECK) == 40
        assert {(card.rank, card.suit) for card in DECK} == {
            (rank, suit) for rank in range(1, 11) for suit in Suit
        }

    def test_is_sorted_by_rank_then_by_suit(self):
        assert tuple(sorted(DECK)) == DECK
        assert [str(card) for card in DECK[:5]] == ["1D", "1C", "1S", "1B", "2D"]
        assert str(DECK[-1]) == "10B"

    def test_gives_each_card_its_own_bit(self):
        assert [card.mask for card in DECK] == [1 << index for index in range(40)]
        assert [card.index for card in DECK] == list(range(40))


class TestCard:
    @pytest.mark.parametrize("rank", [0, 11, -1, True, 7.0, "7", None])
    def test_refuses_a_rank_the_pack_has_not(self, rank):
        with pytest.raises(CardUnreadable):
            Card(rank, Suit.DENARI)

    @pytest.mark.parametrize("suit", ["D", None, 0, "DENARI"])
    def test_refuses_a_suit_that_is_none(self, suit):
        with pytest.raises(CardUnreadable):
            Card(7, suit)

    def test_equals_another_made_the_same_way(self):
        made = Card(7, Suit.DENARI)
        assert made == SETTEBELLO
        assert len({made, SETTEBELLO}) == 1
        assert made != Card(7, Suit.COPPE)
        assert made != "7D"

    def test_is_written_as_it_is_named_r1_2(self):
        assert (str(SETTEBELLO), repr(SETTEBELLO)) == ("7D", "Card(7D)")

    def test_survives_copies_and_pickles(self):
        assert copy.deepcopy(SETTEBELLO) == SETTEBELLO
        assert pickle.loads(pickle.dumps(SETTEBELLO)) == SETTEBELLO  # noqa: S301  (our own bytes)

    def test_cannot_be_changed(self):
        with pytest.raises(AttributeError):
            SETTEBELLO.rank = 6


class TestParseCard:
    @pytest.mark.parametrize("card", DECK, ids=str)
    def test_reads_what_str_writes_r1_2(self, card):
        assert parse_card(str(card)) is card

    @pytest.mark.parametrize("text", UNREADABLE, ids=repr)
    def test_refuses_anything_else(self, text):
        with pytest.raises(CardUnreadable) as caught:
            parse_card(text)
        assert caught.value.code == "invalid_card"


class TestMasks:
    def test_of_ranks_hold_the_cards_of_each_and_none_of_rank_0_r1_1(self):
        ranks = [[card.rank for card in cards_in(mask)] for mask in RANK_MASKS]
        assert ranks == [[], *([rank] * 4 for rank in range(1, 11))]

    @given(st.sets(st.sampled_from(DECK)))
    def test_turn_into_sorted_cards_and_back(self, cards):
        mask = mask_of(cards)
        assert cards_in(mask) == tuple(sorted(cards))
        assert mask.bit_count() == len(cards)

    def test_know_nothing_and_everything(self):
        assert cards_in(0) == ()
        assert mask_of(()) == 0
        assert cards_in(ALL_CARDS) == DECK
