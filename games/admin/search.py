"""Find matches by what a person has at hand: an id, its first eight digits, a username."""

import re
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Seat

__all__ = ["matches_of"]

_HEX = re.compile(r"[0-9a-f]+")
_SHORT, _WHOLE = 8, 32


def matches_of(term: str, *, at: str = "") -> Q:
    """Select by a search term; `at` is the path to the match, such as "match__".

    Every word must fit. A word fits by id (whole, or its first eight digits) or by the username of
    somebody seated.
    """
    chosen = Q()
    for word in term.split():
        chosen &= _by_id(word, at) | Q(Exists(_seats_of(word, at)))
    return chosen


def _by_id(word: str, at: str) -> Q:
    digits = word.lower().replace("-", "")
    if not _HEX.fullmatch(digits) or len(digits) not in (_SHORT, _WHOLE):
        return Q(pk__in=[])
    # A range, not a prefix: it is the same on every database, and the index serves it.
    first, last = UUID(digits.ljust(_WHOLE, "0")), UUID(digits.ljust(_WHOLE, "f"))
    return Q(**{f"{at}public_id__range": (first, last)})


def _seats_of(word: str, at: str) -> QuerySet[Seat]:
    own_key = "match_id" if at else "pk"
    return Seat.objects.filter(match=OuterRef(own_key), player__username__icontains=word)
