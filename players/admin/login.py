"""The way into the admin: the password, and how its owner changes it."""

from typing import Any

from django.conf import settings
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from unfold.forms import AdminOwnPasswordChangeForm, AuthenticationForm

from players import services
from players.admin.staff_session import hold
from players.services.passwords import change_password_of_staff
from scopa_site import time
from scopa_site.api.errors import TooManyRequests, Unavailable
from scopa_site.api.limits import client_address
from scopa_site.errors import DomainError

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
    """A new password against the old one, by the service and under its limit."""

    def clean_old_password(self) -> str:
        """Leave it to the service, which counts the attempt before it looks."""
        old: str = self.cleaned_data["old_password"]
        return old

    @sensitive_variables()
    def clean(self) -> dict[str, Any]:
        """Change the password once both are typed alike; say in the form what was refused."""
        cleaned: dict[str, Any] = super().clean()
        if self.errors:
            return cleaned
        try:
            change_password_of_staff(
                player_id=self.user.pk,
                current_password=cleaned["old_password"],
                new_password=cleaned["new_password1"],
                now=time.now(),
            )
        except DomainError as exc:
            self.add_error("old_password", exc.detail)
        return cleaned

    def save(self, commit: bool = True) -> Any:
        """Return the player as changed, whose session goes on."""
        self.user.refresh_from_db(fields=["password"])
        return self.user


class OwnPassword(PasswordChangeView):
    """The page on which one of the staff changes the own password."""

    form_class = OwnPasswordForm
    template_name = "registration/password_change_form.html"
    request: HttpRequest
