"""`manage.py play`, driven by scripted lines as a person would type them."""

import io
import re
from itertools import chain, repeat
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games import ai, engine, services
from games.models import Match, MatchStatus, Move, MoveSource
from games.services import SeatRequest
from players.models import Player
from tests.games.tables import NOW, people

pytestmark = pytest.mark.django_db

ALWAYS_THE_FIRST = "1"


class Typed:
    """Lines typed by a person; the last closes the input, unless it is repeated for ever."""

    def __init__(self, *lines, then=None):
        self.lines = chain(lines, repeat(then) if then is not None else ())

    def readline(self):
        line = next(self.lines, None)
        if isinstance(line, BaseException):
            raise line
        return "" if line is None else f"{line}\n"

    def isatty(self):
        return False


def play(*typed, then=None, name="Tina", language="en", **options):
    """Run the command and return what it showed."""
    shown = io.StringIO()
    stdin = Typed(*typed, then=then)
    call_command("play", stdin=stdin, stdout=shown, name=name, language=language, **options)
    return shown.getvalue()


class TestWholeMatch:
    @pytest.mark.parametrize("language", ["en", "it"])
    @pytest.mark.parametrize(
        ("preset", "players"),
        [("smazzata_singola", 2), ("scopa_breve", 2), ("scopa_in_tre", 3), ("scopone", 4)],
    )
    def test_is_played_to_its_end(self, preset, players, language):
        shown = play(then=ALWAYS_THE_FIRST, preset=preset, language=language)
        match = Match.objects.get()
        assert match.status == MatchStatus.FINISHED
        assert match.seats.count() == players
        assert services.differences(match) == []
        own = match.moves.filter(seat=0)
        chosen = set(own.values_list("source", flat=True))
        assert {MoveSource.PERSON} <= chosen <= {MoveSource.PERSON, MoveSource.FORCED}
        heading = {"en": r"^  Deal \d+ ", "it": r"^  Smazzata \d+ "}[language]
        assert len(re.findall(heading, shown, re.MULTILINE)) == len(match.state.deals)
        result = {"en": r"^(You win|Won|Drawn)", "it": r"^(Hai vinto|Vince|Patta)"}[language]
        assert re.search(result, shown.splitlines()[-1])

    def test_tells_every_move_once(self):
        shown = play(then=ALWAYS_THE_FIRST, preset="smazzata_singola")
        told = re.findall(r"(?:laid down|played) the .*?(?: and took|\.$)", shown, re.MULTILINE)
        assert len(told) == Move.objects.count() == 36

    def test_shows_the_score_that_the_match_has(self):
        shown = play(then=ALWAYS_THE_FIRST, preset="smazzata_singola")
        score = re.findall(r"^  Score +(\d+) +(\d+)$", shown, re.MULTILINE)
        assert [tuple(map(int, pair)) for pair in score] == [Match.objects.get().state.scores]


class TestTable:
    def test_draws_cards_in_boxes_with_suits(self, monkeypatch):
        monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
        shown = play("q")
        assert "┌─────┐" in shown
        assert set("♦♥♠♣") & set(shown)

    def test_keeps_to_ascii_when_asked_to(self, monkeypatch):
        monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
        shown = play("?", "q", language="it", name="Nicolò", plain=True)
        assert shown.isascii() or shown.replace("Nicolò", "").isascii()
        assert "+-----+" in shown
        assert "piu' carte" in shown

    def test_keeps_to_ascii_where_the_terminal_has_no_utf_8(self, monkeypatch):
        monkeypatch.setenv("LC_ALL", "C")
        assert play("?", "q").isascii()

    def test_shows_no_card_that_the_seat_may_not_see(self):
        shown = play("q", plain=True)
        state = Match.objects.get().state
        view = engine.view(state, 0)
        drawn = {
            engine.parse_card(f"{rank}{suit}")
            for ranks, suits in re.findall(r"^(\|\d+ .*)\n(.*)$", shown, re.MULTILINE)
            for rank, suit in zip(
                re.findall(r"\|(\d+)", ranks), re.findall(r"\|  (\w)", suits), strict=True
            )
        }
        assert drawn == {*view.deal.table, *view.deal.hand}

    def test_is_shown_again_on_an_empty_line(self):
        assert play("", "q").count("Your hand") == 2


class TestInput:
    def test_explains_what_is_wrong_and_asks_again(self):
        shown = play("9", "banana", "11X", "0", "q")
        assert shown.count("You hold no “") == 4
        assert shown.count("Your card (") == 5
        assert Move.objects.filter(seat=0).count() == 0

    def test_takes_the_name_of_a_card(self):
        play("q")
        match = Match.objects.get()
        card = engine.view(match.state, 0).deal.hand[0]
        play(str(card).lower(), "1", "q", match=str(match.public_id))
        assert match.moves.filter(seat=0).first().card == str(card)

    def test_gives_help_without_playing(self):
        shown = play("?", "q")
        assert "D coins, C cups, S swords, B clubs" in shown
        assert Move.objects.filter(seat=0).count() == 0

    @pytest.mark.parametrize(
        "last", [["q"], ["Q"], [], [KeyboardInterrupt()]], ids=["q", "Q", "closed", "Ctrl-C"]
    )
    def test_leaves_the_match_as_it_is_and_tells_how_to_go_on(self, last):
        shown = play(*last)
        match = Match.objects.get()
        assert match.status == MatchStatus.ACTIVE
        assert f"play --match {match.public_id} --name Tina --language en" in shown


