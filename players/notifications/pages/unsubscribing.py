"""Turn mail off in a browser, or by the one click that mail programs offer (RFC 8058).

Looking changes nothing: machines follow the links in mails. What changes something needs no log-in
and no cookie, for the programs that click have neither.
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from players.notifications.registry import Mode
from players.notifications.services.unsubscribing import (
    Subscription,
    subscribe_again,
    subscription_of,
    unsubscribe,
)
from players.pages.policy import PAGE_POLICY
from scopa_site import time
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import client_address, spend

__all__ = ["unsubscribe_page"]

_TEMPLATE: Final = "notifications/unsubscribe.html"
_NOT_FOUND: Final = 404
_TOO_MANY: Final = 429


@never_cache
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show how the mail stands that a link is about, and on POST do what its form names."""
    try:
        spend("public_per_ip", client_address(request))
    except TooManyRequests as refusal:
        response = _page(request, None, status=_TOO_MANY)
        response["Retry-After"] = str(refusal.retry_after)
        return response
    stands = _done(request, token) if request.method == "POST" else subscription_of(token=token)
    return _page(request, stands, status=_NOT_FOUND if stands is None else 200)


def _done(request: HttpRequest, token: str) -> Subscription | None:
    one_click = request.POST.get("List-Unsubscribe") == "One-Click"
    step = "kind" if one_click else request.POST.get("step", "")
    return _STEPS[step](request, token) if step in _STEPS else subscription_of(token=token)


def _no_more_of_it(_request: HttpRequest, token: str) -> Subscription | None:
    return unsubscribe(token=token, now=time.now())


def _no_more_at_all(_request: HttpRequest, token: str) -> Subscription | None:
    return unsubscribe(token=token, everything=True, now=time.now())


def _that_again(request: HttpRequest, token: str) -> Subscription | None:
    was = request.POST.get("was", "")
    return subscribe_again(token=token, mode=Mode.DIGEST if was == Mode.DIGEST else Mode.ON)


def _all_again(_request: HttpRequest, token: str) -> Subscription | None:
    return subscribe_again(token=token, everything=True)


_STEPS: Final[dict[str, Callable[[HttpRequest, str], Subscription | None]]] = {
    "kind": _no_more_of_it,
    "all": _no_more_at_all,
    "kind_again": _that_again,
    "all_again": _all_again,
}


def _page(request: HttpRequest, stands: Subscription | None, *, status: int) -> HttpResponse:
    told = {"stands": stands, "status": status, "was": request.POST.get("was", "")}
    response = render(request, _TEMPLATE, told, status=status)
    response["Content-Security-Policy"] = PAGE_POLICY
    return response
