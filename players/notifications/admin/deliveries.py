"""Look at what became of a notification on each channel, and at each device or webhook."""

from typing import Final

from django.contrib import admin
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.decorators import action

from players.admin.audit import RecordAsHistory
from players.admin.bulk import bulk_page
from players.admin.deeds import deed_page
from players.notifications.admin.cells import (
    STATUS_COLOURS,
    channel_cell,
    earlier_cell,
    ended_cell,
    error_cell,
    linked,
    moment_there,
    next_try_cell,
    player_cell,
    reason_cell,
    sent_out_cell,
    status_cell,
    targets_cell,
    type_cell,
)
from players.notifications.admin.deeds import RESEND_BY_CHANNEL, resent_told
from players.notifications.admin.filters import (
    ChannelFilter,
    ReasonFilter,
    StandingFilter,
    TypeFilter,
    of_player,
    uuid_in,
)
from players.notifications.models import Delivery, Notification, Target
from scopa_site.admin.columns import column, page_action
from scopa_site.admin.read_only import ReadOnly, ReadOnlyAdmin

__all__ = ["DeliveryAdmin", "DeliveryInline"]

_MOST_NOTICES: Final = 1000
_TARGETS = Prefetch("targets", Target.objects.order_by("pk"))


class _OfDelivery:
    """Cells about one delivery, on a list, on a page and under a notification."""

    @column(_("channel"), ordering="channel")
    def on(self, row: Delivery) -> str:
        """Name the channel."""
        return channel_cell(row.channel)

    @column(_("status and why"))
    def stands(self, row: Delivery) -> str:
        """Say how it stands and why."""
        return status_cell(row)

    @column(_("next try"))
    def next_try(self, row: Delivery) -> str:
        """Show when it is looked at again."""
        return next_try_cell(row)

    @column(_("ended"))
    def ended(self, row: Delivery) -> str:
        """Show when it came to its end."""
        return ended_cell(row)

    @column(_("told with"))
    def told_with(self, row: Delivery) -> str | SafeString:
        """Link to the delivery that tells of it along with others."""
        if row.joined_to_id is None:
            return "–"
        return linked("notifications_delivery", row.joined_to_id, f"№ {row.joined_to_id}")

    @column(_("answers"))
    def answers(self, row: Delivery) -> SafeString:
        """Say what each device or webhook answered."""
        return targets_cell(row.targets.all())


class DeliveryInline(_OfDelivery, ReadOnly, TabularInline):  # type: ignore[misc]  # unfold has no types
    """The deliveries of a notification."""

    model = Delivery
    fields = ("on", "stands", "attempts", "next_try", "ended", "told_with", "answers")
    readonly_fields = ("on", "stands", "next_try", "ended", "told_with", "answers")
    ordering = ("pk",)
    extra = 0
    can_delete = False
    show_change_link = True
    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """Read the answers along."""
        rows: QuerySet[Delivery] = super().get_queryset(request)
        rows = rows.select_related("player").defer("player__password")
        return rows.prefetch_related(_TARGETS)


class TargetInline(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold has no types
    """The devices or webhooks that a delivery goes to; of a device its name, never its token."""

    model = Target
    fields = ("provider", "at", "status", "attempts", "http_status", "provider_id", "said", "tried")
    readonly_fields = ("at", "said", "tried")
    ordering = ("pk",)
    extra = 0
    can_delete = False
    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Target]:
        """Read the device and the webhook along, without their secrets."""
        rows: QuerySet[Target] = super().get_queryset(request)
        return rows.select_related("device", "webhook").defer(
            "device__token_sealed", "webhook__secret_sealed", "webhook__old_secret_sealed"
        )

    @column(_("where to"))
    def at(self, row: Target) -> str:
        """Name the device or the webhook; of one that is gone, as it was called."""
        return str(row.device or row.webhook or row.label or "–")

    @column(_("last error"))
    def said(self, row: Target) -> str:
        """Show what went wrong the last time."""
        return error_cell(row.error)

    @column(_("last tried at"))
    def tried(self, row: Target) -> str:
        """Show when it was tried last."""
        return moment_there(row.tried_at)


class OfTypeFilter(TypeFilter):
    """By what the notification of a delivery is about."""

    path = "notification__type"


