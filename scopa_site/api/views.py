"""The parent of every API view."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property, partial
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scopa_site import time
from scopa_site.api.clients import CLIENT_HEADER, refuse_old_client
from scopa_site.api.errors import NotAuthenticated
from scopa_site.api.fields import NO_PARAMETERS, QuerySerializer
from scopa_site.api.idempotency import answer_once, idempotency_key
from scopa_site.api.languages import DEFAULT_LANGUAGE, accepted_language
from scopa_site.api.limits import client_address, spend
from scopa_site.api.parser import StrictJSONParser, read_json
from scopa_site.api.problems import exception_handler
from scopa_site.api.schema import ApiSchema
from scopa_site.api.scopes import refuse_without_scope

__all__ = ["ApiRequest", "ApiView"]

_RENDERER = JSONRenderer()
_SAFE = {"GET", "HEAD"}


class ApiRequest(Request):
    """A request whose body is strict JSON, whatever it says it is."""

    # Set by an authentication that has read the clock on its way, and knows the token.
    arrived_at: datetime | None = None
    read_at: datetime | None = None
    token_id: UUID | None = None
    scopes: frozenset[str] | None = None  # None: all

    _json: dict[str, Any] | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The object in the body, `{}` for an empty one, read once."""
        if self._json is None:
            self._json = read_json(self._request)
        return self._json


class ApiView(APIView):
    """Parse, one call, render: what every call of the API has in common.

    A handler reads `request.data` (through a StrictSerializer), `self.parameters`, and who calls
    (`self.player_id`) and when (`self.arrived_at`), calls one service or query, and returns
    `rendering.answer(...)`. What it raises becomes a problem document. Answers are JSON whatever
    the client accepts, and are never stored, but for those that `rendering.answer_tagged` makes.

    A POST that asks for a token may carry an Idempotency-Key; see `scopa_site.api.idempotency`.

    `public` views ask for no token and read none, nor an Idempotency-Key; who does not read one for
    another reason says so by `takes_key`. What a personal token may do is said by its scopes; see
    `scopa_site.api.scopes`. Views that answer with a secret say so by `answers_secret`, so that it
    is kept sealed. `query` names the parameters that each method
    takes; any other is refused. `counted` names, by method, the limit that a request counts for in
    place of the general one; None for none. In place of the REST framework's own steps (content
    negotiation, versions, permissions, throttles) there is only what is used: this is the path of
    every move.
    """

    public: ClassVar[bool] = False
    takes_key: ClassVar[bool] = True
    answers_secret: ClassVar[bool] = False
    query: ClassVar[Mapping[str, type[QuerySerializer]]] = {}
    counted: ClassVar[Mapping[str, str | None]] = {}
    serves_old_clients: ClassVar[bool] = False

    http_method_names = ["get", "post", "put", "patch", "delete", "head"]
    renderer_classes = [JSONRenderer]
    parser_classes = [StrictJSONParser]
    schema = ApiSchema()

    parameters: dict[str, Any]
    player_id: int
    counted_as: str  # the key of the player in counts of requests
    token_id: UUID
    request: ApiRequest

    @cached_property
    def arrived_at(self) -> datetime:
        """The instant at which the request arrived, by the clock that decides on deadlines.

        A view that asks for a token has it from before its handler, a public one from when it is
        first read.
        """
        return time.now()

    @property
    def site_time(self) -> datetime:
        """That instant by the clock of the site, by which tokens live in every sandbox too."""
        return self.request.read_at or self.arrived_at

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer one request in the language of its client."""
        self.args, self.kwargs = args, kwargs
        self.request = ApiRequest(request, authenticators=self.get_authenticators())
        wanted = accepted_language(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
        with translation.override(wanted or DEFAULT_LANGUAGE):
            try:
                response = self._answered(wanted)
            except Exception as exc:  # noqa: BLE001  # one mapping decides; the rest is raised again
                response = self._refused(exc)
            return self._finished(response)

    def _answered(self, wanted: str | None) -> HttpResponse:
        method = self.request.method or ""
        name = method.lower()
        handler = getattr(self, name, None) if name in self.http_method_names else None
        if handler is None:
            raise MethodNotAllowed(method)
        if not self.serves_old_clients:
            refuse_old_client(self.request.META.get(CLIENT_HEADER, ""))
        if not self.public:
            self._authenticate(wanted)
        self._count(method)
        self._refuse_without_scope(method)
        declared = self.query.get("GET" if method == "HEAD" else method, NO_PARAMETERS)
        self.parameters = declared.parse_query(self.request.GET)
        keyed = method == "POST" and self.takes_key and not self.public
        key = idempotency_key(self.request) if keyed else None
        if key is None:
            return self._handled(handler)
        return answer_once(
            partial(self._handled, handler),
            self.request,
            owner_id=self.player_id,
            key=key,
            now=self.site_time,
            seal=str(self.request.auth) if self.answers_secret else None,
        )

    def _handled(self, handler: Callable[..., HttpResponse]) -> HttpResponse:
        return self._rendered(handler(self.request, *self.args, **self.kwargs))

    def _authenticate(self, wanted: str | None) -> None:
        player: Any = self.request.user  # the settings say whose; this layer knows no players
        if self.request.auth is None:
            raise NotAuthenticated
        self.player_id, self.counted_as = player.pk, player.counted_as
        if self.request.token_id is not None:
            self.token_id = self.request.token_id
        # Read before anything can be waited for.
        self.arrived_at = self.request.arrived_at or time.now()
        if wanted is None:
            translation.activate(player.language)

    def _count(self, method: str) -> None:
        """Count the request before anything of it is read. Raises TooManyRequests."""
        general = "read_per_player" if method in _SAFE else "write_per_player"
        asked = "GET" if method == "HEAD" else method
        scope = self.counted.get(asked, "public_per_ip" if self.public else general)
        if scope is not None:
            spend(scope, client_address(self.request) if self.public else self.counted_as)

    def _refuse_without_scope(self, method: str) -> None:
        match = self.request.resolver_match
        route = None if match is None else match.url_name
        refuse_without_scope(self.request.scopes, route=route, method=method)

    def _refused(self, exc: Exception) -> HttpResponse:
        response = exception_handler(exc, {"view": self, "request": self.request})
        if response is None:
            raise exc
        if isinstance(exc, MethodNotAllowed):
            response["Allow"] = ", ".join(self.allowed_methods)
        return response

    def _rendered(self, response: HttpResponse) -> HttpResponse:
        if isinstance(response, Response):
            # Rendered here and now: texts are translated in the language that is active here.
            response.accepted_renderer = _RENDERER
            response.accepted_media_type = _RENDERER.media_type
            response.renderer_context = {}  # type: ignore[attr-defined]  # set by the framework too
            response.render()
        return response

    def _finished(self, response: HttpResponse) -> HttpResponse:
        response.setdefault("Cache-Control", "no-store")
        response["Vary"] = "Authorization, Accept-Language"
        response["Content-Language"] = translation.get_language()
        return response

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Return nothing for a public view: a stale token must not keep anybody from logging in."""
        return [] if self.public else super().get_authenticators()
