"""Count attempts, and refuse those beyond a limit."""

import hashlib
import ipaddress
import math
import time
from datetime import UTC, datetime

from django.conf import settings
from django.http import HttpRequest

from scopa_site.api.errors import TooManyRequests, Unavailable
from scopa_site.counting.counters import CountersAway, count, count_in_database
from scopa_site.limit_settings import LIMITS
from scopa_site.transactions import is_enclosed

__all__ = ["client_address", "hit", "spend"]


def spend(scope: str, key: str) -> None:
    """Count an attempt against the limit that the setting SCOPA_LIMITS has for `scope`.

    Nothing is counted where the setting SCOPA_LIMITS_LIFTED says so. Raises what `hit` raises.
    """
    allowed, per_seconds = settings.SCOPA_LIMITS[scope]
    if settings.SCOPA_LIMITS_LIFTED:
        return
    known = LIMITS.get(scope)
    hit(scope, key, allowed, per_seconds, is_closed=known is not None and known.is_closed)


def hit(scope: str, key: str, limit: int, per_seconds: int, *, is_closed: bool = False) -> None:
    """Count an attempt; raise TooManyRequests beyond `limit` of them in a window of `per_seconds`.

    Windows are fixed, so the count is one atomic step and exact under any concurrency. While the
    counters are away all are let through: nobody is locked out by a failure of ours. Not so
    what `is_closed`, the guess of a password: it is counted in the database, and where a
    transaction runs that could undo the count it is refused with Unavailable.
    """
    now = time.time()
    window = int(now // per_seconds)
    ends = (window + 1) * per_seconds
    name = hashlib.sha256(f"{scope}\0{key}\0{window}".encode()).hexdigest()
    try:
        # Kept for two windows: clocks of two machines need not agree to the second.
        attempts = count(name, seconds=2 * per_seconds)
    except CountersAway:
        if not is_closed:
            return
        attempts = _counted_in_database(name, ends)
    if attempts > limit:
        raise TooManyRequests(seconds=max(1, math.ceil(ends - now)), scope=scope)


def _counted_in_database(name: str, ends: int) -> int:
    if is_enclosed():
        raise Unavailable
    return count_in_database(name, ends_at=datetime.fromtimestamp(ends, tz=UTC))


def client_address(request: HttpRequest) -> str:
    """Return the client's address, for counting.

    The setting NUM_PROXIES says how many proxies of ours stand in front: so many entries of
    X-Forwarded-For, from the right, are theirs; with none the header is a claim, and ignored.
    An IPv6 client owns a whole /64 and is counted as one.
    """
    address = request.META.get("REMOTE_ADDR", "")
    proxies = getattr(settings, "NUM_PROXIES", 0)
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR")
    if proxies and forwarded:
        hops = [hop.strip() for hop in forwarded.split(",")]
        address = hops[-min(proxies, len(hops))]
    return _network(address)


def _network(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((int(parsed), 64), strict=False))
    return str(parsed)
