"""The parts of the game in the terminal, each by itself."""

import random

import pytest

from games import engine
from games.engine import Move, PlayedMove
from games.terminal.account import account_lines, counted
from games.terminal.asking import ask_move
from games.terminal.board import board_lines
from games.terminal.cards import card_rows
from games.terminal.screen import LeftTable, Screen, in_ascii
from games.terminal.surroundings import can_show, language_of
from tests.games.tables import cards, pack

PRESETS = list(engine.PRESETS)


def screen(*typed, **options):
    shown, lines = [], iter(typed)
    made = Screen(write=shown.append, read=lambda: next(lines, ""), **options)
    return made, shown


def dealt(*, hand, table, preset="scopa_classica"):
    """Deal to seat 0 the hand named, with the table named."""
    wanted = cards(f"{hand} {table}")
    state = engine.new_match(engine.resolve(preset), first_dealer=1)
    rest = [card for card in engine.DECK if card not in wanted]
    deck = (*cards(hand), *rest[:3], *cards(table), *rest[3:])
    return engine.view(engine.start_deal(state, deck).state, 0)


def deals_at_random(preset, seed):
    """Play random deals; yield the rules, the moves of each, and its score."""
    dice = random.Random(seed)
    state = engine.new_match(engine.resolve(preset), first_dealer=0)
    moves = []
    while state.outcome is None:
        if state.needs_deck:
            if moves:
                yield state.rules, moves, state.deals[-1]
                moves = []
            state = engine.start_deal(state, dice.sample(engine.DECK, 40)).state
            continue
        step = engine.apply(state, state.turn, dice.choice(engine.legal_moves(state)))
        moves += [each.move for each in step.events if isinstance(each, engine.CardPlayed)]
        state = step.state
    yield state.rules, moves, state.deals[-1]


class TestCards:
    def test_stand_side_by_side_with_their_numbers(self):
        made, _shown = screen()
        assert list(card_rows(cards("7D 10B"), made, numbered=True)) == [
            "┌─────┐ ┌─────┐",
            "│7    │ │10  K│",
            "│  ♦  │ │  ♣  │",
            "│coins│ │clubs│",
            "└─────┘ └─────┘",
            "  (1)     (2)",
        ]

    def test_are_letters_where_there_is_no_utf_8(self):
        made, _shown = screen(plain=True)
        assert list(card_rows(cards("8C"), made)) == [
            "+-----+",
            "|8   J|",
            "|  C  |",
            "| cups|",
            "+-----+",
        ]

    @pytest.mark.parametrize("width", [20, 40, 80])
    def test_stay_within_the_terminal(self, width):
        made, _shown = screen(width=width)
        rows = list(card_rows(engine.DECK, made, numbered=True))
        assert max(map(len, rows)) <= width
        assert "(40)" in rows[-1]

    def test_fit_ten_in_eighty_columns(self):
        made, _shown = screen(width=80)
        assert len(list(card_rows(engine.DECK[:10], made))) == 5


class TestAsking:
    def test_plays_a_card_with_one_capture_at_once(self):
        view = dealt(hand="7D 2C 3S", table="7C 10D 9D 8D")
        made, _shown = screen("3\n")
        assert ask_move(view, made) == Move(*_played("7D", "7C"))

    def test_asks_which_where_there_are_several(self):
        view = dealt(hand="7D 2C 3S", table="4C 3C 6D 1D")
        made, shown = screen("3\n", "x\n", "5\n", "2\n")
        options = [move for move in view.legal_moves if str(move.card) == "7D"]
        assert ask_move(view, made) == options[1]
        text = "".join(shown)
        assert "The 7 of coins can take:" in text
        assert text.count("is not one of them") == 2

    def test_goes_back_to_the_hand(self):
        view = dealt(hand="7D 2C 3S", table="4C 3C 6D 1D")
        made, _shown = screen("3\n", "\n")
        assert ask_move(view, made) is None

    @pytest.mark.parametrize("typed", [["q\n"], ["3\n", "q\n"], ["3\n"], []])
    def test_lets_the_person_leave_at_any_question(self, typed):
        view = dealt(hand="7D 2C 3S", table="4C 3C 6D 1D")
        made, _shown = screen(*typed)
        with pytest.raises(LeftTable):
            ask_move(view, made)


