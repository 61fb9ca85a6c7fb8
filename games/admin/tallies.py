"""Look at what is counted of players."""

from django.contrib import admin

from games.models import Encounter, Tally
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = ["EncounterAdmin", "TallyAdmin"]


@admin.register(Tally)
class TallyAdmin(ReadOnlyAdmin):
    """What players have done, by preset."""

    list_display = ("player", "preset", "matches", "won", "drawn", "lost", "left", "deals")
    list_select_related = ("player",)
    ordering = ("-id",)
    search_fields = ("player__username",)


@admin.register(Encounter)
class EncounterAdmin(ReadOnlyAdmin):
    """Who beat whom how often."""

    list_display = ("player", "other", "won", "drawn", "lost")
    list_select_related = ("player", "other")
    ordering = ("-id",)
    search_fields = ("player__username",)
