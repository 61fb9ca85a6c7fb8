"""Records without packs: what nobody saw is made up so that it fits, and accuses nobody."""

import random
from dataclasses import replace

import pytest

from games import engine
from games.engine import (
    PRESETS,
    DeckEntry,
    PlayEntry,
    RecordedDeal,
    RecordedHand,
    check_record,
    first_difference,
    without_packs,
)
from games.engine.declarations import declaration_of
from games.engine.notation_packs import pieced_pack, seen_cards
from tests.engine.test_notation import cards, changed, one_deal, recorded
from tests.engine.test_record_differences import told
from tests.engine.variants import DECLARATIONS, SIX_ALONE, combination

CLASSIC = engine.resolve("scopa_classica")
CIRULLA = engine.resolve("cirulla")
DECLARING = {
    "cirulla": CIRULLA,
    "in three": engine.resolve("cirulla", {"table.players": 3}),
    "in two pairs": engine.resolve("cirulla", {"table.players": 4, "table.sides": "teams"}),
    "in six": engine.resolve("scopa_classica", {**DECLARATIONS, **SIX_ALONE}),
    "low hands alone": engine.resolve("cirulla", {"declarations.three_of_a_kind": 0}),
}


def in_play(rules, seed, limit=None):
    """Return the record of a match that was left at a random move, without packs."""
    dice = random.Random(seed)
    limit = dice.randrange(120) if limit is None else limit
    first = 0 if rules.deal.first_dealer == "seat_0" else dice.randrange(rules.table.players)
    state, log = engine.new_match(rules, first), []
    while state.outcome is None and (state.ply < limit or state.needs_deck):
        if state.needs_deck:
            log.append(DeckEntry(tuple(dice.sample(engine.DECK, 40))))
            state = engine.start_deal(state, log[-1].cards).state
        else:
            log.append(PlayEntry(state.turn, dice.choice(engine.legal_moves(state))))
            state = engine.apply(state, state.turn, log[-1].move).state
    return open_deal(rules, log, first)


def open_deal(rules, log, first=1):
    players = [f"player {seat}" for seat in range(rules.table.players)]
    return without_packs(engine.record_match(rules, first, log, players=players))


def before_the_last_hands(last, plies=30):
    """Return a record of a deal with these last hands, of which none but the last may declare."""
    return played_to(plies, last)


def played_to(plies, last):
    """Play deals that end with these cards until one has declarations of none but them.

    The last cards are played in the order of each hand.
    """
    last = cards(last)
    rest = [card for card in engine.DECK if card not in last]
    for seed in range(1000):
        dice = random.Random(seed)
        log = [DeckEntry((*dice.sample(rest, len(rest)), *last))]
        state = engine.start_deal(engine.new_match(CIRULLA, 1), log[0].cards).state
        while state.deal and state.ply < plies:
            moves = engine.legal_moves(state)
            known = [move for move in moves if move.card in last]
            first = min((last.index(move.card) for move in known), default=None)
            moves = moves if first is None else [m for m in known if m.card == last[first]]
            log.append(PlayEntry(state.turn, dice.choice(moves)))
            state = engine.apply(state, state.turn, log[-1].move).state
        if state.deal and all(set(hand.cards) <= set(last) for hand in state.deal.declared):
            return changed(open_deal(CIRULLA, log), declared=())
    raise AssertionError("no such deal")


def hands_of(rules, deal):
    """Return the first hands of the pack that is made up, from the leader on."""
    pack, size = pieced_pack(rules, deal), rules.deal.hand_size
    return [pack[size * seat : size * (seat + 1)] for seat in range(rules.table.players)]


