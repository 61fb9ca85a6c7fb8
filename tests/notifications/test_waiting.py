"""How many matches wait for whom, and who has just played, asked for many players at once."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import engine, queries, services
from games.notices.waiting import last_plays_of, matches_awaiting
from games.plans import PlanItem
from games.services import SeatRequest
from players.models import Player
from players.notifications.registry import awaiting_of
from players.notifications.registry import last_plays_of as registered_last_plays_of
from tests.games.clocked import HOUR, clocked, play_at, swept
from tests.games.tables import NOW, cards, dealt, offered, pack, people, play, play_out
from tests.security.test_many_finished_matches import SLACK, Played, Watched

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def keys(players):
    return [player.pk for player in players]


def queries_of(ask, *args):
    with CaptureQueriesContext(connection) as sent:
        ask(*args)
    return len(sent)


class TestWhatWaits:
    def test_is_what_the_badge_of_each_counts(self):
        seated = people(4)
        anna, bruno, carla, _dario = seated
        swept(clocked([carla, anna], on_timeout="ai"))
        clocked([anna, bruno])
        play_at(clocked([anna, bruno]), NOW)
        play_at(clocked([anna, bruno]), NOW)
        clocked([bruno, carla])
        clocked(seated, preset="scopa_a_coppie")
        play_out(clocked([anna, carla]))
        offered([carla, bruno])
        badges = {player.pk: queries.summary_of(player.pk, now=NOW) for player in seated}
        counted = {player: badge.awaiting for player, badge in badges.items()}
        assert awaiting_of(keys(seated)) == counted
        assert sum(counted.values()) >= 4

    def test_counts_no_seat_that_the_computer_has(self):
        seated = people(2)
        swept(clocked(seated, on_timeout="ai"))
        assert matches_awaiting(keys(seated)) == {}

    def test_takes_two_queries_for_however_many_players(self):
        seated = people(6)
        for one, other in pairwise(seated):
            clocked([one, other])
        assert queries_of(matches_awaiting, keys(seated)) == 2
        assert queries_of(matches_awaiting, keys(seated[:1])) == 2


class TestWhoHasJustPlayed:
    def test_is_whoever_laid_a_card_down_and_when_last(self):
        seated = people(3)
        record = clocked(seated[:2])
        record = play_at(record, NOW)
        play_at(clocked(seated[:2]), NOW + 3 * MINUTE)
        play_at(record, NOW + MINUTE)
        assert last_plays_of(keys(seated), NOW) == {
            seated[0].pk: NOW + MINUTE,
            seated[1].pk: NOW + 3 * MINUTE,
        }

    def test_is_nobody_who_played_before(self):
        seated = people(2)
        play_at(clocked(seated), NOW)
        assert last_plays_of(keys(seated), NOW + timedelta(milliseconds=1)) == {}
        assert registered_last_plays_of(keys(seated), NOW) == {seated[1].pk: NOW}

    def test_is_also_whoever_ended_a_match_with_the_last_card(self):
        seated = people(2)
        record = clocked(seated, preset="smazzata_singola")
        while record.match.status == "active":
            last = record.match.turn_seat
            record = play_at(record, NOW + record.match.ply * MINUTE)
        at = record.match.finished_at
        assert last_plays_of(keys(seated), at) == {seated[last].pk: at}

    def test_is_nobody_whose_plan_played(self):
        seated = people(2)
        record = dealt(
            seated,
            overrides={"deal.first_dealer": "seat_0"},
            shuffle=lambda: pack(table=("9B", "10C", "10S", "8B")),
        )
        services.make_plan(
            match_id=record.match.public_id,
            player_id=seated[0].pk,
            items=[PlanItem(*cards("2D"), None, (), ())],
            now=NOW,
        )
        after = play(record, engine.Move(*cards("1D"), ())).record
        assert after.match.ply == 2
        assert last_plays_of(keys(seated), NOW) == {seated[1].pk: NOW}

    def test_is_nobody_in_whose_place_the_computer_played(self):
        [anna] = people(1)
        record = services.create_match(
            creator_id=anna.pk,
            preset="scopa_classica",
            overrides={"deal.first_dealer": "seat_0"},
            seats=[SeatRequest("me"), SeatRequest("ai", level="greedy")],
            now=NOW,
        )
        services.run_ai_turn(match_pk=record.match.pk, ply=0, now=NOW)
        assert last_plays_of([anna.pk], NOW - HOUR) == {}

    def test_takes_four_queries_for_however_many_players_and_two_where_nobody_played(self):
        seated = people(6)
        assert queries_of(last_plays_of, keys(seated), NOW) == 2
        for one, other in pairwise(seated):
            play_at(clocked([one, other]), NOW)
        assert queries_of(last_plays_of, keys(seated), NOW) == 4
        assert queries_of(last_plays_of, keys(seated[:2]), NOW) == 4


@pytest.mark.postgres
@pytest.mark.usefixtures("limits_lifted")
class TestWhatIsRead:
    """On a database in which somebody has finished a thousand matches."""

    def touched(self, ask, *args):
        """Return the rows that the plans touch, where an index is taken if there is one."""
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
        with Watched() as watched:
            ask(*args)
        return watched.rows

    def test_is_not_what_is_over(self):
        rows = [self.among(finished) for finished in (10, 1000)]
        assert rows[1][0] <= rows[0][0] + SLACK
        assert rows[1][1] <= rows[0][1] + SLACK

    def among(self, finished):
        point = transaction.savepoint()
        Played(finished)
        ids = list(Player.objects.values_list("pk", flat=True))
        since = timezone.now() - HOUR
        found = self.touched(matches_awaiting, ids), self.touched(last_plays_of, ids, since)
        transaction.savepoint_rollback(point)
        return found

    def test_is_neither_an_old_event_nor_a_card_of_an_old_match(self):
        seated = people(2)
        rows = []
        for _more in range(2):
            for seed in range(3):
                play_out(clocked(seated, preset="smazzata_singola"), seed=seed)
            at = NOW + HOUR
            play_at(clocked(seated), at)
            rows.append(self.touched(last_plays_of, keys(seated), at))
        assert rows[1] <= rows[0] + SLACK
