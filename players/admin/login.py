"""The way into the admin."""

from typing import Any

from django.core.exceptions import ValidationError
from django.views.decorators.debug import sensitive_variables
from unfold.forms import AuthenticationForm

from players import services
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import client_address

__all__ = ["LoginForm"]


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