class TestGoingOn:
    def test_takes_up_a_match_by_its_id(self):
        play("1", "1", "q")
        match = Match.objects.get()
        play(then=ALWAYS_THE_FIRST, match=str(match.public_id))
        match.refresh_from_db()
        assert match.status == MatchStatus.FINISHED
        assert Match.objects.count() == 1

    def test_takes_the_first_eight_digits(self):
        play("q")
        match = Match.objects.get()
        assert "Your hand" in play("q", match=str(match.public_id)[:8].upper())

    def test_tells_only_what_came_after_the_own_last_move(self):
        play("1", "1", "q", preset="smazzata_singola")
        match = Match.objects.get()
        last = match.moves.filter(seat=0).last()
        shown = play("q", match=str(match.public_id))
        told = re.findall(r"^  Amateur (?:played|laid)", shown, re.MULTILINE)
        assert len(told) == match.moves.filter(ply__gt=last.ply).count()
        assert "You played" not in shown
        assert "You laid" not in shown

    def test_shows_the_result_of_a_match_that_is_over(self):
        play(then=ALWAYS_THE_FIRST, preset="smazzata_singola")
        match = Match.objects.get()
        shown = play(match=str(match.public_id))
        assert "Deal 1" in shown
        assert re.search(r"(You win|Won|Drawn)", shown)

    @pytest.mark.parametrize("wanted", ["whole", "12345678", "x"])
    def test_refuses_a_match_of_somebody_else_like_one_that_does_not_exist(self, wanted):
        play("q", name="Ugo")
        other = str(Match.objects.get().public_id) if wanted == "whole" else wanted
        with pytest.raises(CommandError, match="no such match, or it is not yours"):
            play("q", name="Tina", match=other)

    def test_says_whose_turn_it_is_when_another_person_is_to_play(self):
        play("q", name="Tina")
        tina = Player.objects.get(display_name="Tina")
        anna = people(1)[0]
        record = services.create_match(
            creator_id=tina.pk,
            preset="scopa_classica",
            overrides={"deal.first_dealer": "seat_0"},
            seats=[SeatRequest("me"), SeatRequest("player", username=anna.username)],
            now=NOW,
        )
        match_id: UUID = record.match.public_id
        with pytest.raises(CommandError, match="begins as soon as every seat is taken"):
            play("q", match=str(match_id))
        services.join_match(match_id=match_id, player_id=anna.pk, now=NOW)
        assert "It is the turn of anna." in play("q", match=str(match_id))


class TestPlayer:
    def test_is_a_guest_remembered_by_name(self):
        play("q", name="Tina")
        play("q", name="Ugo")
        play("q", name="Tina")
        assert list(Player.objects.order_by("id").values_list("display_name", "is_guest")) == [
            ("Tina", True),
            ("Ugo", True),
        ]
        assert Match.objects.filter(creator__display_name="Tina").count() == 2

    def test_is_never_somebody_with_a_password(self):
        Player.objects.create_user("Tina", password="a-long-password")
        play("q", name="Tina")
        assert Match.objects.get().creator.is_guest

    @pytest.mark.parametrize("name", ["", "a\x07b", "a" * 41])
    def test_needs_a_name_that_can_be_shown(self, name):
        with pytest.raises(CommandError):
            play("q", name=name)
        assert Player.objects.count() == 0


class TestSurroundings:
    @pytest.mark.parametrize(
        ("locale", "greeting"),
        [("it_IT.UTF-8", "Benvenuto"), ("de_DE.UTF-8", "Welcome"), ("", "Welcome")],
    )
    def test_give_the_language_when_none_is_named(self, monkeypatch, locale, greeting):
        for name in ("LC_ALL", "LC_MESSAGES"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("LANG", locale)
        assert greeting in play("q", language=None)

    def test_name_what_can_be_chosen(self):
        with pytest.raises(CommandError, match="scopa_classica"):
            call_command("play", "--preset", "bridge")


class TestComputer:
    def test_that_fails_is_replaced_by_the_first_legal_move(self, monkeypatch):
        def broken(view, rng_seed, budget):
            raise RuntimeError("no idea")

        level = ai.Level("broken", {"it": "Rotto", "en": "Broken"}, budget=0, choose=broken)
        monkeypatch.setitem(ai.LEVELS, "broken", level)
        play("1", "1", "q", level="broken")
        assert MoveSource.FALLBACK in Move.objects.values_list("source", flat=True)
