"""R10: hands that are declared as they are dealt, and the wild seven of coppe."""

import pytest

from games import engine
from games.engine.declarations import declaration_of
from tests.engine.standing import captures, cards, is_scopa, mask, play, standing


def declared(hand, changes=None):
    """Return kind, points and the wild card's rank of what a hand declares, or None."""
    rules = engine.resolve("cirulla", changes or {}).declarations
    found = declaration_of(rules, 0, mask(hand))
    return found and (found.kind, found.points, found.wild)


def dealt(*hands, first_dealer=1, changes=None):
    """Return the step that deals these hands, from the seat that leads, and a dull table."""
    rules = engine.resolve("cirulla", changes or {})
    first = [card for hand in hands for card in cards(hand)]
    table = [card for card in cards("10D 10C 8S 8B") if card not in first]
    rest = [card for card in engine.DECK if card not in [*first, *table]]
    deck = (*first, *table, *rest)
    return engine.start_deal(engine.new_match(rules, first_dealer), deck)


def holding(hand, table, wild):
    """Return a match in which seat 0 has declared a hand with the wild seven as some rank."""
    kind, points = ("low_hand", 3) if wild == 1 else ("three_of_a_kind", 10)
    declaration = engine.Declaration(0, kind, points, cards(hand), wild)
    return standing("cirulla", table, hand, "9C 9S", declared=(declaration,))


class TestDeclaration:
    @pytest.mark.parametrize(
        ("hand", "expected"),
        [
            ("2D 3C 4S", ("low_hand", 3, None)),
            ("1D 1C 7S", ("low_hand", 3, None)),
            ("2D 3C 5S", None),
            ("10D 1C 1S", None),
        ],
    )
    def test_is_three_points_for_nine_or_less_r10_2(self, hand, expected):
        assert declared(hand) == expected

    @pytest.mark.parametrize("rank", range(1, 11))
    def test_is_ten_points_for_three_of_a_kind_r10_3(self, rank):
        assert declared(f"{rank}D {rank}S {rank}B") == ("three_of_a_kind", 10, None)

    @pytest.mark.parametrize("hand", ["1D 1C 1S", "2D 2C 2S", "3D 3C 3S"])
    def test_is_only_the_higher_of_two_r10_1(self, hand):
        assert declared(hand) == ("three_of_a_kind", 10, None)
        without = {"declarations.three_of_a_kind": 0}
        assert declared(hand, without) == ("low_hand", 3, None)

    @pytest.mark.parametrize(
        ("hand", "expected"),
        [
            ("7C 3D 5S", ("low_hand", 3, 1)),
            ("7C 2D 6S", ("low_hand", 3, 1)),
            ("7C 3D 6S", None),
            ("7C 4D 4S", ("three_of_a_kind", 10, 4)),
            ("7C 10D 10S", ("three_of_a_kind", 10, 10)),
            ("7C 1D 1S", ("three_of_a_kind", 10, 1)),
            ("7C 7D 7S", ("three_of_a_kind", 10, 7)),
        ],
    )
    def test_is_helped_by_the_wild_seven_r10_4(self, hand, expected):
        assert declared(hand) == expected

    @pytest.mark.parametrize("hand", ["7C 3D 5S", "7C 4D 4S"])
    def test_is_not_helped_where_nothing_is_wild_r10_4(self, hand):
        assert declared(hand, {"declarations.wild": None}) is None

    def test_is_helped_by_no_other_seven_r10_4(self):
        assert declared("7S 3D 5S") is None

    @pytest.mark.parametrize(
        ("off", "hand"),
        [("low_hand", "2D 3C 4S"), ("three_of_a_kind", "4D 4C 4S")],
    )
    def test_is_not_made_where_it_is_worth_nothing_r10_1(self, off, hand):
        assert declared(hand, {f"declarations.{off}": 0}) is None


