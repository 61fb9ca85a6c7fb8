"""Look at what the staff did."""

import json
from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from players.models import AuditEntry
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = ["AuditEntryAdmin"]


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The actions of the staff. Nobody changes them, superusers neither."""

    list_display = ("when", "actor", "action", "subject_type", "subject_id", "reason")
    list_filter = ("action",)
    list_select_related = ("actor",)
    open_lookups = frozenset({"action", "action__exact"})
    ordering = ("-id",)
    search_fields = ("=subject_id", "=actor__username")
    search_help_text = _("The id of a subject, or the username of who acted.")
    fields = (
        "created_at",
        "actor",
        "action",
        "subject_type",
        "subject_id",
        "reason",
        "was",
        "became",
    )
    readonly_fields = ("was", "became")

    @column(_("at"), ordering="id")
    def when(self, entry: AuditEntry) -> str:
        """Show when it was done."""
        return moment_cell(entry.created_at)

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
