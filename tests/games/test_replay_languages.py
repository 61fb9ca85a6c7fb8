"""`manage.py replay` says everything in the language that was asked for, refusals too."""

import ast
import inspect
import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext

from games import engine
from games.rule_texts import RULE_MESSAGES
from games.terminal.refusals import READER_REASONS, REFUSALS, refused_told
from tests.games.test_replay_command import record_of, replayed

ENGINE = Path(engine.__file__).parent
PLAYERS = ["Ada", "Bruno"]


def italian(text, tmp_path):
    """Return what is said of a record in Italian, blanks and line ends as one blank."""
    code, shown = replayed(text, tmp_path, language="it", quiet=True)
    return code, " ".join(shown.split())


def difference(record, tmp_path):
    code, shown = italian(engine.write_record(record), tmp_path)
    assert code == 1
    return shown


def changed(record, **changes):
    return replace(record, deals=(replace(record.deals[0], **changes), *record.deals[1:]))


def small(moves=4, **more):
    return record_of(moves=moves, players=PLAYERS, **more)


def reasons_in_the_engine():
    """Return every sentence that the engine's readers of records refuse with."""
    for path in ENGINE.glob("notation*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "RecordUnreadable":
                if isinstance(node.args[0], ast.Constant):
                    yield node.args[0].value
                else:
                    assert ast.unparse(node.args[0]) in {"self.reason", "first.reason"}


class TestReasons:
    def test_are_all_those_of_the_engine(self):
        assert set(reasons_in_the_engine()) == {*READER_REASONS, "%(problems)s"}

    @pytest.mark.parametrize("reason", READER_REASONS)
    def test_have_an_italian_text(self, reason):
        with translation.override("it"):
            assert gettext(reason) != reason

    def test_of_the_engine_are_told_by_their_codes(self):
        of_moves = {"not_your_turn", "ambiguous_capture"}  # no record can come to these
        for error in vars(engine).values():
            if inspect.isclass(error) and issubclass(error, engine.RuleError):
                assert error.code in {*REFUSALS, *RULE_MESSAGES, *of_moves}

    @pytest.mark.parametrize("code", REFUSALS)
    def test_of_a_difference_have_an_italian_text(self, code):
        error = engine.RuleError("told by the engine")
        error.code = code
        with translation.override("en"):
            english = refused_told(error)
        with translation.override("it"):
            assert refused_told(error) not in {english, "told by the engine"}


class TestUnreadable:
    """A file that is no record: why, in Italian."""

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("", "riga 1: mancano le etichette Scopa, Match, Date, Engine, Rules, Result"),
            ("[]", "[] non è un oggetto"),
            (" \n[{}]", "[…] non è un oggetto"),
            ("null", "null non è un oggetto"),
            ('{"a": 1, "b": 2, "a": 3}', "il membro a c'è due volte"),
            ('{"a": NaN}', "NaN non è un numero"),
            ('{"a": -Infinity}', "-Infinity non è un numero"),
            ('{\n"a": 1', "non è JSON dalla riga 2, colonna 7"),
            ("{}" * 2, "non è JSON dalla riga 1, colonna 3"),
            ('{"a": ' * 100_000, "è annidato troppo a fondo"),
        ],
    )
    def test_file_is_told_why(self, tmp_path, text, told):
        code, shown = italian(text, tmp_path)
        assert code == 2
        assert shown == f"Questa non è la registrazione di una partita: {told}"

    @pytest.mark.parametrize(
        ("old", "new", "told"),
        [
            ('[Date "?"]', '[Date "ieri"]', 'riga 3: Date: "ieri" non è un giorno come 2026-03-01'),
            ('[Date "?"]', "[Date ?]", 'riga 3: un\'etichetta si scrive [Nome "valore"]'),
            ('[Table "', '[Table "11D ', "Table: "),
            ('[Rules "', '[Rule "match.target = 0"]\n[Rules "', 'Rule: "match.target = 0" non è'),
            (
                '[Rules "',
                '[Rule "table.players = 3"]\n[Rules "',
                "Seat: con queste regole si",
            ),
            ('[Rules "', '[Rule "ace.scores_scopa = true"]\n[Rules "', "Rules: ace.scores_scopa: "),
            ("0. ", "1. ", "c'è 1. dove va la mossa 0"),
        ],
    )
    def test_text_is_told_where_and_why(self, tmp_path, old, new, told):
        text = engine.write_record(small())
        assert old in text
        code, shown = italian(text.replace(old, new, 1), tmp_path)
        assert code == 2
        assert told in shown
        assert " is " not in shown

    def test_every_missing_tag_is_told_at_once(self, tmp_path):
        lines = engine.write_record(small()).splitlines()
        gone = ("[Match", "[Date", "[Pack")
        text = "\n".join(line for line in lines if not line.startswith(gone))
        deal = next(number for number, line in enumerate(text.splitlines(), 1) if "[Deal " in line)
        told = f"riga 1: mancano le etichette Match, Date; riga {deal}: manca l'etichetta Pack"
        assert italian(text, tmp_path)[1].endswith(f"partita: {told}")

    def test_json_is_told_the_way_to_what_is_wrong(self, tmp_path):
        data = engine.encode_record(small())
        data["deals"][0]["moves"][2]["ply"] = 2.0
        told = "deals[0].moves[2].ply: c'è 2.0 dove va 2"
        assert italian(json.dumps(data), tmp_path)[1].endswith(told)
        data["deals"][0]["moves"][2]["ply"] = 2
        data["rules"]["match"]["target"] = 0
        shown = italian(json.dumps(data), tmp_path)[1]
        assert "rules: match.target: valore non ammesso" in shown

    def test_number_that_is_too_long_is_told(self, tmp_path):
        data = json.dumps(engine.encode_record(small()))
        code, shown = italian(data.replace('"format": 1', f'"format": {"9" * 9000}'), tmp_path)
        assert code == 2
        assert shown.endswith("format: c'è Infinity dove va 1")

    @pytest.mark.parametrize(
        ("name", "told"), [("none", "questo file non esiste"), (".", "è una cartella")]
    )
    def test_file_that_cannot_be_read_is_told_why(self, tmp_path, name, told):
        with pytest.raises(CommandError, match=f"^Il file non si può leggere: {told}$"):
            call_command("replay", str(tmp_path / name), language="it")

    def test_bytes_that_are_no_text_are_told(self, tmp_path):
        (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(CommandError, match=r"partita: non è un testo in UTF-8$"):
            call_command("replay", str(tmp_path / "bytes"), language="it")


class TestDifference:
    """A record that breaks the rules: where and why, in Italian."""

    def test_in_a_move_says_why_it_is_refused(self, tmp_path):
        record = small(moves=10)
        moves = record.deals[0].moves
        ply = next(number for number, move in enumerate(moves) if move.capture)
        wrong = (*moves[:ply], replace(moves[ply], capture=()), *moves[ply + 1 :])
        shown = difference(changed(record, moves=wrong), tmp_path)
        assert "rifiutata (capture_required), Questa carta può prendere" in shown

    def test_in_a_hand_says_that_the_card_is_not_there(self, tmp_path):
        record = small(moves=10)
        moves = record.deals[0].moves
        wrong = (*moves[:6], replace(moves[6], card=moves[0].card), *moves[7:])
        shown = difference(changed(record, moves=wrong), tmp_path)
        assert "(card_not_in_hand), chi gioca non ha in mano quella carta" in shown

    def test_tells_no_hand_that_was_made_up(self, tmp_path):
        record = small(moves=10)
        moves = record.deals[0].moves
        wrong = (*moves[:6], replace(moves[6], card=moves[0].card), *moves[7:])
        record = changed(record, moves=wrong)
        assert "può giocare" in difference(record, tmp_path)
        assert "può giocare" not in difference(engine.without_packs(record), tmp_path)

    def test_tells_other_moves_with_the_card_that_was_played(self, tmp_path):
        record = engine.without_packs(small(moves=10))
        moves = record.deals[0].moves
        ply = next(number for number, move in enumerate(moves) if move.capture)
        wrong = (*moves[:ply], replace(moves[ply], capture=()), *moves[ply + 1 :])
        shown = difference(changed(record, moves=wrong), tmp_path)
        told = shown.partition("può giocare: ")[2].partition(" ")[0]
        assert told.startswith(f"{moves[ply].card}:")

    def test_in_the_size_of_a_table_says_both_numbers(self, tmp_path):
        record = engine.without_packs(small())
        shown = difference(changed(record, table=record.deals[0].table[:3]), tmp_path)
        assert "mossa 0, regola R2.3: numero di carte in tavola" in shown
        assert "nella registrazione: 3 secondo le regole: 4" in shown

    def test_in_a_pack_says_what_a_pack_is(self, tmp_path):
        record = small()
        pack = record.deals[0].pack
        shown = difference(changed(record, pack=(pack[1], *pack[1:])), tmp_path)
        assert "(deck_invalid), ogni carta del mazzo c'è una volta sola" in shown

    def test_in_the_dealer_says_names(self, tmp_path):
        record = record_of(players=PLAYERS)
        second = replace(record.deals[1], dealer=1 - record.deals[1].dealer)
        wrong = replace(record, deals=(record.deals[0], second, *record.deals[2:]))
        shown = difference(wrong, tmp_path)
        assert "mazziere nella registrazione: Ada secondo le regole: Bruno" in shown

    def test_in_the_winner_says_names_or_that_it_was_drawn(self, tmp_path):
        record = record_of(players=PLAYERS)
        winner = PLAYERS[record.outcome.winner_side]
        wrong = replace(record, outcome=replace(record.outcome, winner_side=None))
        shown = difference(wrong, tmp_path)
        assert f"vincitore nella registrazione: patta secondo le regole: {winner}" in shown

    def test_in_the_result_says_how_it_ended(self, tmp_path):
        record = record_of(players=PLAYERS)
        outcome = record.outcome
        score = "-".join(map(str, outcome.score))
        ended = f"{PLAYERS[outcome.winner_side]}, giocata fino in fondo, {score}"
        shown = difference(replace(record, outcome=None), tmp_path)
        assert f"nella registrazione: ancora in corso secondo le regole: {ended}" in shown
        shown = difference(replace(small(), outcome=outcome), tmp_path)
        assert f"nella registrazione: {ended} secondo le regole: ancora in corso" in shown

    def test_in_the_way_it_ended_says_both(self, tmp_path):
        record = record_of(players=PLAYERS)
        wrong = replace(record, outcome=replace(record.outcome, termination="deal_limit"))
        shown = difference(wrong, tmp_path)
        assert "modo in cui è finita nella registrazione: chiusa al limite di smazzate" in shown
        assert "secondo le regole: giocata fino in fondo" in shown

    def test_in_declared_hands_says_whose_and_what_they_are(self, tmp_path):
        hands = (
            engine.RecordedHand(0, "low_hand", 3, engine.DECK[:3]),
            engine.RecordedHand(1, "three_of_a_kind", 10, engine.DECK[4:7]),
        )
        shown = difference(changed(small(), declared=hands), tmp_path)
        told = "Ada: mano bassa, 3 punti, 1D 1C 1S; Bruno: tre carte uguali, 10 punti, 2D 2C 2S"
        assert f"mani accusate nella registrazione: {told} secondo le regole: –" in shown

    def test_in_a_resignation_says_who(self, tmp_path):
        record = replace(record_of(players=PLAYERS), resigned=1)
        outcome = replace(record.outcome, termination="resigned")
        shown = difference(replace(record, outcome=outcome), tmp_path)
        assert "abbandono nella registrazione: Bruno" in shown
        assert "(match_over), la partita è finita" in shown

    def test_in_a_scopa_says_yes_or_no(self, tmp_path):
        record = small(moves=10)
        moves = record.deals[0].moves
        ply = next(number for number, move in enumerate(moves) if not move.scopa)
        wrong = (*moves[:ply], replace(moves[ply], scopa=True), *moves[ply + 1 :])
        shown = difference(changed(record, moves=wrong), tmp_path)
        assert "scopa nella registrazione: sì secondo le regole: no" in shown