class TestAccount:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_counts_the_piles_that_the_engine_scored(self, preset):
        for rules, moves, score in deals_at_random(preset, seed=5):
            account = counted(rules, moves)
            piles = [engine.mask_of(pile) for pile in account.piles]
            assert engine.score_deal(rules, score.number, piles, score.scope) == score

    def test_gives_what_is_left_over_to_nobody_when_nobody_took(self):
        account = counted(engine.resolve("scopa_classica"), [])
        assert account.last_side is None
        assert len(account.leftovers) == 40
        assert not any(account.piles)

    def test_shows_each_point_where_it_was_made(self):
        rules = engine.resolve("scopa_classica")
        moves = [
            PlayedMove(0, 0, *_played("7D", "7C"), False, True),
            PlayedMove(1, 1, *_played("3D", "3C"), True, True),
        ]
        score = engine.DealScore(1, (3, 1), 0, 0, 0, None, (0, 1), (None, 78))
        lines = list(account_lines(rules, score, counted(rules, moves), (3, 1), ("You", "Ada")))
        assert lines[0].endswith("(Ada).")
        assert [line.split() for line in lines[1:]] == [
            ["Deal", "1", "You", "Ada"],
            ["Cards", "2", "+1", "38"],
            ["Coins", "1", "+1", "9"],
            ["Settebello", "+1"],
            ["Primiera", "–", "78"],
            ["Scope", "0", "1", "+1"],
            ["This", "deal", "3", "1"],
            ["Score", "3", "1"],
        ]


class TestBoard:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_fits_a_terminal_of_eighty_columns(self, preset):
        rules = engine.resolve(preset)
        deck = pack(
            table=["1D", "2D", "3C", "4C"],
            players=rules.table.players,
            hand_size=rules.deal.hand_size,
        )
        state = engine.start_deal(engine.new_match(rules, 0), deck).state
        names = [f"Amateur {seat}" for seat in range(rules.table.players)]
        made, _shown = screen(width=80)
        lines = list(board_lines(engine.view(state, 0), names, made))
        assert max(map(len, lines)) <= 80

    def test_says_that_the_table_is_empty(self):
        state = engine.new_match(engine.resolve("scopone_scientifico"), 0)
        view = engine.view(engine.start_deal(state, engine.DECK).state, 1)
        made, _shown = screen()
        assert "(empty)" in list(board_lines(view, ["a", "b", "c", "d"], made))


class TestScreen:
    def test_breaks_sentences_between_words(self):
        made, shown = screen(width=12)
        made.say("one two three four")
        assert shown == ["one two\n    three\n    four\n"]

    def test_spells_accents_and_quotes_in_ascii(self):
        assert in_ascii("“È così” – perché no…") == "\"E' cosi'\" - perche' no..."

    def test_echoes_what_nobody_typed_here(self):
        made, shown = screen("7D\n")
        assert made.ask("Card: ") == "7D"
        assert shown == ["Card: ", "7D\n"]


class TestSurroundings:
    @pytest.mark.parametrize(
        ("environment", "language"),
        [
            ({"LANG": "it_IT.UTF-8"}, "it"),
            ({"LANG": "en_GB.UTF-8"}, "en"),
            ({"LANG": "fr_FR.UTF-8"}, "en"),
            ({}, "en"),
            ({"LANG": "en_US.UTF-8", "LC_ALL": "it_IT"}, "it"),
            ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "C"}, "en"),
            ({"LANG": "it_IT.UTF-8", "LC_ALL": ""}, "it"),
        ],
    )
    def test_tell_the_language(self, environment, language):
        assert language_of(environment) == language

    @pytest.mark.parametrize(
        ("environment", "encoding", "shown"),
        [
            ({"LANG": "it_IT.UTF-8"}, "utf-8", True),
            ({"LANG": "it_IT.utf8"}, "utf-8", True),
            ({}, "utf-8", True),
            ({}, None, True),
            ({"LC_ALL": "C"}, "utf-8", False),
            ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", True),
            ({"LANG": "it_IT.ISO-8859-1"}, "iso-8859-1", False),
            ({}, "latin-1", False),
        ],
    )
    def test_tell_whether_the_drawn_cards_can_be_shown(self, environment, encoding, shown):
        assert can_show(environment, encoding) is shown


def _played(card, *taken):
    return engine.parse_card(card), tuple(map(engine.parse_card, taken))