class TestDealing:
    def test_makes_every_seat_declare_from_the_leader_on_r10_1(self):
        step = dealt("2D 3C 4S", "5D 5C 5S", first_dealer=1)
        assert step.events[1:] == (
            engine.HandDeclared(0, "low_hand", 3, cards("2D 3C 4S")),
            engine.HandDeclared(1, "three_of_a_kind", 10, cards("5D 5C 5S")),
        )
        step = dealt("2D 3C 4S", "5D 5C 5S", first_dealer=0)
        assert [event.seat for event in step.events[1:]] == [1, 0]

    def test_makes_hands_declare_in_every_round_r10_1(self):
        first, second = ["8C 9S 10B", "8D 9B 10S"], "2D 3C 4S 5D 5C 5S"
        rules = engine.resolve("cirulla")
        known = [*cards(" ".join(first)), *cards("9D 9C 6S 6B"), *cards(second)]
        deck = (*known, *(card for card in engine.DECK if card not in known))
        state = engine.start_deal(engine.new_match(rules, 1), deck).state
        assert state.deal.declared == ()
        for _ in range(6):
            step = engine.apply(state, state.turn, engine.legal_moves(state)[0])
            state = step.state
        kinds = [type(event).__name__ for event in step.events]
        assert kinds == ["CardPlayed", "HandsDealt", "HandDeclared", "HandDeclared"]
        assert [each.points for each in state.deal.declared] == [3, 10]
        assert engine.decode(engine.encode(state)) == state

    def test_declares_nothing_in_other_games(self):
        rules = engine.resolve("scopa_classica")
        state = engine.start_deal(engine.new_match(rules, 1), engine.DECK).state
        assert state.deal.declared == ()

    def test_adds_the_points_to_those_of_the_side_r10_1(self):
        state = standing("cirulla", "", "9C", last_capturer=1)
        made = (
            engine.Declaration(0, "low_hand", 3, cards("2D 3C 4S"), None),
            engine.Declaration(0, "three_of_a_kind", 10, cards("5D 5C 5S"), None),
            engine.Declaration(1, "low_hand", 3, cards("1D 1C 2S"), None),
        )
        state = standing("cirulla", "", "9C", last_capturer=1, declared=made)
        score = play(state, "9C").state.deals[0]
        assert score.detail.declarations == (13, 3)
        assert score.points == (13, 4)


class TestWildSeven:
    def test_takes_by_the_rank_it_was_declared_as_r10_4(self):
        state = holding("7C 4D 4S", "4B 8D 10C 1S", 4)
        assert captures(state, "7C") == ["4B", "1S 10C"]

    def test_sweeps_as_an_ace_r10_4(self):
        state = holding("7C 3D 5S", "4B 8D 10C", 1)
        assert captures(state, "7C") == ["4B 8D 10C"]
        step = play(state, "7C")
        assert is_scopa(step)
        assert step.state.deal.piles[0] == mask("7C 4B 8D 10C")

    def test_sweeps_nothing_beside_an_ace_r10_4(self):
        assert captures(holding("7C 3D 5S", "1B 8D 10C 4B", 1), "7C") == ["1B", "4B 10C"]

    def test_is_a_seven_where_it_was_not_declared_r10_4(self):
        state = standing("cirulla", "7S 8D 2C", "7C 9D", "9S")
        assert captures(state, "7C") == ["7S", "8D"]

    def test_is_a_seven_again_on_the_table_r10_4(self):
        state = play(holding("7C 10D 10S", "9D", 10), "7C").state
        assert captures(state, "9C") == ["9D"]
        state = standing("cirulla", "7C", "8D 2S", "9S", declared=state.deal.declared)
        assert captures(state, "8D") == ["7C"]

    def test_is_the_seven_of_coppe_in_the_score_r10_4(self):
        state = standing("cirulla", "", "9C", last_capturer=0, piles=["7C 7D 1S 1B", ""])
        detail = play(state, "9C").state.deals[0].detail
        assert detail.sevens == (2, 0)
        assert detail.primiera[0].value == 21 + 21 + 16 + 16

    def test_is_refused_by_its_declared_rank_r10_4(self):
        state = holding("7C 4D 4S", "4B 3D 5S", 4)
        with pytest.raises(engine.CaptureSumMismatch):
            play(state, "7C", "3D")
        assert play(state, "7C", "4B").state.deal.piles[0] == mask("7C 4B")

    def test_counts_as_an_ace_where_none_may_open_r9_5(self):
        rules = engine.resolve("cirulla", {"ace.opening": "forbidden"})
        known = [*cards("7C 3D 5S"), *cards("8C 9S 10B"), *cards("9D 9C 6S 6B")]
        deck = (*known, *(card for card in engine.DECK if card not in known))
        state = engine.start_deal(engine.new_match(rules, 1), deck).state
        assert {str(move.card) for move in engine.legal_moves(state)} == {"3D", "5S"}
        with pytest.raises(engine.AceMayNotOpen):
            play(state, "7C")

    def test_is_taken_from_an_empty_table_as_an_ace_r9_4(self):
        declaration = engine.Declaration(0, "low_hand", 3, cards("7C 3D 5S"), 1)
        state = standing(
            "cirulla",
            "",
            "7C 3D",
            "9S",
            declared=(declaration,),
            changes={"ace.on_empty_table": "taken"},
        )
        assert play(state, "7C").state.deal.piles == (mask("7C"), 0)


