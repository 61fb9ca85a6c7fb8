"""Clocks over HTTP: those that have a name, and whether another can run."""

from functools import cache
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.clock_components import ClockList, ValidateClock, ValidClock
from games.api.operations import operation
from games.clock import CLOCKS, DEFAULT_CLOCK, Clock, encode_clock, promise
from games.clock_choice import clock_asked_for
from scopa_site.api.languages import active_language
from scopa_site.api.rendering import answer
from scopa_site.api.views import ApiView

__all__ = ["ClockListView", "ValidateClockView"]


class ClockListView(ApiView):
    """GET /clocks."""

    public = True

    @operation("listClocks", ok={200: ClockList}, tag="clocks", of_one_match=False)
    def get(self, request: Request) -> HttpResponse:
        """List the clocks that a match can be played by.

        All of them on one page. `POST /matches` takes the slug of one as `clock`, and what differs
        from it as `clock_rules`.
        """
        return answer({"items": _items(active_language()), "next_cursor": None})


class ValidateClockView(ApiView):
    """POST /clocks/validate."""

    public = True

    @operation(
        "validateClock",
        request=ValidateClock,
        ok={200: ValidClock},
        tag="clocks",
        of_one_match=False,
    )
    def post(self, request: Request) -> HttpResponse:
        """Resolve a clock and what is changed of it, or say what cannot run and why.

        Nothing is stored. The same clock is accepted by `POST /matches`.
        """
        body = ValidateClock.parse(request.data)
        clock = clock_asked_for(body["clock"], body.get("clock_rules", {}))
        return answer({"valid": True, **_told(clock)})


@cache
def _items(language: str) -> list[dict[str, Any]]:
    """Describe every clock in "it" or "en". The list is shared: read only."""
    return [
        {
            "slug": slug,
            "label": named.label[language],
            "description": named.description[language],
            "is_default": slug == DEFAULT_CLOCK,
            **_told(named.clock),
        }
        for slug, named in CLOCKS.items()
    ]


def _told(clock: Clock) -> dict[str, Any]:
    steady = promise(clock)
    return {
        "promise_s": None if steady is None else int(steady.total_seconds()),
        "rules": encode_clock(clock),
    }
