"""`check_invariants` finds each thing that must never be, and names it."""

import io
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from games import engine, services
from games.invariants import CHECKS
from games.invariants.of_cards import misplaced, not_taken
from games.models import AiTurn, Deal, Match, Move, Seat
from games.services.ai_turns import ATTEMPTS
from tests.games.broken import found, invariants
from tests.games.clocked import clocked
from tests.games.tables import NOW, dealt, offered, people, play, play_out

pytestmark = pytest.mark.django_db


def command(*arguments, **options):
    """Return the lines that the command prints; it fails exactly when there are any."""
    out, failed = io.StringIO(), ""
    try:
        call_command("check_invariants", *arguments, stdout=out, stderr=io.StringIO(), **options)
    except CommandError as error:
        failed = str(error)
    lines = out.getvalue().splitlines()
    if not failed:
        assert lines == ["no violation"]
        return []
    assert failed == f"{len(lines)} violations"
    return lines


def against_an_ai(*, now=NOW):
    """Return a match whose seat 1, an AI, is to play first."""
    (anna,) = people(1)
    return services.create_match(
        creator_id=anna.pk,
        preset="smazzata_singola",
        overrides={"deal.first_dealer": "seat_0"},
        seats=[services.SeatRequest("me"), services.SeatRequest("ai", level="random")],
        now=now,
    ).match


class TestSoundMatches:
    def test_are_passed_whatever_their_state(self):
        players = people(3)
        play_out(dealt(players[:2], preset="smazzata_singola"))
        play(dealt(players[:2]))
        offered(players[1:])
        services.cancel_match(
            match_id=offered(players[:2]).match.public_id, player_id=players[0].pk, now=NOW
        )
        given_up = play(dealt(players[:2])).record.match.public_id
        services.resign_match(match_id=given_up, player_id=players[0].pk, now=NOW)
        assert found(at_rest=True) == []

    def test_are_passed_where_an_ai_plays(self):
        match = against_an_ai()
        services.run_ai_turn(match_pk=match.pk, ply=0, now=NOW)
        assert found(at_rest=True) == []


class TestMoves:
    def test_i1_have_no_gap_before_the_last(self):
        record = dealt(people(2))
        for _ in range(3):
            record = play(record).record
        Move.objects.filter(ply=1).delete()
        assert invariants() >= {"I-1"}

    def test_i1_are_as_many_as_the_match_knows_of(self):
        record = play(dealt(people(2))).record
        Match.objects.update(ply=2)
        lines = found()
        assert f"I-1 match {record.match.public_id}: it knows of 2 moves; there are 1" in lines[0]

    def test_i4_are_legal(self):
        match = play(dealt(people(2))).record.match
        Deal.objects.update(deck=Deal.written(tuple(reversed(Deal.objects.get().cards))))
        assert "I-4" in {line.split()[0] for line in found(str(match.public_id))}


class TestDeals:
    def test_i5_are_open_while_a_match_is_active(self):
        play(dealt(people(2)))
        Deal.objects.update(status="scored")
        assert "I-5" in invariants()

    def test_i5_are_closed_when_it_is_over(self):
        play_out(dealt(people(2), preset="smazzata_singola"))
        Deal.objects.update(status="open")
        assert "I-5" in invariants()

    def test_i8_are_dealt_in_turn(self):
        play(dealt(people(2)))
        deal = Deal.objects.get()
        Deal.objects.update(dealer_seat=1 - deal.dealer_seat)
        assert "I-8" in invariants()


class TestState:
    @pytest.mark.parametrize(
        ("invariant", "damage"),
        [
            ("I-5", lambda match: setattr(match, "turn_seat", 1 - match.turn_seat)),
            ("I-6", lambda match: match.snapshot["scores"].__setitem__(0, 99)),
            ("I-9", lambda match: match.snapshot["deal"]["table"].clear()),
        ],
    )
    def test_equals_the_replay(self, invariant, damage):
        play(dealt(people(2)))
        match = Match.objects.get()
        damage(match)
        match.save()
        assert invariant in invariants()

    def test_i6_names_the_side_that_won(self):
        match = play_out(dealt(people(2), preset="smazzata_singola")).match
        Match.objects.update(winner_side=1 if match.winner_side == 0 else 0)
        assert "I-6" in invariants()

    def test_i7_is_over_when_the_target_is_reached(self):
        play(dealt(people(2)))
        Deal.objects.update(status="broken_off")
        Match.objects.update(
            status="finished", termination="resigned", turn_seat=None, deadline_at=None
        )
        assert "I-7" in invariants()


