"""What people did is counted at the end of each match, once, and can be counted anew."""

import io
from datetime import timedelta

import pytest
from django.core.management import call_command

from games import services
from games.models import Encounter, Match, Tally
from games.services.counting import reply_class
from games.services.tallies import forget_tallies
from players.models import Player
from tests.games.broken import invariants
from tests.games.clocked import HOUR, clocked, play_at, swept
from tests.games.tables import NOW, dealt, people, play, play_out

pytestmark = pytest.mark.django_db

RESULTS = ("matches", "won", "drawn", "lost", "left")


def tally(player, preset="scopa_classica"):
    return Tally.objects.get(player=player, preset=preset)


def results(player, preset="scopa_classica"):
    return [getattr(tally(player, preset), name) for name in RESULTS]


def against(player, other):
    row = Encounter.objects.get(player=player, other=other)
    return (row.won, row.drawn, row.lost)


def resign(record, player):
    return services.resign_match(match_id=record.match.public_id, player_id=player.pk, now=NOW)


def everything():
    names = [field.attname for field in Tally._meta.fields if field.name != "id"]
    pairs = [field.attname for field in Encounter._meta.fields if field.name != "id"]
    return (
        sorted(map(str, Tally.objects.values_list(*names))),
        sorted(Encounter.objects.values_list(*pairs)),
    )


class TestAMatchPlayedToTheEnd:
    def test_is_counted_for_each_of_its_people(self):
        anna, bruno = people(2)
        match = play_out(dealt([anna, bruno])).match
        winner, loser = (anna, bruno) if match.winner_side == 0 else (bruno, anna)
        assert results(winner) == [1, 1, 0, 0, 0]
        assert results(loser) == [1, 0, 0, 1, 0]
        assert against(winner, loser) == (1, 0, 0)
        assert against(loser, winner) == (0, 0, 1)

    def test_adds_up_what_its_deals_were_scored(self):
        anna, bruno = people(2)
        deals = [
            deal
            for seed in (1, 2)
            for deal in play_out(dealt([anna, bruno]), seed=seed).match.state.deals
        ]
        for side, player in enumerate((anna, bruno)):
            row = tally(player)
            assert row.deals == len(deals)
            assert row.scope == sum(deal.scope[side] for deal in deals)
            assert row.settebelli == [deal.settebello for deal in deals].count(side)
            assert row.primiere == [deal.primiera for deal in deals].count(side)

    def test_is_added_to_those_before(self):
        anna, bruno = people(2)
        for seed in (1, 2, 3):
            play_out(dealt([anna, bruno]), seed=seed)
        assert tally(anna).matches == 3
        assert sum(against(anna, bruno)) == 3

    def test_is_counted_by_its_preset(self):
        players = people(2)
        play_out(dealt(players))
        play_out(dealt(players, preset="smazzata_singola"))
        assert Tally.objects.filter(player=players[0]).count() == 2

    def test_is_counted_while_it_is_played_not_at_all(self):
        play(dealt(people(2)))
        assert not Tally.objects.exists()


class TestPairs:
    def test_share_what_their_side_did_and_do_not_meet_each_other(self):
        players = people(4)
        match = play_out(dealt(players, preset="scopone_scientifico")).match
        preset = match.preset
        assert results(players[0], preset) == results(players[2], preset)
        assert tally(players[0], preset).scope == tally(players[2], preset).scope
        met = Encounter.objects.filter(player=players[0]).values_list("other", flat=True)
        assert set(met) == {players[1].pk, players[3].pk}

    def test_of_three_only_the_winner_beats_anybody(self):
        players = people(3)
        match = play_out(dealt(players, preset="scopa_in_tre")).match
        assert match.winner_side is not None
        winner = players.pop(match.winner_side)
        assert [against(winner, each) for each in players] == [(1, 0, 0)] * 2
        assert not Encounter.objects.filter(player=players[0], other=players[1]).exists()


class TestWhoLeaves:
    def test_by_resigning_has_left_and_lost(self):
        anna, bruno = people(2)
        resign(dealt([anna, bruno]), anna)
        assert results(anna) == [1, 0, 0, 1, 1]
        assert results(bruno) == [1, 1, 0, 0, 0]

    def test_by_running_out_of_time_has_left(self):
        anna, bruno = people(2)
        swept(clocked([anna, bruno]))
        assert results(bruno) == [1, 0, 0, 1, 1]
        assert results(anna) == [1, 1, 0, 0, 0]

    def test_a_table_that_plays_on_is_counted_with_it(self):
        players = people(4)
        record = dealt(players, preset="scopone_scientifico")
        resign(record, players[0])
        assert not Tally.objects.exists()
        resign(record, players[2])
        left = [tally(each, record.match.preset).left for each in players]
        assert left == [1, 0, 1, 0]

    def test_by_calling_off_counts_for_nobody(self):
        anna, bruno = people(2)
        services.abort_match(
            match_id=dealt([anna, bruno]).match.public_id, player_id=anna.pk, now=NOW
        )
        assert not Tally.objects.exists()
        assert not Encounter.objects.exists()


