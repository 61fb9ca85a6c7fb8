"""Describe the calls about matches for the OpenAPI document."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
)

from games import errors
from games.api.life_calls import LIFE_CALLS
from games.api.lobby_calls import LOBBY_CALLS
from games.api.rating_calls import RATING_CALLS
from games.api.sandbox_calls import SANDBOX_CALLS
from games.rule_texts import RULE_TITLES
from players.errors import PlayerNotFound

__all__ = ["CALLS", "operation"]

Handler = TypeVar("Handler", bound=Callable[..., Any])

_PROBLEM = {"$ref": "#/components/schemas/Problem"}
_MATCH_ID = OpenApiParameter(
    "match_id", OpenApiTypes.UUID, OpenApiParameter.PATH, description="The `id` of a match."
)
_RULES = tuple(code for code in RULE_TITLES if code != errors.NotYourTurn.code)

# By operation: the codes with which it refuses, besides those that every call has.
CALLS: Mapping[str, Mapping[int, tuple[str, ...]]] = {
    "listPresets": {},
    "getRulesSchema": {},
    "validateRules": {422: (errors.UnknownPreset.code, errors.InvalidRules.code)},
    "listDecks": {},
    "getMatch": {},
    "playMove": {
        409: (
            errors.StalePosition.code,
            errors.NotYourTurn.code,
            errors.SeatHandedOver.code,
            errors.TurnExpired.code,
            errors.MatchFinished.code,
            errors.MatchNotStarted.code,
            errors.MatchCancelled.code,
        ),
        422: (errors.NotSeated.code, *_RULES),
    },
    "listMoves": {},
    "getRecord": {},
    "getPlayerChart": {404: (PlayerNotFound.code,)},
    **LIFE_CALLS,
    **LOBBY_CALLS,
    **RATING_CALLS,
    **SANDBOX_CALLS,
}


def operation(
    operation_id: str,
    *,
    ok: Mapping[Any, Any],
    request: Any = None,
    tag: str = "matches",
    of_one_match: bool = True,
    tagged: bool = False,
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[Handler], Handler]:
    """Describe a handler: its body, its good answers, and the codes with which it refuses.

    `ok` is by status, or by status and media type. `tagged`: the answer carries an ETag, and is 304
    where the caller has it.

    The summary and the description are the handler's docstring.
    """
    responses: dict[Any, Any] = dict(ok)
    if tagged:
        responses[304] = OpenApiResponse(description="What you have still holds.")
    for status, refusals in CALLS[operation_id].items():
        responses[status, "application/problem+json"] = OpenApiResponse(
            _PROBLEM, description=_listed(refusals)
        )
    return extend_schema(
        operation_id=operation_id,
        tags=[tag],
        request=request,
        responses=responses,
        parameters=[_MATCH_ID] if of_one_match else [],
        examples=list(examples),
    )


def _listed(refusals: Iterable[str]) -> str:
    return "The `code` is one of: " + ", ".join(f"`{code}`" for code in refusals) + "."
