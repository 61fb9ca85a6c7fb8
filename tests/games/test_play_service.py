"""One way in: a move is checked, applied, appended and followed up in one transaction."""

import pytest

from games import engine, services
from games.errors import (
    IllegalMove,
    MatchFinished,
    MatchNotFound,
    MatchNotStarted,
    NotSeated,
    NotYourTurn,
    StalePosition,
)
from games.models import (
    AiTurn,
    Deal,
    DealStatus,
    Match,
    MatchStatus,
    Move,
    MoveSource,
    Seat,
    SeatStatus,
)
from games.services import PersonActor, SeatRequest
from tests.games.tables import KINGS, NOW, cards, dealt, offered, pack, people, play, play_out

pytestmark = pytest.mark.django_db

A_CARD = cards("7D")[0]


def send(record, player, *, ply=None, card=A_CARD, capture=None):
    return services.play_move(
        match_id=record.match.public_id,
        actor=PersonActor(player.pk),
        ply=record.match.ply if ply is None else ply,
        card=card,
        capture=capture,
        now=NOW,
    )


def on_turn(record, players):
    return players[record.match.turn_seat]


class TestAMove:
    def test_is_appended_and_the_match_goes_on(self):
        record = dealt(people(2))
        first = engine.legal_moves(record.match.state)[0]
        played = play(record, first)
        assert played.created
        stored = Move.objects.get(match=record.match)
        assert (stored.ply, stored.card, stored.source) == (0, str(first.card), MoveSource.PERSON)
        assert stored.deal.status == DealStatus.OPEN
        match = Match.objects.get()
        assert (match.ply, match.state) == (1, played.record.state)

    def test_sent_again_changes_nothing(self):
        players = people(2)
        record = dealt(players)
        move, mover = engine.legal_moves(record.match.state)[0], on_turn(record, players)
        play(record, move)
        again = send(record, mover, ply=0, card=move.card, capture=move.capture)
        assert not again.created
        assert again.record.match.ply == 1
        assert Move.objects.count() == 1

    def test_is_recognised_however_its_capture_is_ordered(self):
        players = people(2)
        deck = pack(table=("3C", "4B", "9D", "10D"))
        deck = (*cards("7D"), *(card for card in deck if card != A_CARD))
        record = dealt(players, overrides={"deal.first_dealer": "seat_0"}, shuffle=lambda: deck)
        assert record.match.turn_seat == 1
        move = engine.Move(A_CARD, cards("3C 4B"))
        assert send(record, players[1], capture=move.capture).created
        assert not send(record, players[1], ply=0, capture=cards("4B 3C")).created
        assert not send(record, players[1], ply=0, capture=None).created
        with pytest.raises(StalePosition):
            send(record, players[1], ply=0, capture=cards("3C 4B 4B"))

    def test_with_a_choice_is_not_the_same_when_the_choice_is_left_out(self):
        players = people(2)
        deck = pack(table=("7C", "7S", "9D", "10D"))
        deck = (*cards("7D"), *(card for card in deck if card != A_CARD))
        record = dealt(players, overrides={"deal.first_dealer": "seat_0"}, shuffle=lambda: deck)
        with pytest.raises(IllegalMove) as refused:
            send(record, players[1])
        assert refused.value.code == "ambiguous_capture"
        assert send(record, players[1], capture=cards("7S")).created
        with pytest.raises(StalePosition):
            send(record, players[1], ply=0)

    @pytest.mark.parametrize("ply", [-1, 1, 10**12])
    def test_is_refused_at_another_ply(self, ply):
        players = people(2)
        record = dealt(players)
        with pytest.raises(StalePosition) as refused:
            send(record, on_turn(record, players), ply=ply)
        assert refused.value.members() == {"current_ply": 0}

    def test_is_refused_out_of_turn(self):
        players = people(2)
        record = dealt(players)
        with pytest.raises(NotYourTurn):
            send(record, players[1 - record.match.turn_seat])

    def test_against_the_rules_says_what_is_legal_and_changes_nothing(self):
        players = people(2)
        record = dealt(players)
        state = record.match.state
        held = engine.view(state, state.turn).deal.hand
        other = next(card for card in engine.DECK if card not in held)
        with pytest.raises(IllegalMove) as refused:
            send(record, on_turn(record, players), card=other)
        assert refused.value.code == "card_not_in_hand"
        assert refused.value.legal_moves == engine.legal_moves(state)
        assert Match.objects.get().state == state
        assert not Move.objects.exists()

    def test_by_a_stranger_finds_no_match(self):
        players = people(3)
        record = dealt(players[:2])
        with pytest.raises(MatchNotFound):
            send(record, players[2])

    def test_by_a_creator_without_a_seat_is_refused(self):
        (creator,) = people(1)
        record = services.create_match(
            creator_id=creator.pk,
            preset="scopa_classica",
            overrides={},
            seats=[SeatRequest("ai", level="random"), SeatRequest("ai", level="random")],
            now=NOW,
        )
        with pytest.raises(NotSeated):
            send(record, creator)

    def test_before_the_deal_is_refused(self):
        players = people(2)
        with pytest.raises(MatchNotStarted):
            send(offered(players), players[0])

    def test_of_an_ai_seat_is_owed_as_a_row(self):
        (player,) = people(1)
        record = services.create_match(
            creator_id=player.pk,
            preset="scopa_classica",
            overrides={"deal.first_dealer": "seat_0"},
            seats=[SeatRequest("ai", level="random"), SeatRequest("me")],
            now=NOW,
        )
        assert not AiTurn.objects.exists()
        play(record)
        owed = AiTurn.objects.get()
        assert (owed.match, owed.ply, owed.attempts, owed.done_at) == (record.match, 1, 0, None)


