"""R3.2 to R3.4: which captures a card has, and in which order they are listed."""

import random
from itertools import combinations
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import DECK, capture_options, cards_in, mask_of, parse_card
from games.engine.captures import total_of

RANKS = range(1, 11)
tables = st.sets(st.sampled_from(DECK), max_size=10)


def cards(text):
    return tuple(parse_card(name) for name in text.split())


def captures(table, rank):
    return [
        " ".join(str(card) for card in cards_in(option))
        for option in capture_options(mask_of(cards(table)), rank)
    ]


def captures_by_trying_everything(table, rank):
    """Follow the words of the rule: one equal card, else any two or more that add up."""
    equal = [{card} for card in table if card.rank == rank]
    return equal or [
        set(chosen)
        for size in range(2, len(table) + 1)
        for chosen in combinations(table, size)
        if sum(card.rank for card in chosen) == rank
    ]


class TestCaptureOptions:
    def test_takes_one_equal_card_of_several_r3_2(self):
        assert captures("10C 10B 4D", 10) == ["10C", "10B"]

    def test_takes_no_sum_beside_an_equal_card_r3_3(self):
        assert captures("7C 4B 3S", 7) == ["7C"]

    def test_takes_any_sum_of_whatever_size_r3_4(self):
        assert captures("3C 4B 5S 2D 1C", 7) == ["2D 5S", "3C 4B", "1C 2D 4B"]

    def test_takes_two_equal_cards_as_a_sum_r3_4(self):
        assert captures("5C 5B", 10) == ["5C 5B"]

    def test_takes_nothing_from_an_empty_table(self):
        assert [captures("", rank) for rank in RANKS] == [[]] * 10

    def test_makes_an_ace_take_nothing_but_an_ace(self):
        assert captures("2D 3C 4S", 1) == []
        assert captures("1D 2D", 1) == ["1D"]

    def test_lists_fewer_cards_first_then_lower_cards_then_suits(self):
        assert captures("9D 9C 8D 1C 1D 2S", 10) == [
            "1D 9D",
            "1D 9C",
            "1C 9D",
            "1C 9C",
            "2S 8D",
            "1D 1C 8D",
        ]

    @given(tables, st.sampled_from(RANKS))
    def test_finds_what_trying_every_subset_finds(self, table, rank):
        expected = captures_by_trying_everything(sorted(table), rank)
        found = [set(cards_in(option)) for option in capture_options(mask_of(table), rank)]
        assert len(found) == len(expected)
        assert all(option in expected for option in found)

    @given(tables, st.sampled_from(RANKS))
    def test_is_in_canonical_order(self, table, rank):
        listed = [cards_in(option) for option in capture_options(mask_of(table), rank)]
        assert listed == sorted(listed, key=lambda option: (len(option), option))

    def test_lists_twenty_five_captures_of_thirteen_cards_in_a_millisecond(self):
        table = mask_of(cards("1D 2D 3D 4D 4C 5D 5C 5S 6D 6C 7D 8D 9D"))
        seconds = []
        for _ in range(50):
            capture_options.cache_clear()
            begun = perf_counter()
            options = capture_options(table, 10)
            seconds.append(perf_counter() - begun)
        assert (table.bit_count(), len(options)) == (13, 25)
        assert min(seconds) < 1e-3

    def test_remembers_a_bounded_number_of_tables(self):
        assert capture_options.cache_info().maxsize is not None


class TestTotalOf:
    @pytest.mark.parametrize(
        ("table", "expected"), [("3D 4D", 7), ("7D", 7), ("", 0), ("10D 10C 10S 10B", 40)]
    )
    def test_adds_up_the_ranks(self, table, expected):
        assert total_of(mask_of(cards(table))) == expected

    def test_agrees_with_adding_card_by_card(self):
        dice = random.Random(4)
        for _ in range(200):
            chosen = dice.sample(DECK, dice.randint(0, 40))
            assert total_of(mask_of(chosen)) == sum(card.rank for card in chosen)
