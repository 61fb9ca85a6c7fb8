"""What the database itself refuses, by name; and the replay that proves what it holds."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from games import services
from games.models import AiTurn, Deal, Match, Move, MoveIsAppendOnly, Seat
from scopa_site.integrity import constraint_name
from tests.games.tables import NOW, dealt, offered, people, play, play_out

pytestmark = pytest.mark.django_db


def violated(model, change):
    """Return the name of the constraint that refuses `change`."""
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        change()
    return constraint_name(refused.value, model)


def copy_of(move, **changes):
    fields = {f.attname: getattr(move, f.attname) for f in Move._meta.fields if f.name != "id"}
    return Move(**{**fields, **changes})


class TestMoves:
    def test_share_no_ply(self):
        play(dealt(people(2)))
        move = Move.objects.get()
        assert violated(Move, copy_of(move).save) == "one_move_per_ply"

    def test_leave_no_gap(self):
        play(dealt(people(2)))
        move = Move.objects.get()
        assert violated(Move, copy_of(move, ply=2).save) == "ply_without_gaps"

    def test_are_never_changed(self):
        play(dealt(people(2)))
        update = Move.objects.filter(ply=0)
        assert violated(Move, lambda: update.update(card="1D")) == "move_is_append_only"
        move = update.get()
        with pytest.raises(MoveIsAppendOnly):
            move.save()
        with pytest.raises(MoveIsAppendOnly):
            move.delete()


class TestDeals:
    def test_are_open_one_at_a_time(self):
        record = dealt(people(2))
        second = Deal(match=record.match, number=2, dealer_seat=0, first_ply=0, deck="",
                      status="open", dealt_at=NOW)  # fmt: skip
        assert violated(Deal, second.save) == "one_open_deal_per_match"


class TestSeats:
    def test_have_one_holder(self):
        offered(people(2))
        seats = Seat.objects.filter(index=0)
        assert violated(Seat, lambda: seats.update(level="greedy")) == "seat_has_one_holder"
        assert violated(Seat, lambda: seats.update(player=None)) == "seat_has_one_holder"
        assert violated(Seat, lambda: seats.update(kind="ai")) == "seat_has_one_holder"

    def test_hold_nobody_twice(self):
        anna, bruno = people(2)
        offered([anna, bruno])
        seats = Seat.objects.filter(index=1)
        assert violated(Seat, lambda: seats.update(player=anna)) == "one_seat_per_player"


class TestMatches:
    def test_have_a_turn_exactly_while_active(self):
        dealt(people(2))
        matches = Match.objects.all()
        assert violated(Match, lambda: matches.update(turn_seat=None)) == "active_match_has_a_turn"

    def test_have_a_result_exactly_when_finished(self):
        offered(people(2))
        change = Match.objects.all().update
        assert violated(Match, lambda: change(status="finished")) == "finished_match_has_a_result"
        assert violated(Match, lambda: change(termination="x")) == "finished_match_has_a_result"

    def test_have_a_known_status(self):
        offered(people(2))
        change = Match.objects.all().update
        assert violated(Match, lambda: change(status="lost")) == "match_status_is_known"


class TestVerifyMatches:
    def test_is_content_with_matches_as_they_were_played(self):
        players = people(2)
        play_out(dealt(players))
        play(dealt(players))
        offered(players)
        out = io.StringIO()
        call_command("verify_matches", stdout=out)
        assert "3 matches checked, no difference" in out.getvalue()

    @pytest.mark.parametrize(
        ("damage", "path"),
        [
            (lambda match: match.snapshot["scores"].__setitem__(0, 99), "state.scores[0]"),
            (lambda match: match.snapshot["deal"]["table"].clear(), "state.deal.table"),
            (lambda match: setattr(match, "ply", 7), "match.ply"),
            (lambda match: setattr(match, "preset", "scopone"), "match.preset"),
            (lambda match: setattr(match, "turn_seat", 1 - match.turn_seat), "match.turn_seat"),
            (lambda match: setattr(match, "open_deal", None), "match.open_deal"),
            (lambda match: match.rules.clear(), "log"),
            (lambda match: match.rules["match"].__setitem__("target", 999), "log"),
            (lambda match: setattr(match, "first_dealer", None), "state"),
        ],
    )
    def test_prints_what_differs_in_the_match(self, damage, path):
        play(dealt(people(2)))
        match = Match.objects.get()
        damage(match)
        match.save()
        assert path in self.differing(match)

    @pytest.mark.parametrize(
        ("model", "damage", "path"),
        [
            (Deal, {"status": "void"}, "deals[0].status"),
            (Deal, {"number": 2}, "deals[0].number"),
            (Deal, {"attempt": 1}, "deals[0].attempt"),
            (Deal, {"dealer_seat": 5}, "deals[0].dealer"),
            (Seat, {"side": 9}, "seats[0].side"),
            (AiTurn, {"done_at": NOW}, "ai_turns"),
        ],
    )
    def test_prints_what_differs_in_its_rows(self, model, damage, path):
        match = self.against_an_ai()
        model.objects.filter(pk=model.objects.order_by("pk").first().pk).update(**damage)
        assert path in self.differing(match)

    @pytest.mark.parametrize("model", [Seat, AiTurn])
    def test_misses_a_row_that_is_gone(self, model):
        match = self.against_an_ai()
        model.objects.order_by("pk").first().delete()
        assert self.differing(match)

    @pytest.mark.parametrize(
        ("change", "path"),
        [
            ({"scopa": True}, "moves[0].scopa"),
            ({"sole": None}, "moves[0].sole"),
        ],
    )
    def test_prints_what_differs_in_a_move(self, change, path):
        match = play(dealt(people(2))).record.match
        stored = Move.objects.get()
        change = {name: not stored.sole if value is None else value
                  for name, value in change.items()}  # fmt: skip
        Move.objects.all().delete()
        copy_of(stored, **change).save()
        assert path in self.differing(match)

    def differing(self, match):
        """Return the paths that the command prints for one match."""
        out = io.StringIO()
        with pytest.raises(CommandError, match="1 of 1 matches"):
            call_command("verify_matches", str(match.public_id), stdout=out)
        lines = out.getvalue().splitlines()
        assert all(line.startswith(f"{match.public_id} ") for line in lines)
        return [line.split()[1].rstrip(":") for line in lines]

    def against_an_ai(self):
        (anna,) = people(1)
        return services.create_match(
            creator_id=anna.pk,
            preset="scopa_classica",
            overrides={"deal.first_dealer": "seat_0"},
            seats=[services.SeatRequest("me"), services.SeatRequest("ai", level="random")],
            now=NOW,
        ).match

    def test_finds_a_move_that_cannot_have_been_played(self):
        record = play(dealt(people(2))).record
        Deal.objects.update(deck=Deal.written(tuple(reversed(Deal.objects.get().cards))))
        assert [each.path for each in services.differences(record.match)] != []
