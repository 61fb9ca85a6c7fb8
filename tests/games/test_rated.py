"""What the end of a match does to ratings."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import engine, services
from games.models import Match, RatingNote
from games.rating_families import FAMILIES, family_of
from games.services.rated import annul_rating
from games.services.seating import SeatRequest
from players.models import FeedEvent, Player, RatedResult, RatedSeat, Rating, RatingChange
from scopa_site.outbox.effects import run_effects
from scopa_site.outbox.models import Effect
from tests.games.clocked import LATE, clocked, kinds_told, play_at, stored
from tests.games.tables import NOW, offered, people, play_out

pytestmark = pytest.mark.django_db


def resign(record, player, at=NOW):
    return services.resign_match(match_id=record.match.public_id, player_id=player.pk, now=at)


def places():
    """Return the places of the only result, by seat."""
    return dict(RatedSeat.objects.values_list("seat", "place"))


class TestTheEndOfARatedMatch:
    def test_counts_when_the_cards_decide(self):
        players = people(2)
        record = play_out(clocked(players, rated=True))
        winner = record.match.winner_side
        result = RatedResult.objects.get()
        assert (result.match, result.family) == (record.match.public_id, "duel")
        assert (result.system, result.finished_at) == ("glicko2", NOW)
        assert places() == {winner: 1, 1 - winner: 2}
        assert Rating.objects.get(player=players[winner]).rating > 1500

    def test_counts_when_somebody_resigns(self):
        players = people(2)
        resign(clocked(players, rated=True), players[0])
        assert places() == {0: 2, 1: 1}

    def test_counts_when_time_runs_out(self):
        players = people(2)
        record = clocked(players, rated=True)
        services.sweep_deadlines(now=LATE)
        loser = stored(record).ended_by_seat
        assert places() == {loser: 2, 1 - loser: 1}

    def test_counts_for_both_of_a_side(self):
        play_out(clocked(people(4), preset="scopa_a_coppie", rated=True))
        rows = list(RatedSeat.objects.order_by("seat").values_list("side", "place"))
        assert rows[0] == rows[2] != rows[1] == rows[3]
        assert RatedResult.objects.get().system == "plackett_luce"

    def test_gives_whoever_leaves_a_table_of_three_the_last_place(self):
        players = people(3)
        record = clocked(players, preset="scopa_in_tre", rated=True)
        resign(record, players[1])
        assert places() == {0: 1, 1: 2, 2: 1}

    def test_puts_three_in_the_order_of_their_points(self):
        record = play_out(clocked(people(3), preset="scopa_in_tre", rated=True))
        points = record.match.state.outcome.score
        order = sorted(set(points), reverse=True)
        assert len(order) > 1
        assert places() == {seat: order.index(each) + 1 for seat, each in enumerate(points)}

    def test_is_told_before_it_is_rated(self):
        """Feeds are locked before ratings wherever both are."""
        players = people(2)
        record = clocked(players, rated=True)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            resign(record, players[0])
        written = [query["sql"] for query in queries if "UPDATE" in query["sql"]]
        feed = max(at for at, sql in enumerate(written) if "players_feed" in sql)
        assert feed < min(at for at, sql in enumerate(written) if "players_rating" in sql)

    def test_counts_nothing_in_a_friendly_match(self):
        players = people(2)
        resign(clocked(players, rated=False), players[0])
        assert not RatedResult.objects.exists()

    def test_counts_nothing_when_it_is_called_off(self):
        players = people(2)
        record = clocked(players, rated=True)
        services.abort_match(match_id=record.match.public_id, player_id=players[1].pk, now=NOW)
        assert not RatedResult.objects.exists()

    def test_counts_nothing_with_a_guest(self):
        players = people(2)
        players[1].is_guest = True
        players[1].save()
        record = clocked(players, rated=True)
        resign(record, players[0])
        assert stored(record).rating_note == RatingNote.GUEST
        assert not RatedResult.objects.exists()

    def test_counts_nothing_with_whoever_was_a_guest_when_it_was_dealt(self):
        players = people(2)
        players[1].is_guest = True
        players[1].save()
        lost, won = (clocked(players, rated=True) for _ in range(2))
        resign(lost, players[1])
        players[1].is_guest = False
        players[1].save()
        resign(won, players[0])
        assert stored(won).rating_note == stored(lost).rating_note == RatingNote.GUEST
        assert not RatedResult.objects.exists()

    def test_counts_with_whoever_made_an_account_before_it_was_dealt(self):
        players = people(2)
        players[1].is_guest = True
        players[1].save()
        record = offered(players, rated=True, clock="normale")
        players[1].is_guest = False
        players[1].save()
        services.join_match(match_id=record.match.public_id, player_id=players[1].pk, now=NOW)
        resign(record, players[0])
        assert RatedResult.objects.exists()


class TestAMatchDealtBeforeThisWasDecidedThen:
    @pytest.mark.parametrize(("is_guest", "note"), [(True, RatingNote.GUEST), (False, "")])
    def test_is_decided_by_the_migration(self, is_guest, note):
        players = people(2)
        record = clocked(players, rated=True)
        Player.objects.filter(pk=players[1].pk).update(is_guest=is_guest)
        migration = import_module("games.migrations.0010_guests_at_running_tables")
        migration.note_guests(apps, SimpleNamespace(connection=connection))
        assert stored(record).rating_note == note


class TestAMoveThatEndsNothing:
    def test_asks_nothing_of_ratings(self):
        record = clocked(people(2), rated=True)
        with CaptureQueriesContext(connection) as queries:
            play_at(record, NOW)
        assert not [query for query in queries if "players_rat" in query["sql"]]


class TestAMatchOfLevels:
    def levels(self, *levels):
        creator = people(1)[0]
        seats = [SeatRequest("ai", level=level) for level in levels]
        record = services.create_match(
            creator_id=creator.pk, preset="smazzata_singola", overrides={}, seats=seats, now=NOW
        )
        match = record.match
        while match.status == "active":
            services.run_ai_turn(match_pk=match.pk, ply=match.ply, now=NOW)
            match.refresh_from_db()

    def test_rates_them_among_themselves(self):
        self.levels("greedy", "random")
        assert set(Rating.objects.values_list("level", flat=True)) == {"greedy", "random"}

    def test_rates_none_against_itself(self):
        self.levels("greedy", "greedy")
        assert not RatedResult.objects.exists()


class TestASeriesOfTimeouts:
    def run(self):
        players = people(2)
        records = [clocked(players, rated=True) for _ in range(3)]
        services.sweep_deadlines(now=LATE)
        before = {record.match.pk: stored(record).version for record in records}
        run_effects(clock=lambda: LATE)
        return players, records, before

    def test_takes_back_all_but_the_first(self):
        _players, records, _before = self.run()
        left = RatedResult.objects.get(annulled_at=None)
        counting = next(r for r in records if stored(r).rating_note == RatingNote.COUNTS)
        assert left.match == counting.match.public_id
        assert RatingChange.objects.count() == 2
        assert set(Rating.objects.values_list("results", flat=True)) == {1}

    def test_gives_an_annulled_match_a_new_version_and_tells_the_table(self):
        players, _records, before = self.run()
        event = FeedEvent.objects.get(player=players[0], type="match.rating_annulled")
        match = Match.objects.get(public_id=event.subject)
        assert match.version == before[match.pk] + 1
        assert event.data == {"version": match.version, "because": "serial_timeout"}

    def test_takes_it_back_once_however_often_the_effect_runs(self):
        players, _records, _before = self.run()
        Effect.objects.update(done_at=None)
        run_effects(clock=lambda: LATE)
        assert kinds_told(players[0]).count("match.rating_annulled") == 1


class TestAnnulRating:
    def test_does_nothing_to_a_match_that_did_not_count(self):
        players = people(2)
        record = clocked(players, rated=False)
        resign(record, players[0])
        because = RatingNote.SERIAL_TIMEOUT
        assert not annul_rating(match_id=record.match.public_id, because=because, now=NOW)
        assert stored(record).rating_note == RatingNote.COUNTS


class TestFamilies:
    def test_hold_every_preset(self):
        found = {slug: family_of(preset.rules).slug for slug, preset in engine.PRESETS.items()}
        assert set(found.values()) == set(FAMILIES)
        assert found["cirulla"] == found["escoba"] == "duel_fifteen"
        assert found["scopone_scientifico"] == "long_hands"
        assert found["scopa_21"] == found["asso_piglia_tutto"] == "duel"

    def test_go_by_the_rules_and_not_by_the_name(self):
        changed = engine.resolve("scopa_classica", {"match.objective": "lose"})
        assert family_of(changed).slug == "duel_losing"

    @pytest.mark.parametrize("slug", FAMILIES)
    def test_are_reckoned_by_glicko_for_two_alone(self, slug):
        seats = {p.rules.table.players for p in engine.PRESETS.values()
                 if family_of(p.rules).slug == slug}  # fmt: skip
        assert (FAMILIES[slug].system == "glicko2") == (seats == {2})
