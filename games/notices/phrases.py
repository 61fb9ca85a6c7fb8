"""Parts of sentences that notices share: instants, and how long something lasts."""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.dates import MONTHS, WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext

__all__ = ["instant", "lasting", "left"]

_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR
# What somebody reads who never said where they live.
_NOWHERE: Final = "UTC"


def instant(moment: datetime) -> str:
    """Write an instant in the language and time zone active now: “Thu 3 December, 10:00”."""
    at = timezone.localtime(moment)
    words = {
        "weekday": _in_sentence(str(WEEKDAYS_ABBR[at.weekday()])),
        "day": at.day,
        "month": _in_sentence(str(MONTHS[at.month])),
        "time": date_format(at, "H:i"),
    }
    told = gettext("%(weekday)s %(day)s %(month)s, %(time)s") % words
    return f"{told} UTC" if timezone.get_current_timezone_name() == _NOWHERE else told


def lasting(length: timedelta) -> str:
    """Say how long something lasts, in one unit: “3 days”, “6 hours”, “40 minutes”."""
    seconds = length.total_seconds()
    if seconds >= 2 * _DAY:
        days = round(seconds / _DAY)
        return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
    if seconds >= _HOUR - 30:
        hours = round(seconds / _HOUR)
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    minutes = max(1, round(seconds / 60))
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def left(length: timedelta) -> str:
    """Say how long is left: “6 hours left”."""
    return gettext("%(time)s left") % {"time": lasting(length)}


def _in_sentence(name: str) -> str:
    """Write the name of a day or a month as it stands within a sentence: small in Italian."""
    return name.lower() if (get_language() or "").startswith("it") else name
