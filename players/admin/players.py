"""The admin of players. Tokens are never shown; passwords are set, never read."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import (
    AdminPasswordChangeForm,
    UserChangeForm,
    UserCreationForm,
)

from players.models import Player

__all__ = ["PlayerAdmin"]


class PlayerCreationForm(UserCreationForm):  # type: ignore[misc]  # unfold has no types
    """A new player, with a password to begin with."""

    class Meta:
        model = Player
        fields = ("username", "display_name", "email")


class PlayerChangeForm(UserChangeForm):  # type: ignore[misc]
    """A player's data; the password is behind its own page."""

    class Meta:
        model = Player
        fields = "__all__"


@admin.register(Player)
class PlayerAdmin(UserAdmin, ModelAdmin):  # type: ignore[misc,type-arg]
    """Players: look up, correct, shut out. Who may do what is set by groups."""

    form = PlayerChangeForm
    add_form = PlayerCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "display_name", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff", "language", "groups")
    search_fields = ("username", "display_name", "email", "public_id")
    ordering = ("-id",)
    readonly_fields = ("public_id", "is_guest", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "public_id", "is_guest")}),
        (_("Profile"), {"fields": ("display_name", "email", "language", "time_zone")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("username", "display_name", "email", "password1", "password2"),
            },
        ),
    )
    filter_horizontal = ()
    autocomplete_fields = ("groups",)
