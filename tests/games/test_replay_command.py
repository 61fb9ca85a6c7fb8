"""`manage.py replay`: a record checked and drawn; and the records that queries write."""

import io
import json
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from games import engine, queries, services
from games.errors import MatchNotFound
from games.models import Seat, SeatStatus
from tests.games.tables import KINGS, NOW, dealt, offered, pack, people, play, play_out

PRESETS = list(engine.PRESETS)


def replayed(text, tmp_path, **options):
    """Run the command on a file that holds the text, and return what it showed."""
    shown, file = io.StringIO(), tmp_path / "record.txt"
    file.write_text(text, encoding="utf-8")
    options.setdefault("language", "en")
    try:
        call_command("replay", str(file), stdout=shown, **options)
    except CommandError as error:
        return error.returncode, f"{shown.getvalue()}\n{error}"
    return 0, shown.getvalue()


def record_of(*, preset="scopa_breve", moves=None, players=None):
    """Play a match by its first legal moves, and write it down."""
    rules = engine.PRESETS[preset].rules
    state, log, deals = engine.new_match(rules, 0), [], 0
    while state.outcome is None and state.ply != moves:
        if state.needs_deck:
            deck = engine.DECK[deals * 7 % 40 :] + engine.DECK[: deals * 7 % 40]
            deals += 1
            log.append(engine.DeckEntry(deck[::-1][1:] + deck[::-1][:1]))
            state = engine.start_deal(state, log[-1].cards).state
        else:
            legal = engine.legal_moves(state)
            log.append(engine.PlayEntry(state.turn, legal[state.ply % len(legal)]))
            state = engine.apply(state, state.turn, log[-1].move).state
    players = players or [f"Player {seat}" for seat in range(rules.table.players)]
    return engine.record_match(rules, 0, log, players=players)


