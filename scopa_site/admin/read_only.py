"""Admin pages on which nothing can be changed, and on which nothing hidden can be asked for."""

from typing import Any, ClassVar

from django.db.models import Model
from django.http import HttpRequest
from unfold.admin import ModelAdmin

__all__ = ["ReadOnly", "ReadOnlyAdmin"]


class ReadOnly:
    """Refuse to add, change and delete, whatever permissions the user has."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False


class ReadOnlyAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A table to look at.

    `open_lookups` names what the address of a list may filter by. Django would let staff filter by
    any column of the table, so that the pack could be read card by card from how many rows match.
    """

    open_lookups: ClassVar[frozenset[str]] = frozenset()

    # The theme declares these by their empty values.
    actions_detail: Any = ()
    change_form_outer_before_template: Any = None

    actions: Any = None
    list_per_page = 50
    show_full_result_count = False
    list_filter_submit = False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Tell whether the address may filter by this; anything else is refused with 400."""
        return lookup in self.open_lookups
