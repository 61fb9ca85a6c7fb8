"""Look players up, and act on them by pages that ask for a reason. Nothing is edited in place."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from players.admin.audit import RecordAsHistory, entries_on
from players.admin.bulk import bulk_page
from players.admin.deeds import Deed, deed_page
from players.admin.player_deeds import DEACTIVATE, REACTIVATE, RESET_FACTOR, SEND_RESET, SIGN_OUT
from players.admin.rights import RIGHTS
from players.models import AuditEntry, Player, TokenKind, action_told
from scopa_site.admin.cells import moment_cell
from scopa_site.admin.columns import column, page_action
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = ["PlayerAdmin"]

_ENTRIES_SHOWN = 20
_SECRET = ("password",)
_WAYS = (
    ("notification", _("notifications")),
    ("delivery", _("deliveries")),
    ("device", _("devices")),
    ("preferences", _("preferences")),
    ("webhook", _("webhooks")),
)


@admin.register(Player)
class PlayerAdmin(RecordAsHistory, ReadOnlyAdmin):
    """Players: look up, shut out. Who may do what is set by groups."""

    list_display = ("username", "display_name", "is_guest", "is_active", "is_staff", "joined")
    list_filter = (
        "is_guest",
        "is_active",
        "is_staff",
        ("erased_at", admin.EmptyFieldListFilter),
        "language",
    )
    open_lookups = frozenset(
        {
            "is_guest__exact",
            "is_active__exact",
            "is_staff__exact",
            "erased_at__isempty",
            "language__exact",
        }
    )
    search_fields = ("username",)  # shows the search box; `get_search_results` answers
    search_help_text = _("A part of a name or of a verified address, or a public id.")
    ordering = ("-id",)
    actions = ("deactivate_chosen", "sign_out_chosen")
    actions_detail = (
        "deactivate",
        "reactivate",
        "sign_out",
        "send_reset",
        "rights",
        "reset_factor",
    )
    fieldsets = (
        (None, {"fields": ("username", "display_name", "public_id", "addresses")}),
        (_("Standing"), {"fields": ("is_active", "is_guest", "world", "erased_at", "tokens_told")}),
        (_("Profile"), {"fields": ("language", "time_zone", "date_joined", "last_login")}),
        (
            _("Permissions"),
            {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Notifications"), {"fields": ("told_of",)}),
        (_("On record"), {"fields": ("on_record",)}),
    )
    readonly_fields = ("addresses", "tokens_told", "told_of", "on_record")

    class Media:
        css = {"all": ("scopa_site/staff.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Leave the digest of the password in the database: no page needs it."""
        players: QuerySet[Player] = super().get_queryset(request)
        return players.defer(*_SECRET)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """Search by names, verified addresses and public ids; every word must fit."""
        for word in search_term.split():
            queryset = queryset.filter(_fits(word))
        return queryset, False

    def get_actions_detail(self, request: HttpRequest, object_id: int) -> list[Any]:
        """Offer what can be done to this player as things stand."""
        player = self.get_object(request, str(object_id))
        if player is None or player.erased_at is not None:
            return []
        senseless = {"reactivate"} if player.is_active else {"deactivate", "sign_out", "send_reset"}
        if not player.is_staff:
            senseless.add("reset_factor")
        offered: list[Any] = super().get_actions_detail(request, object_id)
        return [each for each in offered if each.method.__name__ not in senseless]

    # Who may

    def has_deactivate_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell whether this user may shut players out."""
        return request.user.has_perm(DEACTIVATE.permission)

    def has_sign_out_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell whether this user may end sessions."""
        return request.user.has_perm(SIGN_OUT.permission)

    def has_send_reset_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell whether this user may have a password reset sent."""
        return request.user.has_perm(SEND_RESET.permission)

    def has_superuser_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell whether this user may do what is for superusers alone."""
        return request.user.has_perm(RIGHTS.permission)

    # Deeds

    @page_action(DEACTIVATE.title, permission="deactivate", path="deactivate", icon="block")
    def deactivate(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Shut the player out."""
        return self._page(request, DEACTIVATE, object_id)

    @page_action(REACTIVATE.title, permission="deactivate", path="reactivate", icon="undo")
    def reactivate(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Let the player in again."""
        return self._page(request, REACTIVATE, object_id)

    @page_action(SIGN_OUT.title, permission="sign_out", path="sign-out", icon="logout")
    def sign_out(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """End all sessions of the player."""
        return self._page(request, SIGN_OUT, object_id)

    @page_action(SEND_RESET.title, permission="send_reset", path="send-reset", icon="mail")
    def send_reset(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Have a code for a new password sent to the player."""
        return self._page(request, SEND_RESET, object_id)

    @page_action(RIGHTS.title, permission="superuser", path="rights", icon="key")
    def rights(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Say what the player may do in the admin."""
        return self._page(request, RIGHTS, object_id)

    @page_action(RESET_FACTOR.title, permission="superuser", path="reset-factor", icon="lock_reset")
    def reset_factor(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Take the second factor of a colleague away."""
        return self._page(request, RESET_FACTOR, object_id)

    @action(description=_("Shut the chosen out"), permissions=["deactivate"])  # type: ignore[untyped-decorator]
    def deactivate_chosen(self, request: HttpRequest, chosen: QuerySet[Player]) -> HttpResponse:
        """Shut several players out."""
        return bulk_page(self, request, DEACTIVATE, chosen, "deactivate_chosen")

    @action(description=_("End all sessions of the chosen"), permissions=["sign_out"])  # type: ignore[untyped-decorator]
    def sign_out_chosen(self, request: HttpRequest, chosen: QuerySet[Player]) -> HttpResponse:
        """End all sessions of several players."""
        return bulk_page(self, request, SIGN_OUT, chosen, "sign_out_chosen")

    def _page(self, request: HttpRequest, deed: Deed, object_id: str) -> HttpResponse:
        back = reverse("admin:players_player_change", args=[object_id])
        return deed_page(self, request, deed, self.get_object(request, object_id), back=back)

    # Cells

    @column(_("signed up"), ordering="date_joined")
    def joined(self, player: Player) -> str:
        """Show since when the player is there."""
        return moment_cell(player.date_joined)

    @column(_("addresses"))
    def addresses(self, player: Player) -> str:
        """List the addresses, and say which are verified."""
        rows = EmailAddress.objects.filter(user=player).order_by("-primary", "pk")
        told = [
            f"{row.email} ({_('verified') if row.verified else _('not verified')})" for row in rows
        ]
        return ", ".join(told) or "–"

    @column(_("sessions and tokens"))
    def tokens_told(self, player: Player) -> str:
        """Count the tokens by kind."""
        counted = player.tokens.values_list("kind").annotate(Count("pk")).order_by("kind")
        return ", ".join(f"{TokenKind(kind).label}: {count}" for kind, count in counted) or "–"

    @column(_("what the player was told, and how"))
    def told_of(self, player: Player) -> SafeString:
        """Link to the lists of notifications and of the ways to the player."""
        links = [
            (
                reverse(f"admin:notifications_{model}_changelist", query={"q": player.public_id}),
                name,
            )
            for model, name in _WAYS
        ]
        return format_html_join(", ", '<a class="scopa-link" href="{}">{}</a>', links)

    @column(_("actions of the staff"))
    def on_record(self, player: Player) -> SafeString:
        """Show what the staff did to this player, last first."""
        subject = str(player.public_id)
        rows = AuditEntry.objects.filter(subject_type="player", subject_id=subject)
        entries = list(rows.select_related("actor").order_by("-id")[:_ENTRIES_SHOWN])
        told = [
            {
                "pk": entry.pk,
                "when": moment_cell(entry.created_at),
                "action": action_told(entry.action),
                "by": entry.actor or "–",
                "reason": entry.reason,
            }
            for entry in entries
        ]
        everything = entries_on(subject)
        return SafeString(
            render_to_string("players/admin/record.html", {"entries": told, "all": everything})
        )


def _fits(word: str) -> Q:
    verified = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    named = Q(username__icontains=word) | Q(display_name__icontains=word)
    return named | Q(Exists(verified.filter(email__icontains=word))) | _by_id(word)


def _by_id(word: str) -> Q:
    try:
        return Q(public_id=Player._meta.get_field("public_id").to_python(word))
    except ValidationError:
        return Q(pk__in=[])
