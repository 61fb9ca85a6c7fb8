"""Groups of permissions, by which the staff are told apart."""

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group
from unfold.admin import ModelAdmin

__all__ = ["GroupAdmin"]

admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """Groups of permissions."""