@admin.register(Delivery)
class DeliveryAdmin(_OfDelivery, RecordAsHistory, ReadOnlyAdmin):
    """The deliveries of all notifications."""

    list_display = ("about", "player_link", "on", "label", "why", "attempts", "next_try", "ended")
    list_display_links = ("about",)
    list_filter = (ChannelFilter, StandingFilter, ReasonFilter, OfTypeFilter)
    open_lookups = frozenset({"channel", "standing", "why", "about", "notification__id__exact"})
    ordering = ("-id",)
    search_fields = ("notification__public_id",)  # shows the box; `get_search_results` answers
    search_help_text = _("A part of a username, or the whole id of a player, match or message.")
    fields = (
        "notice_link",
        "player_link",
        "on",
        "stands",
        "told_with",
        "attempts",
        "made",
        "sent_out",
        "next_try",
        "lease_until",
        "ended",
        "failed_with",
        "before",
    )
    readonly_fields = (
        *("notice_link", "player_link", "on", "stands", "told_with", "next_try", "ended"),
        *("made", "sent_out", "failed_with", "before"),
    )
    inlines = (TargetInline,)
    record_by = "player.public_id"
    actions = ("resend_chosen",)
    actions_detail = ("resend",)

    class Media:
        css = {"all": ("scopa_site/staff.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """Read the player and the notification along."""
        rows: QuerySet[Delivery] = super().get_queryset(request)
        return rows.select_related("player", "notification").defer("player__password")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Delivery], search_term: str
    ) -> tuple[QuerySet[Delivery], bool]:
        """Search by player, by match and by the id of a notification; every word must fit."""
        for word in search_term.split():
            queryset = queryset.filter(_by_id(word) | of_player(word))
        return queryset, False

    def has_resend_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell whether this user may send again."""
        return request.user.has_perm(RESEND_BY_CHANNEL.permission)

    @page_action(RESEND_BY_CHANNEL.title, permission="resend", path="send-again", icon="send")
    def resend(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Send it again."""
        back = reverse("admin:notifications_delivery_change", args=[object_id])
        return deed_page(
            self, request, RESEND_BY_CHANNEL, self.get_object(request, object_id), back=back
        )

    @action(description=_("Send the chosen again"), permissions=["resend"])  # type: ignore[untyped-decorator]
    def resend_chosen(self, request: HttpRequest, chosen: QuerySet[Delivery]) -> HttpResponse:
        """Send several again."""
        return bulk_page(
            self, request, RESEND_BY_CHANNEL, chosen, "resend_chosen", done_told=resent_told
        )

    @column(_("type"))
    def about(self, row: Delivery) -> str:
        """Say what it is about."""
        return type_cell(row.notification.type)

    @column(_("notification"))
    def notice_link(self, row: Delivery) -> SafeString:
        """Link to what is delivered."""
        text = f"{type_cell(row.notification.type)} {str(row.notification.public_id)[:8]}"
        return linked("notifications_notification", row.notification_id, text)

    @column(_("player"), ordering="player")
    def player_link(self, row: Delivery) -> SafeString:
        """Link to who is told."""
        return player_cell(row.player)

    @column(_("status"), ordering="status", colours=STATUS_COLOURS)
    def label(self, row: Delivery) -> tuple[str, str]:
        """Show the status in its colour."""
        return row.status, row.get_status_display()

    @column(_("reason"), ordering="reason")
    def why(self, row: Delivery) -> str:
        """Say why."""
        return reason_cell(row.reason)

    @column(_("created at"))
    def made(self, row: Delivery) -> str:
        """Show when its cause was committed."""
        return moment_there(row.created_at, row.player.time_zone)

    @column(_("sent out at"))
    def sent_out(self, row: Delivery) -> str:
        """Show when it last went out, if it did."""
        return sent_out_cell(row)

    @column(_("last error"))
    def failed_with(self, row: Delivery) -> str:
        """Show what went wrong the last time."""
        return error_cell(row.last_error)

    @column(_("earlier outcomes"))
    def before(self, row: Delivery) -> SafeString:
        """Say how it had ended before it was sent again."""
        return earlier_cell(row.earlier)


def _by_id(word: str) -> Q:
    """Select by what is delivered, which is looked up first: each index serves one of the two."""
    found = uuid_in(word)
    if found is None:
        return Q(pk__in=[])
    told = Notification.objects.filter(Q(public_id=found) | Q(subject=found)).order_by("-pk")
    return Q(notification__in=list(told.values_list("pk", flat=True)[:_MOST_NOTICES]))
