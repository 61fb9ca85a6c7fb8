"""With which codes the calls beside the cards refuse, for the OpenAPI document."""

from collections.abc import Mapping
from typing import Final

from games import errors
from scopa_site.api.errors import TooManyRequests

__all__ = ["LIFE_CALLS"]

_CLOSED = (
    errors.MatchFinished.code,
    errors.MatchNotStarted.code,
    errors.MatchCancelled.code,
)
_AWAY = errors.SeatHandedOver.code
_COUNTED: Final = {429: (TooManyRequests.code,)}
_SEATED: Final = {422: (errors.NotSeated.code,)}

# By operation, as in `operations.CALLS`.
LIFE_CALLS: Final[Mapping[str, Mapping[int, tuple[str, ...]]]] = {
    "resignMatch": {409: (*_CLOSED, _AWAY), **_SEATED},
    "abortMatch": {409: (*_CLOSED, errors.AlreadyPlayed.code), **_SEATED},
    "claimTimeout": {409: (*_CLOSED, errors.NothingToClaim.code), **_SEATED},
    "returnToSeat": {
        409: (*_CLOSED, errors.NotSubstituted.code, errors.TurnBeingPlayed.code),
        **_SEATED,
    },
    "askPause": {
        409: (
            *_CLOSED,
            _AWAY,
            errors.AlreadyPaused.code,
            errors.PauseAlreadyAsked.code,
            errors.NoPausesLeft.code,
        ),
        422: (errors.NotSeated.code, errors.InvalidPause.code),
        **_COUNTED,
    },
    "acceptPause": {
        409: (*_CLOSED, _AWAY, errors.NoPauseAsked.code, errors.AlreadyAgreed.code),
        **_SEATED,
    },
    "refusePause": {409: (*_CLOSED, _AWAY, errors.NoPauseAsked.code), **_SEATED},
    "resumeMatch": {409: (*_CLOSED, _AWAY, errors.NotPaused.code), **_SEATED},
    "getPlan": {**_SEATED},
    "putPlan": {
        409: (*_CLOSED, _AWAY, errors.OwnTurn.code),
        422: (errors.NotSeated.code, errors.InvalidPlan.code),
    },
    "deletePlan": {**_SEATED},
    "listLog": {},
    "muteMatch": {**_SEATED},
    "unmuteMatch": {**_SEATED},
    "getHoliday": {},
    "putHoliday": {
        409: (errors.HolidayBegun.code,),
        422: (errors.InvalidHoliday.code,),
        **_COUNTED,
    },
    "deleteHoliday": {**_COUNTED},
}