class TestTheEndOfADeal:
    def test_scores_it_and_deals_the_next_at_once(self):
        record = dealt(people(2))
        first_dealer = record.match.first_dealer
        for _ply in range(36):
            record = play(record).record
        first, second = Deal.objects.order_by("number")
        assert (first.status, second.status) == (DealStatus.SCORED, DealStatus.OPEN)
        assert (second.number, second.first_ply) == (2, 36)
        assert second.dealer_seat == 1 - first_dealer
        assert len(record.state.deals) == 1
        assert not services.differences(Match.objects.get())

    def test_thrown_in_is_dealt_again_under_the_same_number(self):
        packs = [pack(table=(*KINGS, "4B")), pack(table=(*KINGS, "10B")), engine.DECK]
        record = dealt(people(2), shuffle=lambda: packs.pop(0))
        kept = list(Deal.objects.order_by("attempt").values_list("number", "attempt", "status"))
        assert kept == [(1, 0, "void"), (1, 1, "void"), (1, 2, "open")]
        assert len(set(Deal.objects.values_list("dealer_seat", flat=True))) == 1
        assert [void.number for void in record.state.voids] == [1, 1]
        assert not services.differences(Match.objects.get())


class TestTheEndOfAMatch:
    @pytest.mark.parametrize("preset", sorted(engine.PRESETS))
    def test_comes_by_playing_and_its_log_rebuilds_it(self, preset):
        size = engine.PRESETS[preset].rules.table.players
        record = play_out(dealt(people(size), preset=preset))
        match = Match.objects.get()
        assert match.status == MatchStatus.FINISHED
        assert match.termination == "completed"
        assert match.finished_at == NOW
        assert match.open_deal is None
        assert not Deal.objects.filter(status=DealStatus.OPEN).exists()
        assert services.differences(match) == []
        assert record.state.deal is not None

    def test_still_recognises_its_last_move(self):
        players = people(2)
        record = play_out(dealt(players, preset="smazzata_singola"))
        last = Move.objects.order_by("ply").last()
        mover = players[last.seat]
        card = engine.parse_card(last.card)
        assert not send(record, mover, ply=last.ply, card=card, capture=last.captured).created
        with pytest.raises(MatchFinished):
            send(record, mover, ply=last.ply + 1, card=card)


class TestResigning:
    def test_ends_the_match_for_the_other_side(self):
        players = people(2)
        record = dealt(players)
        record = services.resign_match(
            match_id=record.match.public_id, player_id=players[0].pk, now=NOW
        )
        match = Match.objects.get()
        assert (match.status, match.termination, match.winner_side) == ("finished", "resigned", 1)
        assert record.seats[0].status == "resigned"
        assert Deal.objects.get().status == DealStatus.BROKEN_OFF
        assert services.differences(match) == []

    def test_by_one_of_a_pair_leaves_the_partner_in_the_match(self):
        players = people(4)
        record = dealt(players, preset="scopone")
        services.resign_match(match_id=record.match.public_id, player_id=players[2].pk, now=NOW)
        match, seat = Match.objects.get(), Seat.objects.get(index=2)
        assert match.status == MatchStatus.ACTIVE
        assert (seat.status, seat.substitute) == (SeatStatus.RESIGNED, "greedy")
        assert services.differences(match) == []

    def test_by_both_of_a_pair_ends_it_for_the_pair(self):
        players = people(4)
        record = dealt(players, preset="scopone")
        for player in (players[2], players[0]):
            services.resign_match(match_id=record.match.public_id, player_id=player.pk, now=NOW)
        match = Match.objects.get()
        assert (match.winner_side, match.termination, match.ended_by_seat) == (1, "resigned", 0)
        assert services.differences(match) == []

    def test_of_three_leaves_no_winner_while_the_others_are_level(self):
        players = people(3)
        record = dealt(players, preset="scopa_in_tre")
        services.resign_match(match_id=record.match.public_id, player_id=players[0].pk, now=NOW)
        assert Match.objects.get().winner_side is None

    def test_twice_is_refused(self):
        players = people(2)
        record = dealt(players)
        services.resign_match(match_id=record.match.public_id, player_id=players[0].pk, now=NOW)
        with pytest.raises(MatchFinished):
            services.resign_match(match_id=record.match.public_id, player_id=players[1].pk, now=NOW)
