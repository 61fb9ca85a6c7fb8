"""The way into the admin: the password, and how its owner changes it."""

from typing import Any

from django.conf import settings
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from unfold.forms import AdminOwnPasswordChangeForm, AuthenticationForm

from players import services
from players.admin.staff_session import hold
from players.services.sessions import revoke_sessions
from scopa_site import time
from scopa_site.api.errors import TooManyRequests, Unavailable
from scopa_site.api.limits import client_address

__all__ = ["LoginForm", "OwnPassword", "PasswordStep"]


class LoginForm(AuthenticationForm):  # type: ignore[misc]  # unfold has no types
    """The way into the admin, under the same limits as the log-in of the API."""

    @sensitive_variables()
    def clean(self) -> dict[str, Any]:
        """Count the attempt, then look at the password. Raises ValidationError."""
        username = self.cleaned_data.get("username")
        if username and self.cleaned_data.get("password"):
            try:
                services.count_login(address=client_address(self.request), username=username)
            except (TooManyRequests, Unavailable) as exc:
                raise ValidationError(exc.detail, code=exc.code) from None
        cleaned: dict[str, Any] = super().clean()
        return cleaned


class PasswordStep(LoginView):
    """The first step of the log-in; without a second factor (`make run`) the only one."""

    authentication_form = LoginForm
    template_name = "admin/login.html"

    def form_valid(self, form: Any) -> HttpResponse:
        """Go on to the second factor: nobody is logged in by a password alone."""
        if not settings.STAFF_TWO_FACTOR:
            return super().form_valid(form)
        hold(self.request, form.get_user(), self.get_success_url())
        return HttpResponseRedirect(reverse("admin:second_factor"))


class OwnPasswordForm(AdminOwnPasswordChangeForm):  # type: ignore[misc]
    """A new password against the old one."""

    def save(self, commit: bool = True) -> Any:
        """Keep the new password; every token of the player ends with the old one."""
        with transaction.atomic():
            player = super().save(commit=commit)
            revoke_sessions(player_id=player.pk, now=time.now())
        return player


class OwnPassword(PasswordChangeView):
    """The page on which one of the staff changes the own password."""

    form_class = OwnPasswordForm
    template_name = "registration/password_change_form.html"
    request: HttpRequest