class TestView:
    def test_shows_a_declared_hand_to_everybody_until_it_is_played_r10_5(self):
        state = dealt("2D 3C 4S", "5D 6C 9S").state
        for seat in (None, 0, 1):
            (shown,) = engine.view(state, seat).deal.declared
            assert shown == engine.DeclaredHand(0, "low_hand", 3, cards("2D 3C 4S"), None)
        state = play(state, "3C").state
        (shown,) = engine.view(state, 1).deal.declared
        assert shown.cards == cards("2D 4S")

    def test_shows_the_rank_of_the_wild_seven_r10_5(self):
        (shown,) = engine.view(holding("7C 4D 4S", "9D", 4), None).deal.declared
        assert shown.wild == 4

    def test_still_tells_of_a_hand_that_was_played_r10_5(self):
        declaration = engine.Declaration(1, "low_hand", 3, cards("2D 3C 4S"), None)
        state = standing("cirulla", "9D", "8C", "9C", declared=(declaration,))
        (shown,) = engine.view(state, 0).deal.declared
        assert (shown.seat, shown.points, shown.cards) == (1, 3, ())


class TestStoredDeclarations:
    @pytest.mark.parametrize(
        "change",
        [
            {"points": 10},
            {"kind": "three_of_a_kind"},
            {"kind": "bluff"},
            {"cards": ["2D", "3C", "10S"]},
            {"cards": ["2D", "3C"]},
            {"wild": 1},
            {"seat": 2},
        ],
        ids=str,
    )
    def test_are_refused_where_they_could_not_be_made(self, change):
        data = engine.encode(dealt("2D 3C 4S", "5D 6C 9S").state)
        data["deal"]["declared"][0] |= change
        with pytest.raises(engine.StateUnreadable):
            engine.decode(data)

    def test_are_refused_where_nothing_is_declared(self):
        rules = engine.encode_rules(engine.resolve("cirulla"))
        rules["declarations"] |= {"low_hand": 0, "three_of_a_kind": 0}
        data = engine.encode(dealt("2D 3C 4S", "5D 6C 9S").state) | {"rules": rules}
        with pytest.raises(engine.StateUnreadable):
            engine.decode(data)

    def test_are_refused_with_a_bonus_that_the_rules_do_not_know(self):
        rules = engine.resolve("scopa_classica")
        state = engine.start_deal(engine.new_match(rules, 1), engine.DECK).state
        data = engine.encode(state)
        data["deal"]["dealer_bonus"] = 1
        with pytest.raises(engine.StateUnreadable):
            engine.decode(data)
