"""`check_invariants` on what was told, what is owed, and whose time runs."""

from datetime import timedelta

import pytest

from games import services
from games.models import AiTurn, Match, Move, Outage, Seat, Timeout
from players.models import Feed, FeedEvent
from scopa_site.idempotency.models import IdempotencyRecord
from scopa_site.outbox.models import Effect
from tests.games.broken import found, invariants
from tests.games.clocked import DAY, clocked, play_at
from tests.games.tables import NOW, people, play

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def ran_out(record):
    """Let the running turn run out, as the sweep does; return when that was."""
    at = Match.objects.get(pk=record.match.pk).deadline_at + 10 * SECOND
    assert services.expire_turn(match_id=record.match.public_id, now=at)
    return at


class TestFeeds:
    """I-11: one sequence without gaps, and the same to all at a table."""

    @pytest.fixture
    def record(self):
        record = clocked(people(2))
        for _ in range(4):
            record = play(record).record
        assert found() == []
        return record

    def test_i11_have_no_gap(self, record):
        middle = FeedEvent.objects.filter(seq=2).first()
        middle.delete()
        assert any(line.startswith(f"I-11 feed of player {middle.player_id}:") for line in found())

    def test_i11_count_what_is_there(self, record):
        Feed.objects.filter(pk=record.seats[0].player_id).update(last_seq=99)
        assert invariants() == {"I-11"}

    def test_i11_begin_where_they_say(self, record):
        Feed.objects.filter(pk=record.seats[0].player_id).update(oldest_seq=2)
        assert invariants() == {"I-11"}

    @pytest.mark.parametrize("damage", [{"card": "10B"}, {"ply": 9}])
    def test_i11_tell_the_cards_that_were_played(self, record, damage):
        event = FeedEvent.objects.filter(type="match.moved").last()
        event.data["plays"][0].update(damage)
        event.save()
        (line,) = found()
        assert line.startswith(f"I-11 match {record.match.public_id}: player {event.player_id} ")

    def test_i11_tell_every_card(self, record):
        for event in FeedEvent.objects.filter(type="match.moved").order_by("-seq")[:1]:
            event.data["plays"] = []
            event.save()
        assert invariants() == {"I-11"}

    def test_i11_tell_changes_in_their_order(self, record):
        event = FeedEvent.objects.filter(type="match.moved").last()
        event.data["version"] = 1
        event.save()
        assert "was told of its changes out of order" in found()[0]

    def test_i19_tell_of_a_turn_once(self, record):
        first = FeedEvent.objects.filter(type="match.your_turn").first()
        later = FeedEvent.objects.filter(type="match.your_turn", player=first.player_id).last()
        assert first.pk != later.pk
        FeedEvent.objects.filter(pk=later.pk).update(data=first.data)
        assert invariants() == {"I-19"}

    def test_are_passed_when_what_is_old_has_been_trimmed(self, record):
        feed = Feed.objects.get(pk=record.seats[0].player_id)
        kept = FeedEvent.objects.filter(player=feed.pk).last()
        FeedEvent.objects.filter(player=feed.pk, seq__lt=kept.seq).delete()
        Feed.objects.filter(pk=feed.pk).update(oldest_seq=kept.seq)
        FeedEvent.objects.filter(pk=kept.pk).update(created_at=NOW + SECOND)
        assert found() == []


class TestClocks:
    """I-13: a turn ends by a move or by its deadline, never by both and never by neither."""

    def test_i13_run_out_soon(self):
        record = clocked(people(2))
        deadline = record.match.deadline_at
        assert found(now=deadline + 19 * SECOND) == []
        assert found(now=deadline + 30 * SECOND) == [
            f"I-13 match {record.match.public_id}: its deadline is 30 s past"
        ]

    def test_i13_run_for_a_person_on_turn(self):
        clocked(people(2))
        Match.objects.update(deadline_at=None)
        assert invariants() == {"I-13"}

    def test_i13_run_for_no_opponent(self):
        clocked(people(2))
        Seat.objects.filter(index=1).update(substitute="greedy", status="ai_substitute")
        match = Match.objects.get()
        AiTurn.objects.create(match=match, ply=0, created_at=NOW)
        assert invariants() == {"I-13"}

    @pytest.mark.parametrize("bank", [-1, 10**12])
    def test_i13_stay_within_the_bank(self, bank):
        record = clocked(people(2))
        Match.objects.update(banks=[bank, record.match.banks[1]])
        assert invariants() == {"I-13"}

    @pytest.mark.parametrize("policy", ["forfeit", "claim", "ai"])
    def test_are_passed_when_a_turn_ran_out(self, policy):
        record = clocked(people(2), on_timeout=policy)
        assert found(now=ran_out(record)) == []

    def test_are_passed_when_a_person_played_in_time(self):
        record = clocked(people(2))
        record = play_at(record, NOW + timedelta(hours=7))
        assert found(now=NOW + timedelta(hours=7)) == []

    def test_i13_ran_out_where_a_match_was_lost_by_it(self):
        at = ran_out(clocked(people(2)))
        Timeout.objects.all().delete()
        assert invariants(now=at) == {"I-13"}

    def test_i13_ran_out_where_no_card_was_played(self):
        record = clocked(people(2))
        record = play_at(record, NOW)
        at = ran_out(record)
        Timeout.objects.update(ply=0)
        Match.objects.update(ply=0)
        assert "I-13" in invariants(now=at)
        assert Move.objects.count() == 1

    def test_i13_ran_out_in_time(self):
        at = ran_out(clocked(people(2)))
        Timeout.objects.update(at=at + 30 * SECOND)
        assert invariants(now=at) == {"I-13"}

    def test_are_passed_when_the_service_was_out(self):
        at = ran_out(clocked(people(2)))
        Timeout.objects.update(at=at + DAY)
        Outage.objects.create(source="api", began_at=at - SECOND, ended_at=at + DAY)
        assert found(now=at) == []


class TestEffects:
    def owed(self, **columns):
        return Effect.objects.create(
            topic="players.example", dedupe_key="example", payload={}, created_at=NOW, **columns
        )

    def test_i18_are_brought_about_within_a_minute(self):
        effect = self.owed()
        assert found(now=NOW + 50 * SECOND) == []
        (line,) = found(now=NOW + 70 * SECOND)
        assert line.startswith(f"I-18 effect {effect.pk} (players.example: example): undone after")

    def test_i18_may_wait_for_their_next_attempt(self):
        self.owed(available_at=NOW + DAY)
        assert found(now=NOW + timedelta(hours=1)) == []

    def test_i20_are_not_given_up_in_silence(self):
        self.owed(dead_at=NOW, attempts=10)
        assert invariants() == {"I-20"}

    def test_are_passed_when_done(self):
        self.owed(done_at=NOW)
        assert found(now=NOW + DAY) == []


class TestKeptReplies:
    def kept(self, **columns):
        return IdempotencyRecord.objects.create(
            owner_id=1, key="key", request_sha256="", created_at=NOW, **columns
        )

    def test_i10_are_answers(self):
        self.kept()
        assert invariants() == {"I-10"}

    def test_i10_tell_of_what_has_happened(self):
        record = play(clocked(people(2))).record
        reply = f'{{"id": "{record.match.public_id}", "ply": %s}}'
        kept = self.kept(status=201, reply=reply % 1)
        assert found() == []
        IdempotencyRecord.objects.filter(pk=kept.pk).update(reply=reply % 2)
        assert invariants() == {"I-10"}
