"""Before the first deal, and calling a match off."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import engine, services
from games.errors import (
    AlreadySeated,
    InvalidRules,
    InvalidSeats,
    MatchAlreadyStarted,
    MatchCancelled,
    MatchFinished,
    MatchNotFound,
    NoSuchSeat,
    NotCreator,
    NotInvited,
    SeatTaken,
    UnknownPreset,
)
from games.models import AiTurn, Match, MoveSource, Seat
from games.services import AiActor, SeatRequest
from tests.games.tables import NOW, dealt, offered, people, play_out

pytestmark = pytest.mark.django_db

OPEN = SeatRequest("open")
ME = SeatRequest("me")


def create(creator, *seats, preset="scopa_classica", overrides=None):
    return services.create_match(
        creator_id=creator.pk, preset=preset, overrides=overrides or {}, seats=seats, now=NOW
    )


def join(record, player, seat=None):
    return services.join_match(
        match_id=record.match.public_id, player_id=player.pk, seat=seat, now=NOW
    )


def decline(record, player):
    return services.decline_match(match_id=record.match.public_id, player_id=player.pk, now=NOW)


def cancel(record, player):
    return services.cancel_match(match_id=record.match.public_id, player_id=player.pk, now=NOW)


class TestCreating:
    def test_waits_while_a_seat_is_free(self):
        anna, _ = people(2)
        record = create(anna, ME, OPEN)
        assert (record.match.status, record.match.snapshot) == ("offered", None)

    def test_deals_at_once_when_every_seat_is_filled(self):
        (anna,) = people(1)
        record = create(anna, ME, SeatRequest("ai", level="greedy"))
        assert record.match.status == "active"
        assert {seat.status for seat in record.seats} == {"playing"}

    def test_keeps_the_rules_as_they_were_resolved(self):
        (anna,) = people(1)
        record = create(anna, ME, OPEN, overrides={"match.target": 16})
        assert record.match.rules["match"]["target"] == 16

    @pytest.mark.parametrize(
        ("seats", "pointer", "code"),
        [
            ([ME], "/seats", "wrong_seat_count"),
            ([ME, OPEN, OPEN], "/seats", "wrong_seat_count"),
            ([ME, ME], "/seats/1/type", "player_seated_twice"),
            ([ME, SeatRequest("robot")], "/seats/1/type", "unknown_seat_type"),
            ([ME, SeatRequest("ai")], "/seats/1/level", "unknown_level"),
            ([ME, SeatRequest("ai", level="god")], "/seats/1/level", "unknown_level"),
            ([ME, SeatRequest("player")], "/seats/1/username", "required"),
            ([ME, SeatRequest("player", username="x")], "/seats/1/username", "unknown_player"),
            ([OPEN, SeatRequest("player", username="anna")], "/seats/1/username", "invited_self"),
            ([ME, SeatRequest("open", level="greedy")], "/seats/1/level", "not_for_this_type"),
            ([ME, SeatRequest("player", username="bruno", level="greedy")],
             "/seats/1/level", "not_for_this_type"),
        ],
    )  # fmt: skip
    def test_says_which_seat_is_wrong_and_stores_nothing(self, seats, pointer, code):
        anna, _bruno = people(2)
        with pytest.raises(InvalidSeats) as refused:
            create(anna, *seats)
        assert [(each.pointer, each.code) for each in refused.value.errors] == [(pointer, code)]
        assert not Match.objects.exists()

    def test_refuses_an_unknown_preset(self):
        (anna,) = people(1)
        with pytest.raises(UnknownPreset):
            create(anna, ME, OPEN, preset="briscola")

    def test_keeps_its_answer_short(self):
        (anna,) = people(1)
        with pytest.raises(UnknownPreset) as unknown:
            create(anna, ME, OPEN, preset="x" * 10_000)
        assert len(unknown.value.detail) < 500
        with pytest.raises(InvalidRules) as invalid:
            create(anna, ME, OPEN, overrides={f"made.up.{n}": 1 for n in range(500)})
        assert len(invalid.value.errors) == 64

    def test_says_which_rule_cannot_be_played(self):
        (anna,) = people(1)
        with pytest.raises(InvalidRules) as refused:
            create(anna, ME, OPEN, overrides={"match.target": 0})
        assert [each.pointer for each in refused.value.errors] == ["/rules/match.target"]
        assert not Match.objects.exists()


class TestJoining:
    def test_the_last_seat_deals_the_first_deal(self):
        anna, bruno = people(2)
        record = join(create(anna, ME, OPEN), bruno)
        assert record.match.status == "active"
        assert record.seats[1].player == bruno

    def test_takes_the_invitation_before_an_open_seat(self):
        anna, bruno = people(2)
        offer = create(anna, OPEN, ME, SeatRequest("player", username="bruno"),
                       preset="scopa_in_tre")  # fmt: skip
        assert join(offer, bruno).seat_of(bruno.pk).index == 2

    def test_can_name_the_seat(self):
        anna, bruno = people(2)
        offer = create(anna, OPEN, ME, OPEN, preset="scopa_in_tre")
        assert join(offer, bruno, seat=2).seat_of(bruno.pk).index == 2

    def test_refuses_a_taken_seat_also_to_a_stranger(self):
        anna, bruno, carla = people(3)
        offer = create(anna, ME, OPEN)
        join(offer, bruno)
        with pytest.raises(SeatTaken):
            join(offer, carla)

    def test_refuses_a_seat_that_is_not_open(self):
        anna, bruno = people(2)
        offer = create(anna, OPEN, ME, OPEN, preset="scopa_in_tre")
        with pytest.raises(SeatTaken):
            join(offer, bruno, seat=1)

    def test_refuses_a_second_seat(self):
        anna, bruno = people(2)
        offer = create(anna, OPEN, ME, OPEN, preset="scopa_in_tre")
        join(offer, bruno)
        with pytest.raises(AlreadySeated):
            join(offer, bruno)

    def test_says_to_whom_is_invited_elsewhere_that_a_seat_is_kept_already(self):
        anna, bruno = people(2)
        offer = create(anna, OPEN, ME, SeatRequest("player", username="bruno"),
                       preset="scopa_in_tre")  # fmt: skip
        with pytest.raises(AlreadySeated) as refused:
            join(offer, bruno, seat=0)
        assert refused.value.params == {"seat": 2}

    def test_of_a_private_match_finds_none(self):
        anna, bruno, carla = people(3)
        offer = offered([anna, bruno])
        with pytest.raises(MatchNotFound):
            join(offer, carla)

    @pytest.mark.parametrize("seat", [2, -1])
    def test_refuses_a_seat_beyond_the_table(self, seat):
        anna, bruno = people(2)
        with pytest.raises(NoSuchSeat):
            join(create(anna, ME, OPEN), bruno, seat=seat)

    def test_of_a_cancelled_match_says_so(self):
        anna, bruno = people(2)
        offer = create(anna, ME, OPEN)
        cancel(offer, anna)
        with pytest.raises(MatchCancelled):
            join(offer, bruno)


class TestDeclining:
    def test_an_invitation_calls_the_match_off(self):
        anna, bruno = people(2)
        record = decline(offered([anna, bruno]), bruno)
        assert record.match.status == "cancelled"
        assert Seat.objects.get(index=1).status == "declined"

    def test_an_open_seat_opens_it_again(self):
        anna, bruno = people(2)
        offer = create(anna, ME, OPEN, OPEN, preset="scopa_in_tre")
        join(offer, bruno)
        record = decline(offer, bruno)
        assert record.match.status == "offered"
        assert [seat.kind for seat in record.seats] == ["person", "open", "open"]

    def test_an_invitation_accepted_before_calls_the_match_off(self):
        anna, bruno, carla = people(3)
        offer = offered([anna, bruno, carla], preset="scopa_in_tre")
        join(offer, bruno)
        assert decline(offer, bruno).match.status == "cancelled"

    def test_ones_own_match_is_not_possible(self):
        anna, bruno = people(2)
        with pytest.raises(NotInvited):
            decline(offered([anna, bruno]), anna)

    def test_after_the_deal_is_refused(self):
        anna, bruno = people(2)
        with pytest.raises(MatchAlreadyStarted):
            decline(dealt([anna, bruno]), bruno)


class TestCallingOff:
    def test_is_the_creators_to_do(self):
        anna, bruno = people(2)
        offer = offered([anna, bruno])
        with pytest.raises(NotCreator):
            cancel(offer, bruno)
        assert cancel(offer, anna).match.status == "cancelled"

    def test_twice_is_refused(self):
        anna, bruno = people(2)
        offer = offered([anna, bruno])
        cancel(offer, anna)
        with pytest.raises(MatchCancelled):
            cancel(offer, anna)

    def test_after_the_deal_is_refused(self):
        anna, bruno = people(2)
        with pytest.raises(MatchAlreadyStarted):
            cancel(dealt([anna, bruno]), anna)

    def test_by_a_stranger_finds_no_match(self):
        anna, bruno, carla = people(3)
        with pytest.raises(MatchNotFound):
            cancel(offered([anna, bruno]), carla)

    def test_after_the_end_is_refused(self):
        anna, bruno = people(2)
        record = play_out(dealt([anna, bruno], preset="smazzata_singola"))
        with pytest.raises(MatchFinished):
            cancel(record, anna)


class TestCallingOffWhatComputersPlay:
    def stopped(self, plies=3):
        anna, bruno = people(2)
        record = create(anna, *[SeatRequest("ai", level="random")] * 2)
        for ply in range(plies):
            services.run_ai_turn(match_pk=record.match.pk, ply=ply, now=timezone.now())
        with pytest.raises(MatchNotFound):
            cancel(record, bruno)
        return cancel(record, anna), anna

    def test_ends_it_where_it_stands(self):
        record, _anna = self.stopped()
        match = Match.objects.get(pk=record.match.pk)
        assert (match.status, match.ply, match.turn_seat) == ("cancelled", 3, None)
        assert (match.open_deal, match.termination) == (None, "")
        assert [deal.status for deal in match.deals.all()] == ["broken_off"]
        assert services.differences(match) == []

    def test_leaves_no_move_owed(self):
        record, _anna = self.stopped()
        assert not AiTurn.objects.filter(done_at=None).exists()
        assert services.sweep_ai_turns(now=timezone.now() + timedelta(hours=1)) == 0
        assert not services.run_ai_turn(match_pk=record.match.pk, ply=3, now=timezone.now())
        assert Match.objects.get(pk=record.match.pk).ply == 3

    def test_twice_is_refused(self):
        record, anna = self.stopped(plies=0)
        with pytest.raises(MatchCancelled):
            cancel(record, anna)

    def test_is_seen_by_whoever_was_about_to_play(self):
        record, _anna = self.stopped(plies=0)
        with pytest.raises(MatchCancelled):
            services.play_move(
                match_id=record.match.public_id,
                actor=AiActor(engine.view(record.state, None).turn, MoveSource.AI),
                ply=0,
                card=engine.DECK[0],
                capture=None,
                now=NOW,
            )

    @pytest.mark.parametrize("change", [("ply", 2), ("status", "active")])
    def test_that_was_damaged_since_is_found(self, change):
        record, _anna = self.stopped()
        match = Match.objects.get(pk=record.match.pk)
        setattr(match, *change)
        if match.status == "active":
            match.turn_seat = 0
        match.save()
        assert services.differences(match) != []

    def test_is_not_for_a_match_in_which_a_person_plays(self):
        (anna,) = people(1)
        record = create(anna, SeatRequest("ai", level="random"), ME)
        with pytest.raises(MatchAlreadyStarted):
            cancel(record, anna)
