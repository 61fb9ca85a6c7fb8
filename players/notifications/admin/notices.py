"""Look at what players were told, and why something did not come."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from players.admin.audit import RecordAsHistory
from players.admin.bulk import bulk_page
from players.admin.deeds import deed_page
from players.notifications.admin.cells import (
    as_the_player_reads_it,
    how_it_went,
    moment_there,
    player_cell,
    type_cell,
)
from players.notifications.admin.deeds import RESEND, resent_told
from players.notifications.admin.deliveries import DeliveryInline
from players.notifications.admin.filters import (
    HowItWentFilter,
    TypeFilter,
    WhyFilter,
    of_player,
    uuid_in,
)
from players.notifications.models import Delivery, Notification
from players.notifications.queries.explaining import told_of
from players.notifications.queries.wording import words_of
from scopa_site.admin.columns import column, page_action
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = ["NotificationAdmin"]

_DELIVERIES = Prefetch("deliveries", Delivery.objects.order_by("pk"))


@admin.register(Notification)
class NotificationAdmin(RecordAsHistory, ReadOnlyAdmin):
    """The notifications of all players."""

    list_display = ("told", "player_link", "match", "created", "read", "went")
    list_display_links = ("told",)
    list_filter = (
        TypeFilter,
        HowItWentFilter,
        WhyFilter,
        ("seen_at", admin.EmptyFieldListFilter),
    )
    open_lookups = frozenset({"about", "standing", "why", "seen_at__isempty", "player__id__exact"})
    ordering = ("-id",)
    search_fields = ("public_id",)  # shows the search box; `get_search_results` answers
    search_help_text = _("A part of a username, or the whole id of a player, match or message.")
    fields = (
        "public_id",
        "told",
        "player_link",
        "match",
        "says",
        "facts",
        "explained",
        "created",
        "useful",
        "read",
        "settled",
    )
    readonly_fields = (
        *("told", "player_link", "match", "says", "facts", "explained"),
        *("created", "useful", "read", "settled"),
    )
    inlines = (DeliveryInline,)
    record_by = "player.public_id"
    actions = ("resend_chosen",)
    actions_detail = ("resend",)

    class Media:
        css = {"all": ("scopa_site/staff.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notification]:
        """Read the player and the deliveries along."""
        rows: QuerySet[Notification] = super().get_queryset(request)
        rows = rows.select_related("player").defer("player__password")
        return rows.prefetch_related(_DELIVERIES)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Notification], search_term: str
    ) -> tuple[QuerySet[Notification], bool]:
        """Search by player, by match and by the id of a notification; every word must fit."""
        for word in search_term.split():
            queryset = queryset.filter(_by_id(word) | of_player(word))
        return queryset, False

    def has_resend_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell whether this user may send again."""
        return request.user.has_perm(RESEND.permission)

    @page_action(RESEND.title, permission="resend", path="send-again", icon="send")
    def resend(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Send it again."""
        back = reverse("admin:notifications_notification_change", args=[object_id])
        return deed_page(self, request, RESEND, self.get_object(request, object_id), back=back)

    @action(description=_("Send the chosen again"), permissions=["resend"])  # type: ignore[untyped-decorator]
    def resend_chosen(self, request: HttpRequest, chosen: QuerySet[Notification]) -> HttpResponse:
        """Send several again."""
        return bulk_page(self, request, RESEND, chosen, "resend_chosen", done_told=resent_told)

    @column(_("type"), ordering="type")
    def told(self, row: Notification) -> str:
        """Say what it is about."""
        return type_cell(row.type)

    @column(_("player"), ordering="player")
    def player_link(self, row: Notification) -> SafeString:
        """Link to who was told."""
        return player_cell(row.player)

    @column(_("match"), ordering="subject")
    def match(self, row: Notification) -> str:
        """Show the id of the match, by which it is found."""
        return str(row.subject) if row.subject else "–"

    @column(_("created at"), ordering="id")
    def created(self, row: Notification) -> str:
        """Show when its cause was committed."""
        return moment_there(row.created_at, row.player.time_zone)

    @column(_("read at"), ordering="seen_at")
    def read(self, row: Notification) -> str:
        """Show when it was read."""
        return moment_there(row.seen_at, row.player.time_zone)

    @column(_("of use until"))
    def useful(self, row: Notification) -> str:
        """Show until when it says something."""
        return moment_there(row.expires_at, row.player.time_zone)

    @column(_("settled at"))
    def settled(self, row: Notification) -> str:
        """Show since when there is nothing to do about it."""
        return moment_there(row.settled_at, row.player.time_zone)

    @column(_("how it went"))
    def went(self, row: Notification) -> SafeString:
        """Say what became of it on each channel."""
        return how_it_went(row)

    @column(_("as the player reads it"))
    def explained(self, row: Notification) -> SafeString:
        """Say the same as the player's own page: also why there was no way at all."""
        return as_the_player_reads_it(told_of(row.player_id, row.public_id).ways)

    @column(_("what it says"))
    def says(self, row: Notification) -> str | SafeString:
        """Show it in the language of who looks; a name in it is that of today."""
        language = translation.get_language() or "en"
        words = words_of([row], language=language, zone=timezone.get_current_timezone_name())
        said = words.get(row.public_id)
        if said is None:
            return gettext("It is about something that is gone.")
        return format_html("<strong>{}</strong><br>{}", said.title, said.body)

    @column(_("data"))
    def facts(self, row: Notification) -> str:
        """Show the ids and public facts that it is made of."""
        return json.dumps(row.data, ensure_ascii=False) if row.data else "–"


def _by_id(word: str) -> Q:
    found: Any = uuid_in(word)
    return Q(pk__in=[]) if found is None else Q(public_id=found) | Q(subject=found)
