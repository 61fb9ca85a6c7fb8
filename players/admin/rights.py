"""The page that says who is staff, and what they may do."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.contrib.auth.models import Group, Permission
from django.db.models import Model
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectMultipleWidget, UnfoldBooleanWidget

from players.admin.deeds import Deed, DeedForm
from players.models import Player
from players.services.rights import Rights, set_rights
from players.services.staff import Mandate, refuse_oneself
from scopa_site import time
from scopa_site.errors import Text

__all__ = ["RIGHTS"]

_OURS = ("auth", "games", "notifications", "players", "scopa_site")


class _RightsForm(DeedForm):
    is_staff = forms.BooleanField(
        label=_("Staff: may come into the admin"), required=False, widget=UnfoldBooleanWidget
    )
    is_superuser = forms.BooleanField(
        label=_("Superuser: may do everything"), required=False, widget=UnfoldBooleanWidget
    )
    groups = forms.ModelMultipleChoiceField(
        label=_("Groups"),
        queryset=Group.objects.order_by("name"),
        required=False,
        widget=UnfoldAdminSelectMultipleWidget,
    )
    permissions = forms.ModelMultipleChoiceField(
        label=_("Permissions beside those of the groups"),
        queryset=Permission.objects.filter(content_type__app_label__in=_OURS).select_related(
            "content_type"
        ),
        required=False,
        widget=UnfoldAdminSelectMultipleWidget,
    )

    @classmethod
    def beginning(cls, subject: Model) -> dict[str, Any]:
        """Begin with what is so now."""
        assert isinstance(subject, Player)  # noqa: S101 - it is the page of a player
        return {
            **super().beginning(subject),
            "is_staff": subject.is_staff,
            "is_superuser": subject.is_superuser,
            "groups": subject.groups.all(),
            "permissions": subject.user_permissions.all(),
        }


def _effects(player: Player | None) -> Sequence[Text]:
    return [
        _("The player has exactly the rights that you choose, from the next page on."),
        _("Sessions in the admin end; the next log-in asks for the second factor."),
    ]


def _set(player: Player, by: Mandate, data: dict[str, Any]) -> None:
    rights = Rights(
        is_staff=data["is_staff"],
        is_superuser=data["is_superuser"],
        groups=frozenset(group.pk for group in data["groups"]),
        permissions=frozenset(permission.pk for permission in data["permissions"]),
    )
    set_rights(player_id=player.pk, rights=rights, by=by, now=time.now())


RIGHTS: Final = Deed(
    title=_("Set the rights of a player"),
    button=_("Set the rights"),
    done=_("The rights are set."),
    permission="players.set_rights",  # nobody can be given it: superusers alone have it
    effects=_effects,
    do=_set,
    refuse=refuse_oneself,
    form=_RightsForm,
)
