"""The record of a match over HTTP, as data or as text."""

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from games import engine, queries
from games.api.operations import operation
from games.api.reading import caller_of, match_id_of
from games.api.record_components import Record
from scopa_site.api.rendering import answer
from scopa_site.api.views import ApiView

__all__ = ["RecordView"]

_JSON, _TEXT = "application/json", "text/plain"


class RecordView(ApiView):
    """GET /matches/{match_id}/record."""

    @operation("getRecord", ok={(200, _JSON): Record, (200, _TEXT): OpenApiTypes.STR})
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Write the match down, as JSON or, with `Accept: text/plain`, in the notation of its own.

        While it is played only what every seat has seen; the packs too once it is over.
        """
        game = queries.get_game_record(match_id=match_id_of(match_id), viewer_id=caller_of(request))
        if self._wanted() == _TEXT:
            text = engine.write_record(game)
            return HttpResponse(text, content_type=f"{_TEXT}; charset=utf-8")
        return answer(engine.encode_record(game))

    def _wanted(self) -> str | None:
        """Give the type that the client likes best; JSON where it has no preference."""
        return self.request._request.get_preferred_type([_JSON, _TEXT])  # noqa: SLF001  # Django's

    def _finished(self, response: HttpResponse) -> HttpResponse:
        finished = super()._finished(response)
        patch_vary_headers(finished, ["Accept"])
        return finished
