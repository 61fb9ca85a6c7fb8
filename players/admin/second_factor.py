"""The second step of the log-in: a code of an app, or first the app itself; and recovery codes."""

import base64
import logging
from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from unfold.widgets import UnfoldAdminTextInputWidget

from players import services
from players.admin.staff_session import held, let_in, new_secret, way_on
from players.models import Player
from players.services import second_factor as factors
from scopa_site import time
from scopa_site.errors import DomainError

__all__ = ["recovery_codes", "second_factor"]

logger = logging.getLogger(__name__)

_CODE_ATTRIBUTES: Final = {
    "autocomplete": "one-time-code",
    "autocapitalize": "off",
    "spellcheck": "false",
    "autofocus": True,
}


class CodeForm(forms.Form):
    """Ask for a code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=UnfoldAdminTextInputWidget(attrs=_CODE_ATTRIBUTES),
    )


@sensitive_post_parameters("code")
@csrf_protect
def second_factor(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Ask whoever knew the password for a code; whoever has no factor yet gets one first."""
    player = held(request)
    if player is None:
        return HttpResponseRedirect(reverse("admin:login"))
    if factors.factor_of(player.pk) is None:
        return _enrolment(site, request, player)
    form = CodeForm(request.POST if request.method == "POST" else None)

    def check(code: str) -> int:
        return factors.pass_second_factor(player_id=player.pk, code=code, now=time.now())

    factor_id = _tried(form, player, check)
    if factor_id is None:
        return _page(site, request, "second_factor", {"form": form, "title": _("Second factor")})
    address = way_on(request)
    let_in(request, player, factor_id)
    return HttpResponseRedirect(address)


def _enrolment(site: AdminSite, request: HttpRequest, player: Player) -> HttpResponse:
    secret = new_secret(request)
    form = CodeForm(request.POST if request.method == "POST" else None)

    def check(code: str) -> factors.Enrolled:
        return factors.enrol(player_id=player.pk, secret=secret, code=code, now=time.now())

    enrolled = _tried(form, player, check)
    if enrolled is None:
        drawn = base64.b64encode(factors.qr_code(player=player, secret=secret).encode()).decode()
        context = {
            "form": form,
            "title": _("Set up your second factor"),
            "picture": f"data:image/svg+xml;base64,{drawn}",
            "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        }
        return _page(site, request, "enrolment", context)
    address = way_on(request)
    let_in(request, player, enrolled.factor_id)
    return _codes_page(site, request, enrolled.codes, address)


@sensitive_post_parameters("code")
def recovery_codes(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Make new recovery codes against a code of the app, and show them once."""
    player = Player.objects.get(pk=request.user.pk or 0)
    form = CodeForm(request.POST if request.method == "POST" else None)

    def check(code: str) -> tuple[str, ...]:
        return factors.renew_recovery_codes(player_id=player.pk, code=code, now=time.now())

    codes = _tried(form, player, check)
    if codes is None:
        return _page(site, request, "new_codes", {"form": form, "title": _("New recovery codes")})
    return _codes_page(site, request, codes, reverse("admin:index"))


def _tried(form: CodeForm, player: Player, check: Callable[[str], Any]) -> Any:
    """Count the attempt and make it; None, with the reason in the form, where it failed."""
    if not form.is_valid():
        return None
    try:
        services.count_second_factor(player_id=player.pk)
        return check(form.cleaned_data["code"])
    except DomainError as exc:
        logger.warning("the second factor of player %s was refused: %s", player.pk, exc.code)
        form.add_error("code", exc.detail)
        return None


def _codes_page(
    site: AdminSite, request: HttpRequest, codes: tuple[str, ...], address: str
) -> HttpResponse:
    context = {"title": _("Your recovery codes"), "codes": codes, "way_on": address}
    return _page(site, request, "recovery_codes", context)


def _page(
    site: AdminSite, request: HttpRequest, name: str, context: dict[str, Any]
) -> HttpResponse:
    media = forms.Media(css={"all": ("scopa_site/staff.css",)})
    response = TemplateResponse(
        request,
        f"players/admin/{name}.html",
        {**site.each_context(request), "media": media, **context},
    )
    response["Cache-Control"] = "no-store"
    return response
