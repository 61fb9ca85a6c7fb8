"""The parts of the game in the terminal, each by itself."""

from dataclasses import replace

import pytest

from games import engine
from games.engine import Move
from games.terminal.account import account_lines
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


def dealt(*, hand, table, preset="scopa_classica", overrides=None):
    """Deal to seat 0 the hand named, with the table named."""
    wanted = cards(f"{hand} {table}")
    state = engine.new_match(engine.resolve(preset, overrides or {}), first_dealer=1)
    rest = [card for card in engine.DECK if card not in wanted]
    deck = (*cards(hand), *rest[:3], *cards(table), *rest[3:])
    return engine.view(engine.start_deal(state, deck).state, 0)


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

    def test_offers_to_lay_the_card_down_where_it_need_not_take(self):
        free = {"capture.mandatory": False}
        view = dealt(hand="7D 2C 3S", table="7C 10D 9D 8D", overrides=free)
        made, shown = screen("3\n", "1\n")
        assert ask_move(view, made) == Move(engine.parse_card("7D"), ())
        assert "(1) nothing: lay it down" in "".join(shown)

    def test_helps_with_the_rules_that_are_played(self):
        view = dealt(hand="7D 2C 3S", table="4C 3C 6D 1D", preset="scopa_quindici")
        made, shown = screen("?\n", "q\n")
        with pytest.raises(LeftTable):
            ask_move(view, made)
        assert "those that make fifteen with it" in " ".join("".join(shown).split())

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
    def test_shows_each_point_where_it_was_made(self):
        rules = engine.resolve("scopa_classica")
        mine = engine.mask_of(cards("7D 7C"))
        piles = [mine, engine.mask_of(engine.DECK) ^ mine]
        score = engine.score_deal(rules, 1, piles, (0, 1))
        lines = list(account_lines(rules, score, (3, 1), ("You", "Ada")))
        table = lines[: lines.index("")]
        assert [line.split() for line in table] == [
            ["Deal", "1", "You", "Ada"],
            ["Cards", "2", "38", "+1"],
            ["Coins", "1", "9", "+1"],
            ["Settebello", "+1"],
            ["Primiera", "–", "78", "+1"],
            ["Scope", "0", "1", "+1"],
            ["This", "deal", "1", "4"],
            ["Score", "3", "1"],
        ]
        assert "Cards: You: 2; Ada: 38 – 1 point to Ada." in lines

    @pytest.mark.parametrize("preset", PRESETS)
    def test_fits_a_terminal_of_eighty_columns(self, preset):
        rules = engine.resolve(preset)
        sides = [f"Amateur {side}" for side in range(engine.side_count(rules))]
        piles = [0] * len(sides)
        for card in engine.DECK:
            piles[card.index % len(sides)] |= card.mask
        score = engine.score_deal(rules, 1, piles, [10] * len(sides))
        lines = list(account_lines(rules, score, score.points, sides))
        assert max(map(len, lines[: lines.index("")])) <= 80


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
        made, shown = screen(width=80)
        made.say(*board_lines(engine.view(state, 0), names, made))
        assert max(map(len, "".join(shown).splitlines())) <= 80

    def test_shows_what_another_has_declared_and_still_holds(self):
        view = dealt(hand="7D 2C 3S", table="4C 3C 6D 1D", preset="cirulla")
        declared = engine.DeclaredHand(1, "low_hand", 3, cards("1S 2S"), None)
        view = replace(view, deal=replace(view.deal, declared=(declared,)))
        made, _shown = screen()
        told = "Ada has declared, and still holds: ace of swords and 2 of swords"
        assert told in list(board_lines(view, ["Tina", "Ada"], made))

    def test_says_that_a_match_is_played_to_lose(self):
        view = dealt(hand="7D 2C 3S", table="4C 3C 6D 1D", preset="scopa_a_perdere")
        made, _shown = screen()
        assert any("the fewest win" in line for line in board_lines(view, ["Tina", "Ada"], made))

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
