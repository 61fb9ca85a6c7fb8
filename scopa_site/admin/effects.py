"""Look at the side effects that are owed, and send those again that were given up."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.admin import ModelAdmin
from unfold.decorators import action, display

from scopa_site.admin.cells import moment_cell
from scopa_site.models import Effect
from scopa_site.outbox.claims import send_again

__all__ = ["EffectAdmin"]


class StandingFilter(SimpleListFilter):
    """By how an effect stands."""

    title = _("work")
    parameter_name = "standing"

    def lookups(
        self, request: HttpRequest, model_admin: "admin.ModelAdmin[Any]"
    ) -> Iterable[tuple[str, Any]]:
        """Offer owed, given up and done."""
        return [("owed", _("owed")), ("dead", _("given up")), ("done", _("done"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Effect]) -> QuerySet[Effect]:
        """Keep the effects that stand so."""
        match self.value():
            case "owed":
                return queryset.filter(done_at__isnull=True, dead_at__isnull=True)
            case "dead":
                return queryset.filter(done_at__isnull=True, dead_at__isnull=False)
            case "done":
                return queryset.filter(done_at__isnull=False)
            case _other:
                return queryset


@admin.register(Effect)
class EffectAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """The outbox. Nothing in it is written by hand; what failed can be sent again."""

    list_display = ("topic", "dedupe_key", "attempts", "error_type", "created", "next_try", "ended")
    list_filter = (StandingFilter,)
    list_per_page = 50
    show_full_result_count = False
    ordering = ("-id",)
    search_fields = ("dedupe_key",)
    actions = ("send_again",)
    fields = (
        "topic",
        "dedupe_key",
        "payload",
        "attempts",
        "error_type",
        "created_at",
        "available_at",
        "lease_until",
        "dead_at",
        "done_at",
    )
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Effect | None = None) -> bool:
        """Refuse."""
        return False

    @action(description=_("Send again what is owed or given up"), permissions=["change"])  # type: ignore[untyped-decorator]
    def send_again(self, request: HttpRequest, queryset: QuerySet[Effect]) -> None:
        """Free the chosen effects that are not done; the next sweep finds them."""
        count = send_again(queryset)
        text = ngettext(
            "%(count)s effect is sent again.", "%(count)s effects are sent again.", count
        )
        messages.success(request, text % {"count": count})

    @display(description=_("last error"))  # type: ignore[untyped-decorator]
    def error_type(self, effect: Effect) -> str:
        """Name the sort of error; its text is in the log, cleaned."""
        return effect.last_error.partition(":")[0] or "–"

    @display(description=_("created at"), ordering="created_at")  # type: ignore[untyped-decorator]
    def created(self, effect: Effect) -> str:
        """Show when the cause was committed."""
        return moment_cell(effect.created_at)

    @display(description=_("not before"), ordering="available_at")  # type: ignore[untyped-decorator]
    def next_try(self, effect: Effect) -> str:
        """Show until when it rests."""
        return "–" if effect.done_at or effect.dead_at else moment_cell(effect.available_at)

    @display(description=_("ended"), ordering="done_at")  # type: ignore[untyped-decorator]
    def ended(self, effect: Effect) -> str:
        """Show when it was done, or given up."""
        if effect.done_at is None and effect.dead_at is not None:
            return _("given up %(at)s") % {"at": moment_cell(effect.dead_at)}
        return moment_cell(effect.done_at)
