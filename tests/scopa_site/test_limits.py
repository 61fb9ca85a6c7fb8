"""A limit is exact, whoever comes at the same time, and says when to come again."""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings as given
from django.db import connection
from django.utils import translation

from scopa_site.api.errors import TooManyRequests, Unavailable
from scopa_site.api.limits import client_address, hit, spend
from scopa_site.counting import counters
from scopa_site.counting.counters import ask_again, count_in_database, forget_counts
from scopa_site.counting.models import AttemptCount
from scopa_site.limit_settings import LIMITS
from scopa_site.transactions import enclosing_transaction
from tests.concurrency.crowd import all_at_once

NOWHERE = "redis://127.0.0.1:1/0"
CROWD = 60


def allowed(limit, key):
    """Let a crowd hit at once; return how many were let through."""
    start = Barrier(CROWD)

    def attempt(_number):
        start.wait()
        try:
            hit("tests", key, limit, 3600)
        except TooManyRequests:
            return 0
        return 1

    with ThreadPoolExecutor(CROWD) as crowd, time_machine.travel(1_800_000_000, tick=False):
        return sum(crowd.map(attempt, range(CROWD)))


class TestHit:
    @pytest.mark.parametrize("limit", [1, 10, 59, 60])
    def test_is_exact_in_a_crowd_on_local_memory(self, limit, settings):
        settings.REDIS_URL = ""
        settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
        assert allowed(limit, uuid4().hex) == limit

    @pytest.mark.redis
    @pytest.mark.parametrize("limit", [1, 10, 59, 60])
    def test_is_exact_in_a_crowd_on_redis(self, limit):
        assert given.REDIS_URL
        assert allowed(limit, uuid4().hex) == limit

    def test_says_when_the_window_ends_and_which_limit_it_is(self):
        key = uuid4().hex
        with time_machine.travel(1_800_000_000 + 18.4, tick=False):  # a multiple of 60, and 18.4
            hit("tests", key, 1, 60)
            with pytest.raises(TooManyRequests) as refusal:
                hit("tests", key, 1, 60)
        assert refusal.value.retry_after == 42
        assert refusal.value.members() == {"scope": "tests"}

    def test_lets_through_again_in_the_next_window(self):
        key = uuid4().hex
        with time_machine.travel(1_800_000_000, tick=False) as clock:
            hit("tests", key, 1, 60)
            clock.shift(59.9)
            with pytest.raises(TooManyRequests):
                hit("tests", key, 1, 60)
            clock.shift(0.1)
            hit("tests", key, 1, 60)

    @pytest.mark.usefixtures("one_window")
    def test_counts_each_key_and_each_scope_apart(self):
        key, other = uuid4().hex, uuid4().hex
        hit("tests", key, 1, 3600)
        hit("tests", other, 1, 3600)
        hit("other tests", key, 1, 3600)

    def test_takes_any_text_as_a_key(self):
        for key in ("", "è ♠\n\0 " * 1000):
            hit("tests", f"{uuid4()}{key}", 1, 3600)

    @pytest.mark.usefixtures("one_window")
    def test_forgets_no_counter_because_somebody_makes_many(self, settings):
        settings.REDIS_URL = ""
        key = uuid4().hex
        hit("tests", key, 1, 3600)
        for number in range(2_000):
            hit("others", str(number), 1, 3600)
        with pytest.raises(TooManyRequests):
            hit("tests", key, 1, 3600)


class TestWhileTheCountersAreAway:
    def test_lets_all_through_and_says_so_once(self, settings, caplog):
        settings.REDIS_URL = NOWHERE
        with caplog.at_level(logging.WARNING):
            for _attempt in range(3):
                hit("tests", "anna", 1, 60)
        assert caplog.text.count("does not count") == 1
        assert "anna" not in caplog.text

    def test_asks_for_them_again_after_a_while(self, settings, caplog, monkeypatch):
        settings.REDIS_URL = NOWHERE
        monkeypatch.setattr(counters, "_REST_SECONDS", 0.05)
        hit("tests", "anna", 1, 60)
        time.sleep(0.06)
        hit("tests", "anna", 1, 60)
        assert caplog.text.count("does not count") == 2

    @pytest.mark.django_db
    @pytest.mark.usefixtures("one_window")
    def test_counts_what_is_closed_in_the_database(self, settings):
        settings.REDIS_URL = NOWHERE
        for _attempt in range(3):
            hit("tests", "anna", 3, 3600, is_closed=True)
        with pytest.raises(TooManyRequests):
            hit("tests", "anna", 3, 3600, is_closed=True)
        assert "anna" not in AttemptCount.objects.get().name

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("limit", [1, 10, 59])
    def test_is_exact_in_a_crowd_in_the_database(self, limit, settings):
        settings.REDIS_URL = NOWHERE
        with time_machine.travel(1_800_000_000, tick=False):
            answers = all_at_once([lambda: hit("tests", "a", limit, 3600, is_closed=True)] * CROWD)
        assert answers.count(None) == limit
        assert {type(each) for each in answers} == {type(None), TooManyRequests}

    @pytest.mark.django_db(transaction=True)
    def test_refuses_what_is_closed_where_the_count_could_be_undone(self, settings):
        settings.REDIS_URL = NOWHERE
        with enclosing_transaction(), pytest.raises(Unavailable):
            hit("tests", "anna", 3, 3600, is_closed=True)
        assert not AttemptCount.objects.exists()

    def test_closes_whatever_is_guessed_or_begun_without_a_token(self):
        closed = {scope for scope, limit in LIMITS.items() if limit.is_closed}
        assert closed >= {scope for scope in LIMITS if scope.startswith(("login", "signup"))}
        assert "move_per_player" not in closed
        assert "read_per_player" not in closed


