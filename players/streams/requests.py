"""Read what is asked for, and know who asks: all that needs the database or Django."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse, QueryDict
from django.utils import translation
from rest_framework.exceptions import MethodNotAllowed

from players import queries
from players.api.authentication import bearer_secret
from players.api.event_wire import EventsQuery, StreamQuery, event_page
from players.errors import InvalidToken
from players.services import note_use
from scopa_site import time
from scopa_site.api.clients import refuse_old_client
from scopa_site.api.errors import NotAuthenticated
from scopa_site.api.languages import DEFAULT_LANGUAGE, accepted_language
from scopa_site.api.limits import spend
from scopa_site.api.problems import INTERNAL_ERROR, exception_handler, problem_response
from scopa_site.api.rendering import answer
from scopa_site.api.scopes import refuse_without_scope

__all__ = ["Admitted", "Asked", "admit", "page_answer", "refuse"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, as far as it matters here."""

    query: bytes
    authorization: str
    language: str
    last_event_id: str
    client: str

    @classmethod
    def of(cls, query: bytes, headers: Iterable[tuple[bytes, bytes]]) -> "Asked":
        """Pick what matters from a request."""
        found = {name: value.decode("latin-1") for name, value in headers}
        return cls(
            query,
            found.get(b"authorization", ""),
            found.get(b"accept-language", ""),
            found.get(b"last-event-id", ""),
            found.get(b"scopa-client", ""),
        )


@dataclass(frozen=True, slots=True)
class Admitted:
    """Somebody known, and the first events after their cursor."""

    player_id: int
    digest: str
    page: queries.Page
    limit: int
    wait: int


def admit(asked: Asked, *, is_stream: bool) -> Admitted:
    """Return who asks and what there is for them already. Raises what a view would raise."""
    refuse_old_client(asked.client)
    secret = bearer_secret(asked.authorization)
    if secret is None:
        raise NotAuthenticated
    caller = queries.caller_for_token(secret)
    if caller is None:
        raise InvalidToken
    note_use(caller)
    route = "events-stream" if is_stream else "events"
    refuse_without_scope(caller.scopes, route=route, method="GET")
    player = caller.player
    spend("read_per_player", player.counted_as)
    wanted: dict[str, Any] = {"limit": 100, "wait": 0}
    wanted |= (StreamQuery if is_stream else EventsQuery).parse_query(QueryDict(asked.query))
    given = asked.last_event_id if is_stream else ""
    cursor = queries.starting_cursor(player.pk, given or wanted.get("cursor"))
    page = queries.events_after(player.pk, cursor, wanted["limit"])
    return Admitted(player.pk, queries.digest_of(secret), page, wanted["limit"], wanted["wait"])


def page_answer(page: queries.Page) -> HttpResponse:
    """Answer with a page of events."""
    return _finished(answer(event_page(page.events, page.cursor, server_time=time.now())), "en")


def refuse(asked: Asked, exc: Exception) -> HttpResponse:
    """Answer for what was raised, in the language of the client."""
    language = accepted_language(asked.language) or DEFAULT_LANGUAGE
    with translation.override(language):
        response = exception_handler(exc, {})
        if response is None:
            logger.error("a request for events failed", exc_info=exc)
            response = problem_response(INTERNAL_ERROR)
        if isinstance(exc, MethodNotAllowed):
            response["Allow"] = "GET"
        return _finished(response, language)


def _finished(response: HttpResponse, language: str) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    response["Vary"] = "Authorization, Accept-Language"
    response["Content-Language"] = language
    return response
