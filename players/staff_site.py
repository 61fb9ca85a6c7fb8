"""The admin as a whole: whoever comes in shows a password, then a second factor."""

from typing import Any

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from unfold.sites import UnfoldAdminSite

__all__ = ["StaffSite"]

# The pages are imported when they are asked for: they register themselves with this site.


class StaffSite(UnfoldAdminSite):  # type: ignore[misc]  # unfold has no types
    """The admin, of which nothing opens before the second factor."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Let in the staff whose session has passed a second factor that still stands."""
        from players.admin.staff_session import has_passed

        is_staff: bool = super().has_permission(request)
        return is_staff and (not settings.STAFF_TWO_FACTOR or has_passed(request))

    def extra_urls(self) -> list[URLPattern]:
        """Add the second step of the log-in, and new recovery codes."""
        from players.admin.second_factor import recovery_codes, second_factor

        own = {"site": self}
        return [
            path("login/second-factor/", never_cache(second_factor), own, name="second_factor"),
            path("recovery-codes/", self.admin_view(recovery_codes), own, name="recovery_codes"),
        ]

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponseBase:
        """Ask for the password; the second factor comes after."""
        from players.admin.login import PasswordStep

        index = reverse("admin:index", current_app=self.name)
        if request.method == "GET" and self.has_permission(request):
            return HttpResponseRedirect(index)
        context = {
            **self.each_context(request),
            "title": _("Log in"),
            "subtitle": None,
            "app_path": request.get_full_path(),
            "username": request.user.get_username(),
            REDIRECT_FIELD_NAME: index,
            **(extra_context or {}),
        }
        request.current_app = self.name
        return PasswordStep.as_view(extra_context=context)(request)

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponseBase:
        """Change one's own password against the old one: all other sessions and tokens end."""
        from players.admin.login import OwnPassword

        context = {**self.each_context(request), **(extra_context or {})}
        request.current_app = self.name
        done = reverse("admin:password_change_done", current_app=self.name)
        return OwnPassword.as_view(extra_context=context, success_url=done)(request)
