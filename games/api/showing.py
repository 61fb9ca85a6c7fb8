"""Answer with a match as its caller may see it."""

from django.http import HttpResponse

from games.api.render import match_view
from games.records import MatchRecord
from scopa_site.api.rendering import answer_tagged
from scopa_site.api.views import ApiView

__all__ = ["match_shown"]


def match_shown(view: ApiView, record: MatchRecord, status: int = 200) -> HttpResponse:
    """Show a match to whoever calls, as of when the call arrived; with the tag of that answer."""
    data = match_view(record, view.player_id, view.arrived_at)
    return answer_tagged(view.request, data, status)
