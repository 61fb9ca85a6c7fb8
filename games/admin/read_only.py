"""Rows of a match, shown with it and never changed."""

from typing import Any

from django.db.models import QuerySet
from unfold.admin import TabularInline
from unfold.forms import PaginationInlineFormSet

from scopa_site.admin.read_only import ReadOnly

__all__ = ["ReadOnlyInline", "RowsOfMatch"]


class RowsOfMatch(PaginationInlineFormSet):  # type: ignore[misc]
    """Rows that know the match they are shown with, so that none reads it, or its seats, again."""

    def get_queryset(self) -> QuerySet[Any]:
        """Hand the match that is at hand to each row."""
        rows: QuerySet[Any] = super().get_queryset()
        match = getattr(self.instance, "match", self.instance)
        for row in rows:
            row.match = match
        return rows


class ReadOnlyInline(ReadOnly, TabularInline):  # type: ignore[misc]
    """Rows that belong to what is looked at."""

    formset = RowsOfMatch
    per_page: Any = None  # declared by its empty value in the theme

    extra = 0
    can_delete = False
