"""Pages on which the staff do something: what will happen, a reason, and one service."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextInputWidget

from players.models import AUDIT_REASON_LENGTH
from players.services.staff import Mandate
from scopa_site.errors import DomainError, Text

__all__ = ["Deed", "DeedForm", "Refusal", "asking", "deed_page", "mandate_of"]

_TEMPLATE = "players/admin/deed.html"


Refusal = Callable[[Any, int | None], None]


@dataclass(frozen=True)
class Deed:
    """Something that the staff may do.

    `effects` tells what will happen to a subject (None: to several), `do` calls the service.
    `refuse` raises the DomainError that `do` would end in as things stand.
    """

    title: Text
    button: Text
    done: Text
    permission: str
    effects: Callable[[Any], Sequence[Text]]
    do: Callable[[Any, Mandate, dict[str, Any]], object]
    form: "type[DeedForm] | None" = None
    refuse: "Refusal | None" = None


class DeedForm(forms.Form):
    """Ask for a reason. The key tells whether this very form was sent before."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=AUDIT_REASON_LENGTH,
        widget=UnfoldAdminTextInputWidget,
        help_text=_("Kept on record with your name and the time. Write no names or addresses."),
    )

    @classmethod
    def beginning(cls, subject: Model) -> dict[str, Any]:
        """Return what a new form begins with: a key of its own."""
        return {"key": uuid4()}


def mandate_of(request: HttpRequest, form: DeedForm) -> Mandate:
    """Return who acts, why, and by which form."""
    cleaned = form.cleaned_data
    return Mandate(actor_id=request.user.pk, reason=cleaned["reason"], key=cleaned["key"].hex)


def deed_page(
    model_admin: ModelAdmin, request: HttpRequest, deed: Deed, subject: Model | None, *, back: str
) -> HttpResponse:
    """Show what will happen to a subject and ask for a reason; once there is one, do it.

    Raises PermissionDenied without the deed's permission, Http404 for no subject.
    """
    if not request.user.has_perm(deed.permission):
        raise PermissionDenied
    if subject is None:
        raise Http404
    kind = deed.form or DeedForm
    form = kind(request.POST if request.method == "POST" else None, initial=kind.beginning(subject))
    if form.is_valid():
        _do(request, deed, subject, form)
        return HttpResponseRedirect(back)
    return asking(model_admin, request, deed, [subject], form, back=back)


def asking(
    model_admin: ModelAdmin,
    request: HttpRequest,
    deed: Deed,
    subjects: Sequence[Any],
    form: DeedForm,
    *,
    back: str,
    carried: Sequence[tuple[str, object]] = (),
) -> HttpResponse:
    """Show the page that asks. `carried` goes along in hidden fields."""
    context = {
        **model_admin.admin_site.each_context(request),
        "title": deed.title,
        "button": deed.button,
        "opts": model_admin.opts,
        "media": model_admin.media + forms.Media(css={"all": ("scopa_site/staff.css",)}),
        "subjects": subjects,
        "effects": deed.effects(subjects[0] if len(subjects) == 1 else None),
        "hindrance": _hindrance(request, deed, subjects),
        "form": form,
        "back": back,
        "carried": carried,
    }
    return TemplateResponse(request, _TEMPLATE, context)


def _hindrance(request: HttpRequest, deed: Deed, subjects: Sequence[Any]) -> Text | None:
    """Say why it cannot be done to this one. Of several each is refused by itself, and named."""
    if deed.refuse is None or len(subjects) != 1:
        return None
    try:
        deed.refuse(subjects[0], request.user.pk)
    except DomainError as exc:
        return exc.detail
    return None


def _do(request: HttpRequest, deed: Deed, subject: Model, form: DeedForm) -> None:
    """Do it, and tell whether it was done or why it was refused."""
    try:
        deed.do(subject, mandate_of(request, form), form.cleaned_data)
    except DomainError as exc:
        messages.error(request, exc.detail)
    else:
        messages.success(request, str(deed.done))
