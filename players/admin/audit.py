"""Look at what the staff did."""

import json
from typing import Any, Final

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from players.models import AuditEntry
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = ["AuditEntryAdmin", "action_told"]

_ACTIONS: Final = {
    "annul_rating": _("Match counts no more"),
    "bootstrap": _("Made administrator"),
    "deactivate": _("Shut out"),
    "decide_report": _("Report decided"),
    "reactivate": _("Let in"),
    "reset_second_factor": _("Second factor reset"),
    "send_reset": _("Password reset sent"),
    "set_group": _("Group set"),
    "set_rights": _("Rights set"),
    "sign_out": _("Sessions ended"),
}


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The actions of the staff. Nobody changes them, superusers neither."""

    list_display = ("when", "actor", "told", "subject_type", "subject_id", "reason")
    list_filter = ("action",)
    list_select_related = ("actor",)
    open_lookups = frozenset({"action", "action__exact"})
    ordering = ("-id",)
    search_fields = ("=subject_id", "=actor__username")
    search_help_text = _("The id of a subject, or the username of who acted.")
    fields = (
        "created_at",
        "actor",
        "told",
        "subject_type",
        "subject_id",
        "reason",
        "was",
        "became",
    )
    readonly_fields = ("told", "was", "became")

    @column(_("at"), ordering="id")
    def when(self, entry: AuditEntry) -> str:
        """Show when it was done."""
        return moment_cell(entry.created_at)

    @column(_("action"), ordering="action")
    def told(self, entry: AuditEntry) -> str:
        """Say what was done."""
        return action_told(entry.action)

    @column(_("before"))
    def was(self, entry: AuditEntry) -> str:
        """Show what was so before."""
        return _facts(entry.before)

    @column(_("after"))
    def became(self, entry: AuditEntry) -> str:
        """Show what was so after."""
        return _facts(entry.after)


def action_told(action: str) -> str:
    """Say in words what an action is."""
    return str(_ACTIONS.get(action, action))


def _facts(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) if data else "–"
