"""How many matches a player may have open at once."""

from collections.abc import Iterable

from django.conf import settings

from games.errors import TooManyOpenMatches
from games.queries import count_open_matches
from players.services import lock_feeds

__all__ = ["make_room"]


def make_room(player_id: int, *, table: Iterable[int | None], match_pk: int | None = None) -> None:
    """Refuse a player who has as many open matches as anyone may; else nobody can fill the place.

    It holds the feeds of the player and of all at the `table` until the transaction ends. Those
    are the locks that telling them takes: taken at once and in one order here, they serialise the
    count without a lock of its own. A match is locked before.

    Raises TooManyOpenMatches.
    """
    lock_feeds({player_id, *(each for each in table if each is not None)})
    limit = settings.SCOPA_MAX_OPEN_MATCHES
    if count_open_matches(player_id, besides=match_pk) >= limit:
        raise TooManyOpenMatches(limit=limit)
