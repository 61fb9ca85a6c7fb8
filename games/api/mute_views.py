"""Whether one is told of a match beside the API."""

from django.http import HttpResponse
from rest_framework.request import Request

from games import services
from games.api.operations import operation
from games.api.reading import match_id_of
from scopa_site.api.fields import EmptyBody
from scopa_site.api.rendering import no_content
from scopa_site.api.views import ApiView

__all__ = ["MuteMatchView"]


class MuteMatchView(ApiView):
    """PUT and DELETE /matches/{match_id}/mute."""

    @operation("muteMatch", ok={204: None})
    def put(self, request: Request, match_id: str) -> HttpResponse:
        """Be sent no push, mail or webhook about a match any more. The inbox still tells of it."""
        EmptyBody.parse(request.data)
        services.mute_match(
            match_id=match_id_of(match_id), player_id=self.player_id, now=self.arrived_at
        )
        return no_content()

    @operation("unmuteMatch", ok={204: None})
    def delete(self, request: Request, match_id: str) -> HttpResponse:
        """Be sent what there is about a match again."""
        EmptyBody.parse(request.data)
        services.unmute_match(match_id=match_id_of(match_id), player_id=self.player_id)
        return no_content()
