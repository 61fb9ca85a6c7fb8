"""A limit is exact, whoever comes at the same time."""

import logging
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import cache

from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import client_address, hit, spend

LOCAL = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
DEAD = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
}
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
        settings.CACHES = LOCAL
        assert allowed(limit, uuid4().hex) == limit

    @pytest.mark.redis
    @pytest.mark.parametrize("limit", [1, 10, 59, 60])
    def test_is_exact_in_a_crowd_on_redis(self, limit):
        assert type(cache._connections[cache._alias]).__name__ == "RedisCache"
        assert allowed(limit, uuid4().hex) == limit

    def test_says_when_the_window_ends(self):
        key = uuid4().hex
        with time_machine.travel(1_800_000_000 + 18.4, tick=False):  # a multiple of 60, and 18.4
            hit("tests", key, 1, 60)
            with pytest.raises(TooManyRequests) as refusal:
                hit("tests", key, 1, 60)
        assert refusal.value.retry_after == 42

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

    def test_lets_all_through_when_the_cache_is_away(self, settings, caplog):
        settings.CACHES = DEAD
        with caplog.at_level(logging.WARNING):
            for _attempt in range(3):
                hit("tests", "anna", 1, 60)
        assert caplog.text.count("did not count") == 3
        assert "anna" not in caplog.text.partition("Traceback")[0]


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