class TestReplay:
    @pytest.mark.parametrize("language", ["en", "it"])
    @pytest.mark.parametrize("preset", PRESETS)
    def test_says_that_a_record_is_right(self, tmp_path, preset, language):
        record = record_of(preset=preset, moves=80)
        code, shown = replayed(engine.write_record(record), tmp_path, language=language)
        right = {"en": "the record is right", "it": "la registrazione è giusta"}[language]
        assert code == 0
        assert right in " ".join(shown.split())

    def test_lets_no_record_speak_to_the_terminal(self, tmp_path):
        data = engine.encode_record(record_of(moves=4, players=["a", "b"]))
        data["players"] = ["ev\x1b[2Jil\x07\u202e", "\ud800b"]
        code, shown = replayed(json.dumps(data), tmp_path)
        assert code == 0
        shown.encode()
        assert not set("\x07\u202e") & set(shown)
        assert "\x1b[2J" not in shown
        assert "ev" in shown

    @pytest.mark.parametrize(
        "write", [engine.write_record, lambda r: json.dumps(engine.encode_record(r))]
    )
    def test_reads_a_file_with_a_byte_order_mark(self, tmp_path, write):
        code, _shown = replayed("\ufeff" + write(record_of(moves=4)), tmp_path)
        assert code == 0

    def test_draws_every_position(self, tmp_path):
        record = record_of(moves=10)
        _code, shown = replayed(engine.write_record(record), tmp_path, plain=True)
        assert shown.count("+-----+") > 10
        assert shown.splitlines().count("Table") == 11
        assert shown.isascii()
        assert "> Player 1" in shown

    def test_reads_json_as_well(self, tmp_path):
        record = record_of(moves=10)
        data = json.dumps(engine.encode_record(record))
        text = replayed(engine.write_record(record), tmp_path)
        assert replayed(data, tmp_path) == text

    def test_reads_the_input(self):
        shown = io.StringIO()
        stdin = io.StringIO(engine.write_record(record_of(moves=4)))
        call_command("replay", "-", stdin=stdin, stdout=shown, language="en", quiet=True)
        assert shown.getvalue().splitlines()[0] == ""
        assert len(shown.getvalue().splitlines()) == 3

    def test_shows_no_hands_that_it_made_up(self, tmp_path):
        record = engine.without_packs(record_of(moves=10))
        code, shown = replayed(engine.write_record(record), tmp_path)
        assert code == 0
        assert "> Player" not in shown
        assert "hands are not shown" in shown

    def test_finds_an_illegal_move(self, tmp_path):
        record = record_of(moves=10)
        deal = record.deals[0]
        ply = next(n for n, move in enumerate(deal.moves) if move.capture)
        moves = [replace(m, capture=()) if n == ply else m for n, m in enumerate(deal.moves)]
        wrong = replace(record, deals=(replace(deal, moves=tuple(moves)),))
        code, shown = replayed(engine.write_record(wrong), tmp_path)
        assert code == 1
        assert f"First difference at ply {ply}, rule R3.5: move" in shown
        assert "capture_required" in shown
        could = shown.partition("could play: ")[2].split("\n")[0].split(", ")
        assert engine.write_move(deal.moves[ply]).rstrip("#") in could
        assert all(move.startswith(f"{deal.moves[ply].card}:") for move in could)

    def test_finds_a_wrong_card(self, tmp_path):
        record = record_of(moves=10)
        deal = record.deals[0]
        moves = (*deal.moves[:6], replace(deal.moves[6], card=deal.moves[0].card), *deal.moves[7:])
        wrong = replace(record, deals=(replace(deal, moves=moves),))
        code, shown = replayed(engine.write_record(wrong), tmp_path)
        assert code == 1
        assert "First difference at ply 6, rule R3.1: move" in shown

    def test_finds_a_wrong_score(self, tmp_path):
        record = record_of()
        deal = record.deals[0]
        wrong = replace(deal, points=tuple(points + 1 for points in deal.points))
        wrong = replace(record, deals=(wrong, *record.deals[1:]))
        code, shown = replayed(engine.write_record(wrong), tmp_path)
        assert code == 1
        assert "First difference at ply 36, rule R6: points" in shown
        assert f"by the rules: {'-'.join(map(str, deal.points))}" in shown

    def test_finds_a_wrong_end(self, tmp_path):
        record = record_of()
        outcome = replace(record.outcome, winner_side=None)
        code, shown = replayed(engine.write_record(replace(record, outcome=outcome)), tmp_path)
        assert code == 1
        assert "rule R7.2: winner" in shown

    @pytest.mark.parametrize("text", ["", "hello", "{", "{}", "[]", '[Scopa "1"]'])
    def test_refuses_what_is_no_record(self, tmp_path, text):
        code, shown = replayed(text, tmp_path)
        assert code == 2
        assert "This is not a record of a match" in shown

    def test_refuses_a_file_that_is_not_there_or_is_no_text(self, tmp_path):
        with pytest.raises(CommandError, match="cannot be read"):
            call_command("replay", str(tmp_path / "none"), language="en")
        (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(CommandError, match="not a record"):
            call_command("replay", str(tmp_path / "bytes"), language="en")


@pytest.mark.django_db
class TestGameRecord:
    def read(self, record, viewer):
        match_id = record.match.public_id
        return queries.get_game_record(match_id=match_id, viewer_id=viewer and viewer.pk)

    def test_holds_no_pack_while_the_match_runs(self):
        seated = people(2)
        record = play(dealt(seated)).record
        game = self.read(record, seated[0])
        assert [deal.pack for deal in game.deals] == [None]
        assert game == self.read(record, seated[1])
        assert game.deals[0].moves[0].card == record.state.deal.last_move.card
        assert (game.outcome, game.players) == (None, ("anna", "bruno"))
        assert engine.first_difference(game) is None

    def test_holds_everything_once_it_is_over(self):
        seated = people(2)
        record = play_out(dealt(seated, preset="scopa_breve"))
        game = self.read(record, seated[0])
        assert [len(deal.pack) for deal in game.deals] == [40] * len(game.deals)
        assert game.outcome == record.state.outcome
        assert (game.match, game.date) == (str(record.match.public_id), "2026-03-01")
        assert engine.first_difference(game) is None

    def test_tells_who_gave_up(self):
        seated = people(3)
        record = play(dealt(seated, preset="scopa_in_tre")).record
        match_id = record.match.public_id
        services.resign_match(match_id=match_id, player_id=seated[1].pk, now=NOW)
        game = self.read(record, seated[0])
        assert game.resigned == 1
        assert engine.first_difference(game) is None

    def test_tells_of_deals_thrown_in(self):
        seated = people(2)
        packs = iter([pack(table=[*KINGS, "2B"])])
        record = dealt(seated, shuffle=lambda: next(packs, engine.DECK))
        game = self.read(record, seated[0])
        assert [deal.void for deal in game.deals] == [True, False]
        assert engine.first_difference(game) is None

    def test_knows_a_match_that_has_not_begun(self):
        seated = people(2)
        record = offered(seated)
        game = self.read(record, seated[0])
        assert (game.deals, game.outcome, game.date) == ((), None, "?")
        assert engine.read_record(engine.write_record(game)) == game

    def test_takes_no_notice_of_what_came_after_the_match_was_read(self):
        seated = people(2)
        record = play(dealt(seated)).record
        before = self.read(record, seated[0])
        Seat.objects.filter(match=record.match, index=1).update(status=SeatStatus.RESIGNED)
        assert self.read(record, seated[0]) == before

    def test_is_for_those_who_may_see_the_match(self):
        seated = people(3)
        record = dealt(seated[:2])
        for stranger in [seated[2], None]:
            with pytest.raises(MatchNotFound):
                self.read(record, stranger)
