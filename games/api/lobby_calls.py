"""With which codes the calls on the way to a seat refuse, for the OpenAPI document."""

from collections.abc import Mapping
from typing import Final

from games import errors
from players.errors import CursorUnknown
from scopa_site.api.errors import TooManyRequests

__all__ = ["LOBBY_CALLS"]

_NO_OFFER = (errors.MatchCancelled.code, errors.OfferExpired.code)
_NOT_BEFORE_THE_DEAL = (errors.MatchAlreadyStarted.code, *_NO_OFFER)
_FULL = errors.TooManyOpenMatches.code
_NO_TERMS = (
    errors.UnknownPreset.code,
    errors.InvalidRules.code,
    errors.UnknownClock.code,
    errors.InvalidClock.code,
    errors.CannotBeRated.code,
    errors.InvalidRatingBand.code,
    errors.RatingOutOfBand.code,
)
_NO_TABLE = (errors.MatchNotStarted.code, errors.MatchCancelled.code)
_SEATED: Final = {422: (errors.NotSeated.code,)}
_COUNTED: Final = {429: (TooManyRequests.code,)}

# By operation, as in `operations.CALLS`.
LOBBY_CALLS: Final[Mapping[str, Mapping[int, tuple[str, ...]]]] = {
    "listMatches": {},
    "createMatch": {409: (_FULL,), 422: (*_NO_TERMS, errors.InvalidSeats.code), **_COUNTED},
    "joinMatch": {
        409: (errors.SeatTaken.code, errors.AlreadySeated.code, *_NO_OFFER, _FULL),
        422: (errors.NoSuchSeat.code, errors.RatingOutOfBand.code),
    },
    "declineMatch": {409: _NOT_BEFORE_THE_DEAL, 422: (errors.NotInvited.code,)},
    "cancelMatch": {
        409: (*_NOT_BEFORE_THE_DEAL, errors.MatchFinished.code),
        422: (errors.NotCreator.code,),
    },
    "createLink": {
        409: _NOT_BEFORE_THE_DEAL,
        422: (errors.NotCreator.code, errors.NoSuchSeat.code, errors.NoLinkSeat.code),
    },
    "joinByCode": {
        404: (errors.LinkUnknown.code,),
        409: (
            errors.LinkUsed.code,
            errors.LinkExpired.code,
            errors.AlreadySeated.code,
            *_NOT_BEFORE_THE_DEAL,
            _FULL,
        ),
        **_COUNTED,
    },
    "quickMatch": {409: (_FULL,), 422: _NO_TERMS, **_COUNTED},
    "askRematch": {
        409: (errors.MatchNotFinished.code, errors.NoRematch.code, _FULL),
        **_SEATED,
        **_COUNTED,
    },
    "listDeclineReasons": {},
    "listReactions": {},
    "sayPhrase": {409: (errors.TableIsSilent.code, *_NO_TABLE), **_SEATED, **_COUNTED},
    "listMessages": {**_SEATED},
    "writeMessage": {409: (errors.TalkNotNow.code, *_NO_TABLE), **_SEATED, **_COUNTED},
    "syncMatches": {400: (CursorUnknown.code,)},
    "getSummary": {},
    "listClocks": {},
    "validateClock": {422: (errors.UnknownClock.code, errors.InvalidClock.code)},
}
