"""What stands in the cells of any list."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime

__all__ = ["moment_cell"]


def moment_cell(moment: datetime | None) -> str:
    """Write a time briefly, as the language does: a list has little room."""
    if moment is None:
        return "–"
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")
