"""Count attempts, and refuse those beyond a limit."""

import hashlib
import ipaddress
import logging
import math
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from scopa_site.api.errors import TooManyRequests

__all__ = ["client_address", "hit", "spend"]

logger = logging.getLogger(__name__)


def spend(scope: str, key: str) -> None:
    """Count an attempt against the limit that the setting SCOPA_LIMITS has for `scope`.

    Raises TooManyRequests.
    """
    limit, per_seconds = settings.SCOPA_LIMITS[scope]
    hit(scope, key, limit, per_seconds)


def hit(scope: str, key: str, limit: int, per_seconds: int) -> None:
    """Count an attempt; raise TooManyRequests beyond `limit` of them in a window of `per_seconds`.

    Windows are fixed, so the count is one atomic step and exact under any concurrency, on the
    caches that count atomically (local memory, Redis). A cache that does not answer lets all
    through, with a line in the log: nobody is locked out by a failure of ours.
    """
    now = time.time()
    window = int(now // per_seconds)
    name = hashlib.sha256(f"{scope}\0{key}\0{window}".encode()).hexdigest()
    try:
        # Kept for two windows, so it cannot expire between the two steps.
        cache.add(f"limit:{name}", 0, timeout=2 * per_seconds)
        count = cache.incr(f"limit:{name}")
    except Exception:  # each cache fails in its own way, and all mean the same here
        logger.warning("the cache did not count an attempt of %s", scope, exc_info=True)
        return
    if count > limit:
        raise TooManyRequests(seconds=max(1, math.ceil((window + 1) * per_seconds - now)))


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
