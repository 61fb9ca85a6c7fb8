"""With what the calls about ratings refuse."""

from collections.abc import Mapping

from games import errors

__all__ = ["RATING_CALLS"]

RATING_CALLS: Mapping[str, Mapping[int, tuple[str, ...]]] = {
    "listMyRatings": {},
    "getMyRating": {404: (errors.UnknownFamily.code,)},
    "getLeaderboard": {404: (errors.UnknownFamily.code,)},
}
