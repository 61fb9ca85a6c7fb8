"""Look at what the staff did."""

import json
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from django.contrib import admin
from django.contrib.admin import SimpleListFilter
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.models import AUDIT_ACTIONS, AuditEntry, action_told, subject_told
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = ["AuditEntryAdmin", "RecordAsHistory", "entries_on"]


def entries_on(subject_id: str) -> str:
    """Give the address of the list of what was done to one subject."""
    return reverse("admin:players_auditentry_changelist", query={"q": subject_id})


class RecordAsHistory:
    """Let an object's history be what the staff did to it: the theme's own stays empty here."""

    # By which field the record knows an object, or one that it belongs to: "match.public_id".
    record_by = "public_id"

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: object = None
    ) -> HttpResponse:
        """Lead to the record. Raises PermissionDenied, Http404."""
        if not self.has_view_or_change_permission(request):  # type: ignore[attr-defined]
            raise PermissionDenied
        subject = self.get_object(request, object_id)  # type: ignore[attr-defined]
        if subject is None:
            raise Http404
        return HttpResponseRedirect(entries_on(str(attrgetter(self.record_by)(subject))))


class ActionFilter(SimpleListFilter):
    """By what was done, in words."""

    title = _("action")
    parameter_name = "did"

    def lookups(
        self, request: HttpRequest, model_admin: "admin.ModelAdmin[Any]"
    ) -> Iterable[tuple[str, Any]]:
        """Offer all that can be done."""
        return sorted(AUDIT_ACTIONS.items(), key=lambda each: str(each[1]))

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> QuerySet[AuditEntry]:
        """Keep the entries of the action chosen."""
        return queryset.filter(action=self.value()) if self.value() else queryset


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The actions of the staff. Nobody changes them, superusers neither."""

    list_display = ("when", "actor", "told", "kind", "subject_id", "reason")
    list_filter = (ActionFilter,)
    list_select_related = ("actor",)
    open_lookups = frozenset({"did"})
    ordering = ("-id",)
    search_fields = ("=subject_id", "=actor__username")
    search_help_text = _("The id of a subject, or the username of who acted.")
    fields = (
        "created_at",
        "actor",
        "told",
        "kind",
        "subject_id",
        "reason",
        "was",
        "became",
    )
    readonly_fields = ("told", "kind", "was", "became")

    @column(_("at"), ordering="id")
    def when(self, entry: AuditEntry) -> str:
        """Show when it was done."""
        return moment_cell(entry.created_at)

    @column(_("action"), ordering="action")
    def told(self, entry: AuditEntry) -> str:
        """Say what was done."""
        return action_told(entry.action)

    @column(_("type of subject"), ordering="subject_type")
    def kind(self, entry: AuditEntry) -> str:
        """Say what it was done to."""
        return subject_told(entry.subject_type)

    @column(_("before"))
    def was(self, entry: AuditEntry) -> str:
        """Show what was so before."""
        return _facts(entry.before)

    @column(_("after"))
    def became(self, entry: AuditEntry) -> str:
        """Show what was so after."""
        return _facts(entry.after)


def _facts(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) if data else "–"