@pytest.mark.django_db
class TestCountsInTheDatabase:
    def test_are_forgotten_once_their_window_is_over(self):
        now = datetime(2027, 1, 1, tzinfo=UTC)
        count_in_database("over", ends_at=now - timedelta(seconds=1))
        count_in_database("runs", ends_at=now + timedelta(seconds=1))
        assert forget_counts(now=now) == 1
        assert forget_counts(now=now) == 0
        assert [row.name for row in AttemptCount.objects.all()] == ["runs"]

    def test_take_one_statement(self, django_assert_num_queries):
        ends = datetime(2027, 1, 1, tzinfo=UTC)
        assert count_in_database("a", ends_at=ends) == 1
        with django_assert_num_queries(1):
            assert count_in_database("a", ends_at=ends) == 2
        assert connection.vendor in {"sqlite", "postgresql"}


class TestSpend:
    @pytest.mark.usefixtures("one_window")
    def test_takes_the_limit_from_the_settings(self, settings):
        settings.SCOPA_LIMITS = {"tests": (2, 3600)}
        key = uuid4().hex
        spend("tests", key)
        spend("tests", key)
        with pytest.raises(TooManyRequests):
            spend("tests", key)

    def test_fails_loudly_for_a_limit_that_nobody_set(self, settings):
        settings.SCOPA_LIMITS = {}
        with pytest.raises(KeyError):
            spend("tests", "anna")

    def test_lets_all_through_where_limits_are_lifted(self, settings):
        settings.SCOPA_LIMITS = {"tests": (1, 3600)}
        settings.SCOPA_LIMITS_LIFTED = True
        for _attempt in range(3):
            spend("tests", "anna")

    @pytest.mark.django_db
    @pytest.mark.usefixtures("one_window")
    def test_closes_the_log_in_while_the_counters_are_away(self, settings):
        settings.REDIS_URL = NOWHERE
        settings.SCOPA_LIMITS = {"login_per_ip": (1, 3600), "move_per_player": (1, 3600)}
        spend("login_per_ip", "anna")
        with pytest.raises(TooManyRequests):
            spend("login_per_ip", "anna")
        for _move in range(3):
            spend("move_per_player", "anna")

    @pytest.mark.redis
    @pytest.mark.usefixtures("one_window")
    def test_counts_again_once_the_counters_are_back(self, settings):
        settings.SCOPA_LIMITS = {"tests": (1, 3600)}
        there, key = settings.REDIS_URL, uuid4().hex
        settings.REDIS_URL = NOWHERE
        spend("tests", key)
        settings.REDIS_URL = there
        spend("tests", key)  # Redis is left alone for a while
        ask_again()
        spend("tests", key)
        with pytest.raises(TooManyRequests):
            spend("tests", key)


class TestTheTable:
    def test_is_in_force_in_tests(self):
        assert given.SCOPA_LIMITS_LIFTED is False
        assert {scope: (each.allowed, each.seconds) for scope, each in LIMITS.items()} == (
            given.SCOPA_LIMITS
        )

    @pytest.mark.parametrize("scope", LIMITS)
    def test_says_in_both_languages_what_is_limited(self, scope):
        limit = LIMITS[scope]
        assert limit.allowed > 0
        assert limit.seconds in {60, 1800, 3600, 86400}
        with translation.override("it"):
            italian = str(limit.title)
        assert italian != str(limit.title)

    def test_names_each_limit_for_whom_it_is_counted(self):
        ends = {"player": "_per_player", "address": "_per_ip", "account": ""}
        for scope, limit in LIMITS.items():
            assert scope.endswith(ends[limit.per])


class TestClientAddress:
    @pytest.mark.parametrize(
        ("proxies", "forwarded", "address"),
        [
            (0, None, "10.0.0.1"),
            (0, "1.2.3.4", "10.0.0.1"),
            (1, None, "10.0.0.1"),
            (1, "1.2.3.4", "1.2.3.4"),
            (1, "6.6.6.6, 1.2.3.4", "1.2.3.4"),
            (2, "6.6.6.6, 1.2.3.4, 10.0.0.2", "1.2.3.4"),
            (2, "1.2.3.4", "1.2.3.4"),
            (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            (1, "::ffff:1.2.3.4", "1.2.3.4"),
            (1, "nonsense", "nonsense"),
        ],
    )
    def test_believes_only_our_own_proxies(self, proxies, forwarded, address, rf, settings):
        settings.NUM_PROXIES = proxies
        headers = {} if forwarded is None else {"x-forwarded-for": forwarded}
        request = rf.get("/", REMOTE_ADDR="10.0.0.1", headers=headers)
        assert client_address(request) == address