class TestCheckRecord:
    @pytest.mark.parametrize("seed", range(100))
    def test_accuses_no_match_in_play_in_which_hands_are_declared(self, seed):
        assert first_difference(in_play(CIRULLA, seed)) is None

    @pytest.mark.parametrize("rules", DECLARING.values(), ids=DECLARING)
    def test_accuses_no_match_with_declarations_whoever_plays(self, rules):
        found = [first_difference(in_play(rules, seed)) for seed in range(500, 530)]
        assert found == [None] * 30

    @pytest.mark.parametrize("preset", PRESETS)
    def test_accuses_no_match_in_play(self, preset):
        found = [first_difference(in_play(PRESETS[preset].rules, seed)) for seed in range(12)]
        assert found == [None] * 12

    def test_accuses_no_match_in_play_by_any_rules(self):
        for seed in range(40):
            rules = engine.resolve(*combination(seed))
            assert first_difference(in_play(rules, seed)) is None

    def test_accuses_no_match_of_which_a_round_is_all_but_over(self):
        """What is left for the hidden hands is little, and low."""
        for seed in range(200):
            assert first_difference(in_play(CIRULLA, seed, limit=30 + seed % 6)) is None

    def test_finds_a_declaration_that_was_left_out_r10_1(self):
        found = 0
        for seed in range(30):
            record = recorded(CIRULLA, seed, limit=36)
            if record.deals[0].declared:
                found += 1
                wrong = changed(without_packs(record), declared=record.deals[0].declared[1:])
                difference = first_difference(wrong)
                assert (difference.rule, difference.what) == ("R10.1", "declared")
                assert difference.replayed[0] in record.deals[0].declared
        assert found > 10

    def test_tells_no_card_that_it_made_up_where_any_would_declare_r10_1(self):
        record = before_the_last_hands("1D 1C 1S 1B 2D 2C")
        assert told(record) == (30, "R10.1", "declared", (), engine.RuleError)
        assert (
            str(first_difference(record).replayed) == "whatever cards were not seen, they declare"
        )
        assert first_difference(record).replayed.rule == "R10.1"
        assert first_difference(before_the_last_hands("1D 10C 9C 1B 10D 9S")) is None

    @pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 6])
    def test_finds_a_table_of_more_or_fewer_cards_than_are_dealt_r2_3(self, count):
        record = without_packs(one_deal())
        table = (*record.deals[0].table, *cards("1D 1C 1S 1B"))[:count]
        assert told(changed(record, table=table)) == (0, "R2.3", "table_size", count, 4)

    def test_finds_cards_on_a_table_where_none_are_dealt_r2_3(self):
        record = without_packs(one_deal("scopone_scientifico"))
        assert told(changed(record, table=cards("1D"))) == (0, "R2.3", "table_size", 1, 0)

    def test_finds_it_in_a_later_deal(self):
        record = without_packs(recorded(CLASSIC, 4, limit=50))
        table = record.deals[1].table[:3]
        assert told(changed(record, 1, table=table)) == (36, "R2.3", "table_size", 3, 4)

    def test_finds_a_card_that_lies_on_the_table_twice_r1_1(self):
        record = without_packs(one_deal())
        table = cards("2C 7D 1B 7D")
        written = cards("1B 2C 7D 7D")
        wrong = changed(record, table=table)
        assert told(wrong) == (0, "R1.1", "table", written, engine.DeckInvalid)
        assert str(first_difference(wrong).replayed) == "7D lies on the table twice"

    @pytest.mark.parametrize("pair", ["1B 10D", "1D 1B", "2S 9C", "3D 8B", "4C 4S", "5B 6D"])
    def test_tells_the_lowest_of_two_cards_that_lie_there_twice_r1_1(self, pair):
        low, high = cards(pair)
        record = changed(without_packs(one_deal()), table=(high, low, low, high))
        assert str(first_difference(record).replayed) == f"{low} lies on the table twice"

    def test_tells_hands_that_were_declared_as_soon_as_they_were_dealt_r10_1(self):
        record = recorded(CIRULLA, 2, limit=4)
        hands = record.deals[0].declared
        assert hands
        assert told(changed(record, declared=())) == (0, "R10.1", "declared", (), hands)

    def test_tells_a_hand_of_a_later_round_as_soon_as_it_was_dealt_r10_1(self):
        found = set()
        for seed in range(30):
            record = recorded(CIRULLA, seed, limit=36)
            first = len(recorded(CIRULLA, seed, limit=0).deals[0].declared)
            hands = record.deals[0].declared
            if len(hands) > first:
                ply, _rule, _what, written, true = told(changed(record, declared=hands[:first]))
                assert written == hands[:first]
                assert true == hands[: len(true)]
                assert ply % 6 == 0
                found.add(ply)
        assert len(found) > 2

    def test_tells_the_table_that_was_dealt_where_the_pack_is_known(self):
        record = one_deal()
        table = record.deals[0].table
        wrong = changed(record, table=table[:3])
        assert told(wrong)[:3] == (0, "R2.3", "table")
        assert first_difference(wrong).replayed == tuple(sorted(table))

    @pytest.mark.parametrize("hand", ["10D 10C 9S", "1D 2D", "1D 1D 1D", "", "1D 1C 1S 1B"])
    def test_finds_a_hand_that_cannot_be_declared_and_tells_none_that_it_made_up(self, hand):
        record = without_packs(recorded(CIRULLA, 3, limit=0))
        assert not record.deals[0].declared
        claimed = (RecordedHand(0, "low_hand", 3, cards(hand)),)
        difference = first_difference(changed(record, declared=claimed))
        assert (difference.ply, difference.rule, difference.what) == (0, "R10.1", "declared")
        assert difference.recorded in ((), claimed)
        assert {card for true in difference.replayed for card in true.cards} <= set(cards(hand))

    def test_shows_the_hands_that_were_declared(self):
        record = without_packs(recorded(CIRULLA, 3, limit=36))
        hands = [hand for deal in record.deals for hand in deal.declared]
        shown = [
            event.cards
            for step in check_record(record)
            for event in step.events
            if isinstance(event, engine.HandDeclared)
        ]
        assert shown == [hand.cards for hand in hands]

    def test_accuses_nobody_who_had_to_open_with_an_ace_r9_5(self):
        rules = engine.resolve("asso_piglia_tutto", {"ace.opening": "forbidden"})
        hands, table = cards("1D 1C 1S 2D 3D 4D"), cards("10D 9D 8D 10C")
        moves = [engine.read_move(text).move for text in ("1D", "2D", "1C:1D")]
        rest = [card for card in engine.DECK if card not in (*hands, *table)]
        log = [DeckEntry((*hands, *table, *rest))]
        log += [PlayEntry(number % 2, move) for number, move in enumerate(moves)]
        for count in (2, 3, 4):
            record = open_deal(rules, log[:count])
            assert first_difference(record) is None
        wrong = changed(record, table=cards("1B 1S 10C 9C"))
        assert told(wrong)[1:3] == ("R9.5", "move")

    def test_asks_nothing_of_hands_that_are_not_dealt_yet(self):
        """Whatever stands in the hands of the last round, they would declare."""
        record = played_to(29, "7D 8D 10B 3D 4D 10D 1D 1C 1S 1B 2D 2C")
        assert record.deals[0].moves[-2].card == cards("4D")[0]
        assert first_difference(record) is None

    @pytest.mark.parametrize(
        ("hands", "ranks"),
        [("9D 10D 7C 4D 4C 7D", "a seven"), ("9D 10D 7C 5D 5C 1D", "an ace")],
    )
    def test_takes_the_wild_card_for_no_other_r10_4(self, hands, ranks):
        """One hidden hand has the wild card, which the other would declare: not so {ranks}."""
        record = before_the_last_hands(hands, plies=34)
        assert first_difference(record) is None

    def test_soon_gives_up_where_many_hidden_hands_would_all_be_declared(self):
        """Eighteen cards that nobody saw, all low: six hands of them add up to fifty."""
        rules = DECLARING["in six"]
        low = engine.DECK[:18]
        rest = engine.DECK[18:]
        dice = random.Random(1)
        while True:
            deck = (*dice.sample(rest, 22), *low)
            state = engine.start_deal(engine.new_match(rules, 1), deck).state
            log = [DeckEntry(deck)]
            while state.deal and state.ply < 18:
                log.append(PlayEntry(state.turn, dice.choice(engine.legal_moves(state))))
                state = engine.apply(state, state.turn, log[-1].move).state
            if state.deal and not [h for h in state.deal.declared if not set(h.cards) & set(low)]:
                break
        wrong = changed(open_deal(rules, log), declared=())
        assert told(wrong) == (18, "R10.1", "declared", (), engine.RuleError)

    def test_finds_a_move_too_many_r2_2(self):
        record = without_packs(one_deal())
        moves = record.deals[0].moves
        assert told(changed(record, moves=(*moves, moves[0])))[:3] == (36, "R2.2", "move")


