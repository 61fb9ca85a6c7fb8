"""R3.9 to R3.13: fifteens, which captures may be chosen, how large they are, and leaving them."""

import random
from itertools import combinations, product
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import DECK, capture_options, cards_in, mask_of, resolve
from games.engine.captures import first_two, may_take
from games.engine.ruleset import AceRules, CaptureRules
from games.engine.taking import taking_of
from tests.engine.standing import captures, mask, play, refused, standing

EVENS = mask("2D 2C 2S 2B 4D 4C 4S 4B 6D 6C 6S 6B 8D 8C 8S 8B 10D 10C 10S 10B")
MODES = ("sum", "fifteen", "sum_or_fifteen")
CHOICES = ("single_first", "fewest_cards", "any")

tables = st.sets(st.sampled_from(DECK), max_size=9)
takings = st.builds(
    CaptureRules,
    mode=st.sampled_from(MODES),
    choice=st.sampled_from(CHOICES),
    max_table_cards=st.sampled_from([None, 2, 3, 4]),
).map(lambda rules: (rules, taking_of(rules, AceRules())))


def by_trying_everything(rules, table, rank):
    """Follow the words of the rules over every set of table cards."""
    found = [
        chosen
        for size in range(1, (rules.max_table_cards or len(table)) + 1)
        for chosen in combinations(sorted(table), size)
        if is_right(rules, table, rank, chosen)
    ]
    if rules.choice == "fewest_cards" and found:
        fewest = min(map(len, found))
        return [chosen for chosen in found if len(chosen) == fewest]
    return found


def is_right(rules, table, rank, chosen):
    total = sum(card.rank for card in chosen)
    if rules.mode != "sum" and total + rank == 15:
        return True
    equal_lies = any(card.rank == rank for card in table)
    open_sum = len(chosen) == 1 or not equal_lies or rules.choice != "single_first"
    return rules.mode != "fifteen" and total == rank and open_sum


class TestFifteen:
    @pytest.mark.parametrize(
        ("table", "card", "expected"),
        [
            ("8C 7S", "7D", ["8C"]),
            ("10C 5S", "10D", ["5S"]),
            ("10C 5S", "5D", ["10C"]),
            ("7C 7B", "1D", ["7C 7B"]),
            ("1D 4C 9S", "10B", ["1D 4C"]),
            ("7C 1S 4B", "3D", ["1S 4B 7C"]),
            ("2C 4B", "6D", [""]),
        ],
    )
    def test_takes_what_makes_fifteen_and_no_equal_card_r3_9(self, table, card, expected):
        assert captures(standing("scopa_quindici", table, f"{card} 2D", "3C"), card) == expected

    def test_is_the_same_with_single_first_and_any_r3_9(self):
        loose = taking_of(CaptureRules(mode="fifteen", choice="any"), AceRules())
        strict = taking_of(CaptureRules(mode="fifteen"), AceRules())
        dice = random.Random(5)
        for _ in range(200):
            table, rank = mask_of(dice.sample(DECK, 8)), dice.randint(1, 10)
            assert capture_options(table, rank, loose) == capture_options(table, rank, strict)

    def test_refuses_another_sum_by_its_own_clause_r3_9(self):
        state = standing("scopa_quindici", "8C 7S", "7D 2D", "3C")
        assert refused(state, "7D", "7S") == ("capture_sum_mismatch", "R3.9")


class TestSumOrFifteen:
    def test_takes_either_r3_10(self):
        free = {"capture.mode": "sum_or_fifteen", "capture.choice": "any"}
        state = standing("scopa_classica", "7C 3S 4B 8D", "7D 2D", "3C", changes=free)
        assert captures(state, "7D") == ["7C", "8D", "3S 4B"]

    def test_shuts_sums_out_but_no_fifteens_beside_an_equal_card_r3_10(self):
        first = {"capture.mode": "sum_or_fifteen"}
        state = standing("scopa_classica", "7C 3S 4B 8D", "7D 2D", "3C", changes=first)
        assert captures(state, "7D") == ["7C", "8D"]
        assert refused(state, "7D", "3S 4B") == ("equal_card_first", "R3.3")
        assert refused(state, "7D", "3S") == ("capture_sum_mismatch", "R3.10")


class TestChoice:
    def test_may_be_a_sum_beside_an_equal_card_r3_11(self):
        free = {"capture.choice": "any"}
        state = standing("scopa_classica", "7C 3S 4B", "7D 2D", "3C", changes=free)
        assert captures(state, "7D") == ["7C", "3S 4B"]

    def test_is_among_the_fewest_cards_r3_11(self):
        state = standing("scopa_bga", "3C 4B 5S 2D 1C", "7D 2S", "3S")
        assert captures(state, "7D") == ["2D 5S", "3C 4B"]
        assert refused(state, "7D", "1C 2D 4B") == ("fewest_cards_first", "R3.11")

    def test_is_the_equal_card_where_the_fewest_count_r3_11(self):
        state = standing("scopa_bga", "7C 3C 4B", "7D 2S", "3S")
        assert captures(state, "7D") == ["7C"]
        assert refused(state, "7D", "3C 4B") == ("fewest_cards_first", "R3.11")

    def test_is_the_fewest_of_both_kinds_r3_11(self):
        few = {"capture.mode": "sum_or_fifteen", "capture.choice": "fewest_cards"}
        state = standing("scopa_classica", "8C 3C 4B", "7D 2S", "3S", changes=few)
        assert captures(state, "7D") == ["8C"]
        assert refused(state, "7D", "3C 4B") == ("fewest_cards_first", "R3.11")