class TestCards:
    """The engine refuses a pack that is not whole, so a broken state is built by hand here."""

    def test_i2_are_each_in_one_place(self):
        deal = dealt(people(2)).state.deal
        assert misplaced(deal) == {}
        (card,) = engine.cards_in(deal.stock[0].mask)
        assert misplaced(replace(deal, stock=deal.stock[1:])) == {str(card): -1}
        assert misplaced(replace(deal, table=deal.table | card.mask)) == {str(card): 1}

    def test_i3_are_all_taken_in_the_end(self):
        state = play_out(dealt(people(2), preset="smazzata_singola")).match.state
        assert not_taken(state) == 0
        piles = (state.deal.piles[0], 0)
        assert not_taken(replace(state, deal=replace(state.deal, piles=piles))) > 0

    def test_i3_are_not_all_taken_in_a_match_given_up(self):
        match = play(dealt(players := people(2))).record.match
        given_up = services.resign_match(match_id=match.public_id, player_id=players[0].pk, now=NOW)
        assert not_taken(given_up.state) == 0

    def test_i4_are_those_of_a_whole_pack(self):
        match = play(dealt(people(2))).record.match
        cards = Deal.objects.get().cards
        Deal.objects.update(deck=Deal.written((*cards[:-1], cards[0])))
        assert f"I-4 match {match.public_id}: its log stops: deck_invalid" in found()


class TestSeats:
    def test_i24_are_those_of_the_table(self):
        dealt(people(2))
        Seat.objects.filter(index=1).update(index=5)
        assert "I-24" in invariants()

    def test_i24_have_a_holder_once_cards_are_dealt(self):
        dealt(people(2))
        Seat.objects.filter(index=1).update(kind="open", status="open", player=None)
        assert "I-24" in invariants()


class TestOpenMatches:
    def test_i24_are_no_more_than_anyone_may_have(self, settings):
        players = people(2)
        for _ in range(2):
            dealt(players)
        offered(players)
        assert found() == []
        settings.SCOPA_MAX_OPEN_MATCHES = 2
        told = "3 open matches; the limit is 2"
        assert found() == [f"I-24 player {players[0].pk}: {told}"]


class TestWork:
    def test_i12_is_owed_for_each_move_of_an_ai(self):
        match = against_an_ai()
        services.run_ai_turn(match_pk=match.pk, ply=0, now=NOW)
        AiTurn.objects.filter(ply=0).delete()
        assert invariants() == {"I-12"}

    def test_i12_is_done_when_the_move_is_there(self):
        match = against_an_ai()
        services.run_ai_turn(match_pk=match.pk, ply=0, now=NOW)
        AiTurn.objects.filter(ply=0).update(done_at=None)
        assert invariants() == {"I-12"}

    def test_i12_is_never_for_a_ply_to_come(self):
        match = against_an_ai()
        AiTurn.objects.create(match=match, ply=9, created_at=NOW)
        assert invariants() == {"I-12"}

    def test_i12_is_done_soon(self):
        against_an_ai()
        later = NOW + timedelta(seconds=20)
        assert invariants(now=later) == set()
        assert invariants(now=later, at_rest=True) == {"I-12"}
        assert invariants(now=NOW + timedelta(seconds=90)) == {"I-12"}

    def test_i20_is_not_tried_for_ever(self):
        match = against_an_ai()
        AiTurn.objects.update(attempts=ATTEMPTS)
        lines = found(now=NOW + timedelta(seconds=90))
        told = f"I-20 match {match.public_id}: the AI turn at ply 0 was tried {ATTEMPTS} times"
        assert told in lines


class TestTheCommand:
    """Libera: a match without a clock, so that nothing runs out however long ago it was made."""

    def test_looks_at_the_matches_named(self):
        players = people(2)
        sound, broken = (clocked(players, clock="libera").match for _ in range(2))
        Match.objects.filter(pk=broken.pk).update(ply=1)
        assert command(str(sound.public_id)) == []
        assert command(str(broken.public_id))[0].startswith(f"I-1 match {broken.public_id}: ")

    def test_looks_at_what_changed_since(self):
        clocked(people(2), clock="libera")
        Match.objects.update(ply=1)
        assert command(since=(NOW + timedelta(hours=1)).isoformat()) == []
        assert command(since=NOW.isoformat())

    def test_refuses_a_time_without_a_zone(self):
        with pytest.raises(CommandError, match="no time with a zone"):
            call_command("check_invariants", since="2026-03-01T12:00:00")

    def test_tells_how_far_it_is(self):
        told = io.StringIO()
        call_command("check_invariants", stdout=io.StringIO(), stderr=told)
        assert len(told.getvalue().splitlines()) == len(CHECKS)