class TestPiecedPack:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_is_the_forty_cards_with_what_was_seen_where_it_was(self, preset):
        rules = PRESETS[preset].rules
        deal = recorded(rules, 7, limit=20).deals[0]
        pack, before = pieced_pack(rules, deal), rules.table.players * rules.deal.hand_size
        assert sorted(pack) == sorted(engine.DECK)
        assert set(pack[before : before + rules.deal.table_size]) == set(deal.table)
        hands = hands_of(rules, deal)
        for number, move in enumerate(deal.moves[:before]):
            assert move.card in hands[number % rules.table.players]

    def test_lets_no_hand_declare_that_did_not_r10_1(self):
        for seed in range(60):
            record = recorded(CIRULLA, seed, limit=seed % 6)
            deal = record.deals[-1]
            declared = {hand.seat: set(hand.cards) for hand in deal.declared}
            for turn, hand in enumerate(hands_of(CIRULLA, deal)):
                seat = (deal.dealer + 1 + turn) % 2
                found = declaration_of(CIRULLA.declarations, seat, engine.mask_of(hand))
                assert (found is None) == (seat not in declared)
                assert set(hand) == declared.get(seat, set(hand))


class TestSeenCards:
    def test_are_those_on_the_table_played_and_declared(self):
        deal = RecordedDeal(1, 0, None, cards("1D 2D"))
        assert seen_cards(deal) == set(cards("1D 2D"))
        deal = replace(deal, declared=(RecordedHand(0, "low_hand", 3, cards("3D 4D")),))
        deal = replace(deal, moves=(engine.read_move("5D:2D"),))
        assert seen_cards(deal) == set(cards("1D 2D 3D 4D 5D"))
