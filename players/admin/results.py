"""Look at the results that count, and let one count no more."""

from collections.abc import Sequence
from typing import Any, Final

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.admin import TabularInline

from players.admin.audit import RecordAsHistory
from players.admin.deeds import Deed, deed_page
from players.models import RatedResult, RatedSeat
from players.services import moderation
from players.services.staff import Mandate
from scopa_site import time
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column, page_action
from scopa_site.admin.read_only import ReadOnly, ReadOnlyAdmin
from scopa_site.errors import Text

__all__ = ["RatedResultAdmin"]

_MAY_ANNUL = "players.annul_result"


def _effects(result: RatedResult | None) -> Sequence[Text]:
    seats = 0 if result is None else result.seats.count()
    told = ngettext(
        "The rating of %(count)s seat is reckoned anew, as if the match had never counted.",
        "The ratings of %(count)s seats are reckoned anew, as if the match had never counted.",
        seats,
    )
    return [
        told % {"count": seats},
        _("So is every later result of the family that followed from it."),
        _("The match itself, and who won it, stay as they are."),
    ]


def _annul(result: RatedResult, by: Mandate, data: dict[str, Any]) -> None:
    moderation.annul_rating(match=result.match, by=by, now=time.now())


_ANNUL: Final = Deed(
    title=_("Let a match count no more"),
    button=_("Annul the result"),
    done=_("The match counts no more, and the ratings are reckoned anew."),
    permission=_MAY_ANNUL,
    effects=_effects,
    do=_annul,
    refuse=moderation.refuse_annulment,
)


class _SeatInline(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold has no types
    model = RatedSeat
    fields = ("seat", "side", "place", "player", "level")
    ordering = ("seat",)
    extra = 0
    can_delete = False


@admin.register(RatedResult)
class RatedResultAdmin(RecordAsHistory, ReadOnlyAdmin):
    """The results by which players are rated."""

    list_display = ("match", "family", "system", "finished", "annulled")
    list_filter = ("system", ("annulled_at", admin.EmptyFieldListFilter))
    open_lookups = frozenset({"system__exact", "annulled_at__isempty"})
    record_by = "match"
    ordering = ("-id",)
    search_fields = ("=match", "=family")
    search_help_text = _("The whole id of a match, or a family of ratings.")
    actions_detail = ("annul",)
    fields = ("match", "family", "system", "finished_at", "annulled_at")
    inlines = (_SeatInline,)

    def has_annul_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell whether this user may annul."""
        return request.user.has_perm(_MAY_ANNUL)

    @page_action(_ANNUL.title, permission="annul", path="annul", icon="block")
    def annul(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Let the result count no more."""
        back = reverse("admin:players_ratedresult_change", args=[object_id])
        return deed_page(self, request, _ANNUL, self.get_object(request, object_id), back=back)

    @column(_("finished at"), ordering="id")
    def finished(self, result: RatedResult) -> str:
        """Show when the match ended."""
        return moment_cell(result.finished_at)

    @column(_("annulled at"), ordering="annulled_at")
    def annulled(self, result: RatedResult) -> str:
        """Show since when it does not count."""
        return moment_cell(result.annulled_at)
