"""Ask for one's account to be deleted in a browser: who it is, what it means, and sure."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from players.pages.policy import PAGE_POLICY
from players.services.web_deletion import (
    Proof,
    ask_deletion_by,
    cancel_deletion_by,
    deletion_of,
)
from scopa_site import time
from scopa_site.api.limits import client_address
from scopa_site.api.problems import STATUS
from scopa_site.errors import DomainError, Kind

__all__ = ["delete_account"]

_TEMPLATE: Final = "players/account/delete.html"
_REFUSED: Final = 422  # in place of 401, with which a browser would ask for a password of its own


class ProofForm(forms.Form):
    """Who it is. The password is read as it is typed, spaces and all."""

    username = forms.CharField(max_length=30, required=False)
    password = forms.CharField(max_length=128, required=False, strip=False)
    code = forms.CharField(max_length=100, required=False)


@never_cache
@sensitive_post_parameters("password", "code")
@sensitive_variables("proof")
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Show the page, and on POST do the step that its form names."""
    if request.method != "POST":
        return _page(request, "begin")
    step = _STEPS.get(request.POST.get("step", ""), _look)
    form = ProofForm(request.POST)
    if not form.is_valid():
        return _page(request, "begin", status=_REFUSED, error=_("Something typed is too long."))
    proof = Proof(address=client_address(request), **form.cleaned_data)
    try:
        return step(request, proof)
    except DomainError as refusal:
        return _refused(request, refusal)


def _look(request: HttpRequest, proof: Proof) -> HttpResponse:
    """Say what a deletion means, and ask once more; or until when one can think again."""
    deletion = deletion_of(proof=proof)
    if deletion is None:
        return _page(request, "confirm", proof, patience=_patience())
    return _page(request, "pending", proof, due_at=deletion.due_at)


def _patience() -> str:
    """Say from when on nothing can be undone."""
    days = settings.SCOPA_DELETION_DAYS
    told = ngettext(
        "After %(count)s day nothing can be undone.",
        "After %(count)s days nothing can be undone.",
        days,
    )
    return told % {"count": days}


def _ask(request: HttpRequest, proof: Proof) -> HttpResponse:
    deletion = ask_deletion_by(proof=proof, now=time.now())
    return _page(request, "pending", proof, due_at=deletion.due_at)


def _cancel(request: HttpRequest, proof: Proof) -> HttpResponse:
    cancel_deletion_by(proof=proof)
    return _page(request, "cancelled")


_STEPS: Final[dict[str, Callable[[HttpRequest, Proof], HttpResponse]]] = {
    "look": _look,
    "ask": _ask,
    "cancel": _cancel,
}


def _refused(request: HttpRequest, refusal: DomainError) -> HttpResponse:
    status = _REFUSED if refusal.kind is Kind.UNAUTHENTICATED else STATUS[refusal.kind]
    response = _page(request, "begin", status=status, error=refusal.detail)
    seconds = refusal.retry_after
    if seconds is not None:
        response["Retry-After"] = str(seconds)
    return response


def _page(
    request: HttpRequest, stage: str, proof: Proof | None = None, *, status: int = 200, **more: Any
) -> HttpResponse:
    """Render a stage. Of what was typed only the username comes back."""
    told = {"stage": stage, "username": "" if proof is None else proof.username, **more}
    response = render(request, _TEMPLATE, told, status=status)
    response["Content-Security-Policy"] = PAGE_POLICY
    return response
