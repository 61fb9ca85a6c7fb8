"""What players were told, and how it reads, for the tests of the types."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.notifications.models import Notification
from players.notifications.queries.wording import over_ids, over_of, words_of
from tests.games.tables import NOW

ROME = "Europe/Rome"


def notices(player, kind=None):
    """List what a player was told, or what of one type, oldest first."""
    rows = Notification.objects.filter(player=player).order_by("pk")
    return list(rows if kind is None else rows.filter(type=kind))


def kinds(player):
    """List the types of what a player was told, oldest first."""
    return [row.type for row in notices(player)]


def the(player, kind):
    """Return the one thing of a type that a player was told."""
    [row] = notices(player, kind)
    return row


def read(row, language="en", *, zone="UTC", now=NOW):
    """Return the title and the sentence of a notice."""
    words = words_of([row], language=language, zone=zone, now=now)[row.public_id]
    return words.title, words.body


def link(row):
    """Return what a notice leads to."""
    return words_of([row], language="en", zone="UTC")[row.public_id].link


def is_over(row, *, now=NOW):
    """Tell whether there is nothing to do about a notice any more."""
    return row.public_id in over_ids([row], now=now)


def why_over(row, *, now=NOW):
    """Return the reason for which there is nothing to do about a notice; None: there is."""
    return over_of([row], now=now).get(row.public_id)


def queries_for(rows):
    """Count what it takes to word these notices, and to tell which are over."""
    with CaptureQueriesContext(connection) as wording:
        words_of(rows, language="it", zone=ROME, now=NOW)
    with CaptureQueriesContext(connection) as standing:
        over_ids(rows, now=NOW)
    return len(wording), len(standing)
