"""Look at the ways to players: devices, webhooks, what they want, and providers that rest."""

import json
from typing import Any, Final
from urllib.parse import urlsplit

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from players.admin.deeds import deed_page
from players.notifications.admin.cells import player_cell, type_cell
from players.notifications.admin.deeds import FORGET_DEVICE
from players.notifications.admin.filters import of_player
from players.notifications.models import Device, MutedSubject, Preferences, Resting, Webhook
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column, page_action
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = ["DeviceAdmin", "PreferencesAdmin", "RestingAdmin", "WebhookAdmin"]

_MOST_MUTED: Final = 50


class _OfPlayers(ReadOnlyAdmin):
    """Rows that belong to a player, and are found by who that is. Secrets stay in the database."""

    secret: tuple[str, ...] = ()
    ordering: tuple[str, ...] = ("-pk",)
    search_fields = ("player__username",)  # shows the search box; `get_search_results` answers
    search_help_text = _("A part of a username, or the whole id of a player.")

    class Media:
        css = {"all": ("scopa_site/staff.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Read the player along."""
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("player").defer("player__password", *self.secret)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search by player; every word must fit."""
        for word in search_term.split():
            queryset = queryset.filter(of_player(word))
        return queryset, False

    @column(_("player"), ordering="player")
    def player_link(self, row: Any) -> SafeString:
        """Link to whose it is."""
        return player_cell(row.player)


@admin.register(Device)
class DeviceAdmin(_OfPlayers):
    """The telephones and browsers that are pushed to."""

    secret = ("token_sealed", "token_digest")
    list_display = ("named", "player_link", "provider", "is_sandbox", "created", "updated")
    list_display_links = ("named",)
    list_filter = ("provider", "is_sandbox")
    open_lookups = frozenset({"provider__exact", "is_sandbox__exact"})
    actions_detail = ("forget",)
    fields = (
        *("player_link", "name", "installation_id", "provider", "is_sandbox"),
        *("created_at", "updated_at"),
    )
    readonly_fields = ("player_link",)

    def has_forget_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell whether this user may take devices away."""
        return request.user.has_perm(FORGET_DEVICE.permission)

    @page_action(FORGET_DEVICE.title, permission="forget", path="forget", icon="phonelink_erase")
    def forget(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Push nothing there any more."""
        device = self.get_object(request, object_id)
        back = reverse("admin:notifications_device_changelist")
        return deed_page(self, request, FORGET_DEVICE, device, back=back)

    @column(_("name"))
    def named(self, device: Device) -> str:
        """Show the name that the player gave it, or the beginning of its id."""
        return str(device)

    @column(_("created at"), ordering="created_at")
    def created(self, device: Device) -> str:
        """Show since when it is there."""
        return moment_cell(device.created_at)

    @column(_("updated at"), ordering="updated_at")
    def updated(self, device: Device) -> str:
        """Show when its token last came."""
        return moment_cell(device.updated_at)


@admin.register(Webhook)
class WebhookAdmin(_OfPlayers):
    """The programs of players that are told. Of an address only the host: the rest may be a key."""

    secret = ("secret_sealed", "old_secret_sealed")
    list_display = ("host", "player_link", "name", "is_enabled", "disabled_because", "failing")
    list_display_links = ("host",)
    list_filter = ("is_enabled", ("failing_since", admin.EmptyFieldListFilter))
    open_lookups = frozenset({"is_enabled__exact", "failing_since__isempty"})
    fields = (
        *("player_link", "host", "name", "told_of", "is_enabled", "disabled_because"),
        *("failing_since", "old_secret_until", "created_at"),
    )
    readonly_fields = ("player_link", "host", "told_of")

    @column(_("host"))
    def host(self, webhook: Webhook) -> str:
        """Show whose machine is called."""
        return urlsplit(webhook.url).hostname or "–"

    @column(_("fails since"), ordering="failing_since")
    def failing(self, webhook: Webhook) -> str:
        """Show since when nothing has got through."""
        return moment_cell(webhook.failing_since)

    @column(_("types"))
    def told_of(self, webhook: Webhook) -> str:
        """List the types that it is told of."""
        return ", ".join(map(type_cell, webhook.types)) or str(_("all"))


@admin.register(Preferences)
class PreferencesAdmin(_OfPlayers):
    """What players want to be told, where and when: the first thing to look at."""

    list_display = ("player_link", "quiet", "digests", "no_mail")
    list_display_links = ("quiet",)
    list_filter = (("mail_off_at", admin.EmptyFieldListFilter),)
    open_lookups = frozenset({"mail_off_at__isempty"})
    fields = ("player_link", "zone", "chosen", "quiet", "digests", "mail_off_at", "muted")
    readonly_fields = ("player_link", "zone", "chosen", "quiet", "digests", "muted")

    @column(_("time zone"))
    def zone(self, row: Preferences) -> str:
        """Name the zone by whose clock the hours are."""
        return row.player.time_zone

    @column(_("choices"))
    def chosen(self, row: Preferences) -> str:
        """Show what differs from what everybody gets, by type and channel."""
        return json.dumps(row.choices) if row.choices else "–"

    @column(_("quiet hours"))
    def quiet(self, row: Preferences) -> str:
        """Show from when until when."""
        if row.quiet_from is None or row.quiet_until is None:
            return "–"
        return f"{row.quiet_from:%H:%M} – {row.quiet_until:%H:%M}"

    @column(_("hours of the digest"))
    def digests(self, row: Preferences) -> str:
        """Show the hours at which mails are gathered."""
        return ", ".join(str(hour) for hour in row.digest_hours)

    @column(_("muted matches"))
    def muted(self, row: Preferences) -> str:
        """Show the ids of the matches of which the player wants to hear nothing."""
        mine = MutedSubject.objects.filter(player_id=row.player_id).order_by("-pk")
        found = mine.values_list("subject", flat=True)[:_MOST_MUTED]
        return ", ".join(map(str, found)) or "–"

    @column(_("no mail since"), ordering="mail_off_at")
    def no_mail(self, row: Preferences) -> str:
        """Show since when the player wants no mail at all."""
        return moment_cell(row.mail_off_at)


@admin.register(Resting)
class RestingAdmin(ReadOnlyAdmin):
    """The providers that do not answer, and until when they are left alone."""

    list_display = ("name", "failures", "rests")
    ordering = ("name",)
    fields = ("name", "failures", "until")

    @column(_("rests until"), ordering="until")
    def rests(self, row: Resting) -> str:
        """Show until when nothing is sent that way."""
        return moment_cell(row.until)