class TestMaxTableCards:
    def test_leaves_out_larger_captures_r3_12(self):
        two = {"capture.max_table_cards": 2}
        state = standing("scopa_classica", "3C 4B 5S 2D 1C", "7D 2S", "3S", changes=two)
        assert captures(state, "7D") == ["2D 5S", "3C 4B"]
        assert refused(state, "7D", "1C 2D 4B") == ("too_many_table_cards", "R3.12")

    def test_lets_a_card_be_laid_that_takes_only_too_many_r3_12(self):
        two = {"capture.max_table_cards": 2}
        state = standing("scopa_classica", "1C 2D 4B", "7D 2S", "3S", changes=two)
        assert captures(state, "7D") == [""]
        assert play(state, "7D").state.deal.table == mask("1C 2D 4B 7D")

    def test_limits_fifteens_too_r3_12(self):
        two = {"capture.max_table_cards": 2}
        state = standing("scopa_quindici", "7C 1S 4B 8D", "3D 2S", "3S", changes=two)
        assert captures(state, "3D") == ["4B 8D"]
        assert refused(state, "3D", "1S 4B 7C") == ("too_many_table_cards", "R3.12")


class TestNotMandatory:
    FREE = {"capture.mandatory": False}

    def test_lets_a_card_be_laid_that_could_take_r3_13(self):
        state = standing("scopa_classica", "7C 2D", "7D 2S", "3S", changes=self.FREE)
        assert captures(state, "7D") == ["", "7C"]
        step = play(state, "7D", "")
        assert step.state.deal.table == mask("7C 7D 2D")
        assert not step.events[0].move.sole

    def test_makes_a_move_ambiguous_that_names_no_capture_r3_13(self):
        state = standing("scopa_classica", "7C 2D", "7D 5S", "3S", changes=self.FREE)
        assert refused(state, "7D") == ("ambiguous_capture", "R3.6")
        assert not play(state, "7D", "7C").events[0].move.sole
        assert play(state, "5S").events[0].move.sole

    def test_lets_four_equal_cards_lie_r3_13(self):
        state = standing("scopa_classica", "7C 7S 7B", "7D 5S", "3S", changes=self.FREE)
        assert play(state, "7D", "").state.deal.table == mask("7C 7S 7B 7D")

    @pytest.mark.parametrize("choice", CHOICES)
    def test_is_for_sums_of_every_choice_r3_13(self, choice):
        changes = {**self.FREE, "capture.choice": choice}
        assert not resolve("scopa_classica", changes).capture.mandatory


class TestOptions:
    @given(takings, tables, st.integers(1, 10))
    def test_are_what_trying_every_set_finds(self, rules_and_taking, table, rank):
        rules, taking = rules_and_taking
        expected = by_trying_everything(rules, table, rank)
        found = [cards_in(option) for option in capture_options(mask_of(table), rank, taking)]
        assert found == sorted(expected, key=lambda option: (len(option), option))

    @given(takings, tables, st.integers(1, 10))
    def test_are_known_without_being_listed(self, rules_and_taking, table, rank):
        _, taking = rules_and_taking
        whole = mask_of(table)
        listed = set(capture_options(whole, rank, taking))
        subsets = [
            mask_of(chosen)
            for size in range(min(5, len(table) + 1))
            for chosen in combinations(table, size)
        ]
        for capture in {*subsets, *listed, whole}:
            assert may_take(whole, rank, capture, taking) == (capture in listed)
        assert not may_take(whole & ~DECK[0].mask, rank, DECK[0].mask, taking)
        two = first_two(whole, rank, taking)
        assert len(two) == min(2, len(listed))
        assert set(two) <= listed


class TestTwentyCards:
    """The largest table of the fifteens: all the even cards, which no even card can take."""

    TAKING = taking_of(CaptureRules(mode="fifteen"), AceRules())

    def test_are_never_taken_by_an_even_card_r3_9(self):
        assert [capture_options(EVENS, rank, self.TAKING) for rank in (2, 4, 6, 8, 10)] == [()] * 5

    def test_have_at_most_324_captures_for_one_card(self):
        assert max(len(capture_options(EVENS, rank, self.TAKING)) for rank in range(1, 11)) == 324

    @pytest.mark.parametrize(("mode", "choice"), list(product(MODES[1:], CHOICES)))
    def test_are_answered_in_little_time(self, mode, choice):
        taking = taking_of(CaptureRules(mode=mode, choice=choice), AceRules())
        best = min(time_of_one_card(taking) for _ in range(5))
        assert best < 20e-3  # generous: the bench measures a millisecond

    def test_are_validated_without_listing_what_could_be_taken(self):
        capture_options.cache_clear()
        state = standing("scopa_quindici", " ".join(map(str, cards_in(EVENS))), "1D 3C", "5D")
        play(state, "1D", "4D 10D")
        assert capture_options.cache_info().currsize == 0


def time_of_one_card(taking):
    """Return the seconds that an Ace's captures take, with nothing remembered."""
    capture_options.cache_clear()
    begun = perf_counter()
    capture_options(EVENS, 1, taking)
    may_take(EVENS, 1, mask("4D 10D"), taking)
    first_two(EVENS, 1, taking)
    return perf_counter() - begun
