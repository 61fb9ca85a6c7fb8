"""End sessions in the browser: those of the admin. An app has tokens and none of these."""

from datetime import datetime

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

__all__ = ["end_web_sessions"]


def end_web_sessions(*, player_id: int, now: datetime) -> int:
    """Delete the sessions in which the player is logged in, and return how many there were.

    Reads every session that is alive: whose one is stands only inside. There are as many as there
    are staff at work.
    """
    alive = Session.objects.filter(expire_date__gt=now).iterator()
    own = [each.pk for each in alive if each.get_decoded().get(SESSION_KEY) == str(player_id)]
    ended, _rows = Session.objects.filter(pk__in=own).delete()
    return ended