class TestReplies:
    def test_are_counted_by_how_long_they_took(self):
        anna, bruno = people(2)
        record = clocked([anna, bruno])
        begun = NOW + timedelta(minutes=10)
        record = play_at(record, begun)  # Bruno, under 16 minutes
        record = play_at(record, begun + timedelta(seconds=60))  # Anna, a minute
        record = play_at(record, begun + timedelta(seconds=119))  # Bruno, under a minute
        resign(record, anna)
        assert tally(bruno).replies == [1, 0, 0, 0, 1, *[0] * 11]
        assert tally(anna).replies == [0, 1, *[0] * 14]

    def test_of_a_paused_turn_are_not_counted(self):
        anna, bruno = people(2)
        record = clocked([anna, bruno])
        where = {"match_id": record.match.public_id, "now": NOW}
        services.ask_pause(player_id=anna.pk, seconds=3600, **where)
        services.accept_pause(player_id=bruno.pk, **where)
        record = play_at(record, NOW + 2 * HOUR)
        record = play_at(record, NOW + 3 * HOUR)
        resign(record, anna)
        assert sum(tally(bruno).replies) == 0
        assert sum(tally(anna).replies) == 1

    def test_are_what_people_decided_not_what_plays_itself(self):
        record = dealt(people(2), preset="smazzata_singola")
        play_out(record)
        decided = record.match.moves.filter(source="person").count()
        assert record.match.moves.count() > decided
        assert sum(sum(row.replies) for row in Tally.objects.all()) == decided

    def test_have_a_class_for_each_doubling(self):
        minute = timedelta(minutes=1)
        assert [reply_class(minute * n) for n in (1, 2, 3, 4, 8)] == [1, 2, 2, 3, 4]
        assert reply_class(-minute) == 0
        assert reply_class(timedelta(days=300)) == 15


class TestComputers:
    def test_are_not_counted_and_nobody_meets_them(self):
        (anna,) = people(1)
        record = services.create_match(
            creator_id=anna.pk,
            preset="scopa_classica",
            overrides={},
            seats=[services.SeatRequest("me"), services.SeatRequest("ai", level="random")],
            now=NOW,
        )
        resign(record, anna)
        assert results(anna) == [1, 0, 0, 1, 1]
        assert Tally.objects.count() == 1
        assert not Encounter.objects.exists()


class TestCountingAnew:
    def recounted(self):
        out = io.StringIO()
        call_command("recount", stdout=out)
        return out.getvalue()

    def played(self):
        players = people(4)
        play_out(dealt(players[:2]), seed=4)
        play_out(dealt(players[:3], preset="scopa_in_tre"), seed=5)
        record = clocked(players[1:3])
        resign(play_at(record, NOW + HOUR), players[1])
        resign(dealt(players[2:]), players[3])
        play(dealt(players[:2]))
        return players

    def test_changes_nothing_that_was_counted_right(self):
        self.played()
        before = everything()
        assert self.recounted() == "4 players recounted\n"
        assert everything() == before

    def test_restores_what_was_lost(self):
        self.played()
        before = everything()
        Tally.objects.all().delete()
        Encounter.objects.all().delete()
        self.recounted()
        assert everything() == before

    def test_removes_what_never_was(self):
        players = self.played()
        before = everything()
        Tally.objects.update(scope=999)
        Tally.objects.create(player=players[0], preset="briscola")
        Encounter.objects.update(won=7)
        self.recounted()
        assert everything() == before

    def test_goes_through_more_matches_than_a_batch(self, monkeypatch):
        monkeypatch.setattr("games.services.tallies._BATCH", 1)
        self.played()
        before = everything()
        self.recounted()
        assert everything() == before


class TestI27:
    def test_holds_of_what_was_played(self):
        play_out(dealt(people(2)))
        assert invariants() == set()

    @pytest.mark.parametrize("model", [Tally, Encounter])
    def test_misses_a_row(self, model):
        play_out(dealt(people(2)))
        model.objects.first().delete()
        assert invariants() == {"I-27"}

    @pytest.mark.parametrize("column", ["deals", "scope", "settebelli", "primiere", "left"])
    def test_finds_a_number_that_is_wrong(self, column):
        play_out(dealt(people(2)))
        Tally.objects.filter(pk=Tally.objects.first().pk).update(**{column: 77})
        assert invariants() == {"I-27"}

    def test_finds_an_encounter_that_is_wrong(self):
        play_out(dealt(people(2)))
        Encounter.objects.filter(pk=Encounter.objects.first().pk).update(drawn=1)
        assert invariants() == {"I-27"}


class TestAnErasedPlayer:
    def test_is_forgotten_and_stays_so(self):
        anna, bruno = people(2)
        play_out(dealt([anna, bruno]))
        running = dealt([anna, bruno])
        forget_tallies(anna.pk, NOW)
        Player.objects.filter(pk=anna.pk).update(
            erased_at=NOW, is_active=False, email="", display_name="–"
        )
        assert not Tally.objects.filter(player=anna).exists()
        assert not Encounter.objects.exists()
        resign(running, bruno)
        call_command("recount", stdout=io.StringIO())
        assert not Tally.objects.filter(player=anna).exists()
        assert not Encounter.objects.exists()
        assert tally(bruno).matches == 2
        assert "I-27" not in invariants()


def test_counts_a_match_whose_deals_were_scored_without_their_detail():
    match = Match.objects.get(pk=play_out(dealt(people(2))).match.pk)
    for deal in match.snapshot["deals"]:
        deal["detail"] = None
    match.save()
    before = everything()
    call_command("recount", stdout=io.StringIO())
    assert everything() == before
