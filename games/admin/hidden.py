"""The page with all cards of a match: for few, against a reason, never without a trace."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from games.admin.match_page import draw_hidden, plans_told
from games.models import Match
from scopa_site.admin.read_only import ReadOnlyAdmin

__all__ = ["hidden_page", "may_see_hidden"]

_SEE_HIDDEN = "games.view_hidden_cards"


class ReasonForm(forms.Form):
    """Ask why somebody wants to see what the players may not."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=UnfoldAdminTextInputWidget,
        help_text=_("Kept in the history of the match, with your name and the time."),
    )


def may_see_hidden(model_admin: ReadOnlyAdmin, request: HttpRequest) -> bool:
    """Tell whether the user may see the hidden cards: two permissions, not one."""
    return request.user.has_perm(_SEE_HIDDEN) and bool(model_admin.has_view_permission(request))


def hidden_page(
    model_admin: ReadOnlyAdmin, request: HttpRequest, match: Match | None
) -> HttpResponse:
    """Ask for a reason; once it is on record, show hands, stock and plans in that one answer.

    Raises PermissionDenied without both permissions, Http404 for no match.
    """
    user_id = request.user.pk
    if user_id is None or not may_see_hidden(model_admin, request):
        raise PermissionDenied
    if match is None:
        raise Http404
    form = ReasonForm(request.POST if request.method == "POST" else None)
    context = _context(model_admin, request, match, form)
    if match.snapshot is not None and form.is_valid():
        _put_on_record(user_id, match, form.cleaned_data["reason"])
        context["picture"] = draw_hidden(match)
        context["plans"] = plans_told(match)
    response = TemplateResponse(request, "games/admin/hidden_cards.html", context)
    response["Cache-Control"] = "no-store"
    return response


def _context(
    model_admin: ReadOnlyAdmin, request: HttpRequest, match: Match, form: ReasonForm
) -> dict[str, Any]:
    return {
        **model_admin.admin_site.each_context(request),
        "title": _("Hidden cards"),
        "subtitle": str(match),
        "opts": Match._meta,
        "media": model_admin.media,
        "match": match,
        "form": form,
        "dealt": match.snapshot is not None,
        "picture": None,
    }


def _put_on_record(user_id: int, match: Match, reason: str) -> None:
    """Commit the look before anything is drawn. In the site's language: a log is searched."""
    with translation.override(settings.LANGUAGE_CODE):
        message = gettext("Looked at the hidden cards: %(reason)s") % {"reason": reason}
    with transaction.atomic(durable=True):
        LogEntry.objects.log_actions(
            user_id=user_id,
            queryset=[match],
            action_flag=CHANGE,
            change_message=message,
            single_object=True,
        )
