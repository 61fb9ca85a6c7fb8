"""After an erasure nothing of the person is left: not in the database, nor in Redis, nor in a log.

And what others need is left: their matches, whole, and what holds of everything stored.
"""

import io
import logging

import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games.models import Match, Plan, Remark
from players.models import AuditEntry, Deletion, Feed, FeedEvent, Player, Report
from players.queries import left_of_the_erased
from players.services import erase, sweep_deletions
from scopa_site.log_lines import JsonLine
from scopa_site.outbox.effects import run_effects
from scopa_site.outbox.models import Effect
from tests.api.callers import good, refused
from tests.conftest import on_redis
from tests.players.leaving_scene import SEALED, WORDS, Person


@pytest.fixture(autouse=True)
def _no_days_to_think(settings):
    settings.SCOPA_DELETION_DAYS = 0


@pytest.fixture
def log():
    """Return what is written into the log, as a deployment writes it."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(JsonLine())
    names = (None, "scopa_site", "players", "games", "django", "scopa_site.access")
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
    yield text
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(handler)
        logger.setLevel(level)


def dump():
    """Return every row of every table as text."""
    lines = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608  # a name from the database
            lines += [f"{table} {row!r}" for row in cursor.fetchall()]
    return "\n".join(lines)


def dump_of_the_cache():
    """Return all keys and values of Redis, or of the memory that stands in for it."""
    if not on_redis():
        return repr(cache._cache)
    readers = {
        b"string": lambda client, key: client.get(key),
        b"list": lambda client, key: client.lrange(key, 0, -1),
        b"set": lambda client, key: client.smembers(key),
        b"zset": lambda client, key: client.zrange(key, 0, -1),
        b"hash": lambda client, key: client.hgetall(key),
    }
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        keys = list(client.scan_iter("*"))
        return "\n".join(f"{key!r} {readers[client.type(key)](client, key)!r}" for key in keys)


def traces(person, text):
    """Return the lines in which a word of the person stands."""
    return [
        line[:300]
        for line in text.splitlines()
        if any(word.lower() in line.lower() for word in person.words)
    ]


def asked_and_swept(person):
    body = {"password": WORDS["password"]}
    good(person.caller.post("/me/deletion", body, idempotency_key="leave"), 202)
    assert sweep_deletions(now=timezone.now()) == 1


def check_nothing_is_left(log):
    person = Person()
    before = dump()
    for word in WORDS.values():
        assert (word in before) == (word not in SEALED.values())  # the search finds what is there
    asked_and_swept(person)
    run_effects(clock=timezone.now)
    assert traces(person, dump()) == []
    assert traces(person, dump_of_the_cache()) == []
    assert log.getvalue()
    assert traces(person, log.getvalue()) == []


@pytest.mark.django_db
class TestAnErasure:
    def test_leaves_no_trace(self, log):
        check_nothing_is_left(log)

    def test_has_nothing_to_take_of_what_is_sealed(self):
        """Tokens of devices and secrets of webhooks: who copies the database can use none."""
        Person()
        stored = dump()
        assert [name for name, word in SEALED.items() if word in stored] == []

    def test_is_found_wanting_while_something_is_left(self):
        person = Person()
        assert traces(person, dump())
        assert list(left_of_the_erased()) == []

    def test_leaves_what_is_stored_in_order(self):
        person = Person()
        asked_and_swept(person)
        run_effects(clock=timezone.now)
        out = io.StringIO()
        call_command("verify_matches", stdout=out, stderr=out)
        call_command("check_invariants", stdout=out, stderr=out)
        assert "no violation" in out.getvalue()

    def test_ends_resigns_hands_over_and_calls_off(self):
        person = Person()
        asked_and_swept(person)
        status = dict(Match.objects.values_list("public_id", "status"))
        told = {str(match_id): value for match_id, value in status.items()}
        assert told[person.over] == told[person.of_two] == "finished"
        assert Match.objects.get(public_id=person.of_two).termination == "resigned"
        assert told[person.of_four] == "active"
        seat = Match.objects.get(public_id=person.of_four).seats.get(player=person.player)
        assert (seat.status, bool(seat.substitute)) == ("resigned", True)
        assert {told[offer] for offer in (*person.offers, person.invitation)} == {"cancelled"}

    def test_shows_the_others_a_name_that_says_nothing(self):
        person = Person()
        moves = person.others[0].moves(person.of_two)
        asked_and_swept(person)
        view = person.others[0].look(person.of_two)
        (shown,) = (
            seat["player"]
            for seat in view["seats"]
            if seat["player"] and seat["player"]["id"] == person.caller.id
        )
        assert shown["username"].startswith("deleted-")
        assert shown["display_name"] == shown["username"]
        assert person.others[0].moves(person.of_two) == moves

    def test_keeps_what_is_about_others_without_its_words(self):
        person = Person()
        asked_and_swept(person)
        assert sorted(Report.objects.values_list("reason", "text")) == [("other", "")] * 2
        assert AuditEntry.objects.get().reason == "(erased)"
        assert Remark.objects.get().text == ""
        assert not Plan.objects.filter(match__public_id=person.of_two).exists()

    def test_closes_every_way_in(self):
        person = Person()
        asked_and_swept(person)
        refused(person.caller.get("/me"), 401, "invalid_token")
        body = {name: WORDS[name] for name in ("username", "password")}
        refused(person.caller.post("/auth/login", body), 401, "invalid_credentials")

    def test_cancels_what_is_owed(self):
        person = Person()
        asked_and_swept(person)
        assert not Effect.objects.filter(done_at=None, payload__player=person.player.pk).exists()

    def test_leaves_a_feed_without_events_and_without_a_gap(self):
        person = Person()
        asked_and_swept(person)
        feed = Feed.objects.get(player=person.player)
        assert feed.oldest_seq == feed.last_seq + 1
        assert not FeedEvent.objects.filter(player=person.player).exists()

    def test_runs_twice_and_changes_nothing_again(self):
        person = Person()
        asked_and_swept(person)
        once = dump()
        assert erase(player_id=person.player.pk, now=timezone.now()) is False
        assert sweep_deletions(now=timezone.now()) == 0
        assert dump() == once

    def test_goes_on_where_it_was_stopped(self, monkeypatch):
        person = Person()
        with monkeypatch.context() as patch:
            patch.setattr("players.services.erasure._become_nobody", _stop)
            good(person.caller.post("/me/deletion", {"password": WORDS["password"]}), 202)
            assert sweep_deletions(now=timezone.now()) == 0
        assert Player.objects.get(pk=person.player.pk).username == WORDS["username"]
        assert Deletion.objects.get().done_at is None
        assert sweep_deletions(now=timezone.now()) == 1
        assert traces(person, dump()) == []


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
class TestAnErasureOnAServer:
    def test_leaves_no_trace_in_postgresql_redis_and_log(self, log):
        check_nothing_is_left(log)


def _stop(*_what):
    raise RuntimeError("the power went out")
