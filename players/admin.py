"""The admin of players. Tokens are never shown; passwords are set, never read."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables
from unfold.admin import ModelAdmin
from unfold.forms import (
    AdminPasswordChangeForm,
    AuthenticationForm,
    UserChangeForm,
    UserCreationForm,
)

from players import services
from players.models import Player
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import client_address

__all__ = ["GroupAdmin", "LoginForm", "PlayerAdmin"]


class LoginForm(AuthenticationForm):  # type: ignore[misc]  # unfold has no types
    """The way into the admin, under the same limits as the log-in of the API."""

    @sensitive_variables()
    def clean(self) -> dict[str, Any]:
        """Count the attempt, then look at the password. Raises ValidationError."""
        username = self.cleaned_data.get("username")
        if username and self.cleaned_data.get("password"):
            try:
                services.count_login(address=client_address(self.request), username=username)
            except TooManyRequests as exc:
                raise ValidationError(exc.detail, code=exc.code) from None
        cleaned: dict[str, Any] = super().clean()
        return cleaned


admin.site.login_form = LoginForm


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


admin.site.unregister(Group)
# Addresses, identities and second factors are reached by actions on their player, never listed.
for _model in (Authenticator, EmailAddress, SocialAccount, SocialApp, SocialToken):
    admin.site.unregister(_model)


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, ModelAdmin):  # type: ignore[misc]
    """Groups of permissions."""
