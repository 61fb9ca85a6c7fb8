"""The same for several rows, with one reason: a transaction and a row on record for each."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.admin import ModelAdmin

from players.admin.deeds import Deed, DeedForm, asking, mandate_of
from scopa_site.errors import DomainError

__all__ = ["MOST_AT_ONCE", "bulk_page"]

MOST_AT_ONCE: Final = 100


def _players_done(count: int) -> str:
    return ngettext("Done for %(count)s player.", "Done for %(count)s players.", count)


def bulk_page(
    model_admin: ModelAdmin,
    request: HttpRequest,
    deed: Deed,
    chosen: QuerySet[Any],
    name: str,
    *,
    done_told: Callable[[int], str] = _players_done,
) -> HttpResponse:
    """Ask once for all of them, then act on one after the other, and tell which were left.

    `name` is that of the action of the list; `done_told(count)` says for how many it was done, with
    a place for the count. Raises PermissionDenied.
    """
    if not request.user.has_perm(deed.permission):
        raise PermissionDenied
    back = request.get_full_path()
    rows = list(chosen.order_by("pk")[: MOST_AT_ONCE + 1])
    if len(rows) > MOST_AT_ONCE:
        messages.error(request, _("Choose at most %(most)s at once.") % {"most": MOST_AT_ONCE})
        return HttpResponseRedirect(back)
    sent = request.POST if "reason" in request.POST else None
    form = DeedForm(sent, initial=DeedForm.beginning(chosen.model()))
    if form.is_valid():
        _do_all(request, deed, rows, form, done_told)
        return HttpResponseRedirect(back)
    carried = [("action", name), *((ACTION_CHECKBOX_NAME, row.pk) for row in rows)]
    return asking(model_admin, request, deed, rows, form, back=back, carried=carried)


def _do_all(
    request: HttpRequest,
    deed: Deed,
    rows: list[Any],
    form: DeedForm,
    done_told: Callable[[int], str],
) -> None:
    mandate, done = mandate_of(request, form), 0
    for row in rows:
        own: Any = replace(mandate, key=f"{mandate.key}-{row.pk}")
        try:
            deed.do(row, own, form.cleaned_data)
        except DomainError as exc:
            messages.warning(request, f"{row}: {exc.detail}")
        else:
            done += 1
    messages.success(request, done_told(done) % {"count": done})
