"""Groups of permissions, by which the staff are told apart. Superusers alone say what they may."""

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextInputWidget

from players.models import AUDIT_REASON_LENGTH
from players.services.audit import record
from scopa_site import time

__all__ = ["GroupAdmin"]

admin.site.unregister(Group)


class _GroupForm(forms.ModelForm):  # type: ignore[type-arg]  # has no brackets at run time
    reason = forms.CharField(
        label=_("Reason"), max_length=AUDIT_REASON_LENGTH, widget=UnfoldAdminTextInputWidget
    )

    class Meta:
        model = Group
        fields = ("name", "permissions")


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """Groups of permissions. Whoever could change one could do everything: see `set_rights`."""

    form = _GroupForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let superusers make groups."""
        return self._is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Let superusers change groups."""
        return self._is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Refuse: a group that nobody is in does no harm, and the record names it."""
        return False

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Put on record what the group may do now, in the transaction of the page."""
        group, data = form.instance, form.cleaned_data
        before = set(group.permissions.values_list("pk", flat=True))
        super().save_related(request, form, formsets, change)
        after = set(group.permissions.values_list("pk", flat=True))
        record(
            actor_id=request.user.pk,
            action="set_group",
            subject_type="group",
            subject_id=group.pk,
            reason=data["reason"],
            before={"permissions": sorted(before)},
            after={"permissions": sorted(after)},
            key=uuid4().hex,
            now=time.now(),
        )

    @staticmethod
    def _is_superuser(request: HttpRequest) -> bool:
        return request.user.is_active and request.user.has_perm("players.set_rights")
