"""The same for several players, with one reason: a transaction and a row on record for each."""

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
from players.models import Player
from scopa_site.errors import DomainError

__all__ = ["MOST_AT_ONCE", "bulk_page"]

MOST_AT_ONCE: Final = 100


def bulk_page(
    model_admin: ModelAdmin, request: HttpRequest, deed: Deed, chosen: QuerySet[Player], name: str
) -> HttpResponse:
    """Ask once for all of them, then act on one after the other, and tell who was left.

    `name` is that of the action of the list. Raises PermissionDenied.
    """
    if not request.user.has_perm(deed.permission):
        raise PermissionDenied
    back = request.get_full_path()
    players = list(chosen.order_by("pk")[: MOST_AT_ONCE + 1])
    if len(players) > MOST_AT_ONCE:
        messages.error(request, _("Choose at most %(most)s players.") % {"most": MOST_AT_ONCE})
        return HttpResponseRedirect(back)
    sent = request.POST if "reason" in request.POST else None
    form = DeedForm(sent, initial=DeedForm.beginning(Player()))
    if form.is_valid():
        _do_all(request, deed, players, form)
        return HttpResponseRedirect(back)
    carried = [("action", name), *((ACTION_CHECKBOX_NAME, player.pk) for player in players)]
    return asking(model_admin, request, deed, players, form, back=back, carried=carried)


def _do_all(request: HttpRequest, deed: Deed, players: list[Player], form: DeedForm) -> None:
    mandate, done = mandate_of(request, form), 0
    for player in players:
        own: Any = replace(mandate, key=f"{mandate.key}-{player.pk}")
        try:
            deed.do(player, own, form.cleaned_data)
        except DomainError as exc:
            messages.warning(request, f"{player}: {exc.detail}")
        else:
            done += 1
    text = ngettext("Done for %(count)s player.", "Done for %(count)s players.", done)
    messages.success(request, text % {"count": done})
