"""Count an attempt in one atomic step, exact under any concurrency."""

import logging
import time
from datetime import datetime
from functools import cache
from typing import Final

import redis
from django.conf import settings
from django.core.cache import cache as memory
from django.db import connection
from redis.backoff import NoBackoff
from redis.retry import Retry

from scopa_site.counting.models import AttemptCount

__all__ = ["CountersAway", "ask_again", "count", "count_in_database", "forget_counts"]

logger = logging.getLogger(__name__)

_TIMEOUT_SECONDS: Final = 0.5
# Redis that did not answer is left alone for so long: no request waits for it meanwhile.
_REST_SECONDS: Final = 5.0
_BATCH: Final = 5_000
_UPSERT: Final = (
    "INSERT INTO scopa_site_attemptcount (name, count, ends_at) VALUES (%s, 1, %s)"
    " ON CONFLICT (name) DO UPDATE SET count = scopa_site_attemptcount.count + 1 RETURNING count"
)


class CountersAway(Exception):
    """Raised while Redis, which holds the counters, does not answer."""


_away_until = 0.0


def count(name: str, *, seconds: int) -> int:
    """Add one to the counter of that name and return it; it is forgotten after some seconds.

    Raises CountersAway. Without Redis the service is one process, whose memory counts.
    """
    key = memory.make_key(f"limit:{name}")
    if settings.REDIS_URL:
        return _count_in_redis(key, seconds)
    memory.add(key, 0, timeout=seconds)
    return memory.incr(key)


def ask_again() -> None:
    """Ask Redis at once, even if it has just been away."""
    global _away_until
    _away_until = 0.0


def _count_in_redis(key: str, seconds: int) -> int:
    global _away_until
    if time.monotonic() < _away_until:
        raise CountersAway
    try:
        with _client(settings.REDIS_URL).pipeline() as pipe:
            pipe.incr(key)
            pipe.expire(key, seconds)
            return int(pipe.execute()[0])
    except (redis.RedisError, OSError) as exc:
        _away_until = time.monotonic() + _REST_SECONDS
        logger.warning(
            "Redis does not count attempts; it is asked again in %s s", _REST_SECONDS, exc_info=True
        )
        raise CountersAway from exc


@cache
def _client(url: str) -> redis.Redis:
    # Once more at once after a connection that a restart of Redis has cut, and no more than that:
    # a request waits. Never after a timeout, when the attempt may have been counted.
    retry = Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))
    return redis.Redis.from_url(
        url, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS, retry=retry
    )


def count_in_database(name: str, *, ends_at: datetime) -> int:
    """Add one to the counter of that name in the database and return it.

    Outside a transaction, or the count is lost with it.
    """
    ends = connection.ops.adapt_datetimefield_value(ends_at)
    with connection.cursor() as cursor:
        cursor.execute(_UPSERT, [name, ends])
        return int(cursor.fetchone()[0])


def forget_counts(*, now: datetime) -> int:
    """Delete some counts of windows that are over; return how many. 0 means that none is left."""
    old = AttemptCount.objects.filter(ends_at__lt=now).order_by("ends_at")
    batch = list(old.values_list("pk", flat=True)[:_BATCH])
    deleted, _rows = AttemptCount.objects.filter(pk__in=batch).delete()
    return deleted
