"""Leave a provider alone that does not answer, so that it holds up nobody else."""

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction

from players.notifications.channels.letter import Later
from players.notifications.models import Lane, Resting
from players.notifications.registry import Channel

__all__ = [
    "BROWSERS",
    "PATIENCE",
    "RESTABLE",
    "keeps_all_waiting",
    "lane_of",
    "lane_to",
    "note_answers",
    "on_trial",
    "rest_of",
    "resting",
]

logger = logging.getLogger(__name__)

# Those that everybody goes by. Never an address that a player gave: one that hangs on purpose
# would shut out the others.
RESTABLE: Final = frozenset({"fcm", "apns", "mail"})
# Of these there are many. They rest together where it is our own key that is of no use.
BROWSERS: Final = "webpush"
# So many failures in a row, and it rests.
PATIENCE: Final = 3
_FIRST_REST: Final = timedelta(seconds=15)
_LONGEST_REST: Final = timedelta(minutes=5)
_LONGEST_ASKED: Final = timedelta(hours=1)


def lane_of(channel: str) -> Lane:
    """Return the lane in which deliveries of a channel begin."""
    return Lane.STRANGERS if channel == Channel.WEBHOOK else Lane.KNOWN


def lane_to(provider: str) -> Lane:
    """Return the lane in which a provider is sent to."""
    return Lane.KNOWN if provider in RESTABLE else Lane.STRANGERS


def resting(*, now: datetime) -> dict[str, datetime]:
    """Return until when providers rest, those that do. One query."""
    rows = Resting.objects.filter(until__gt=now)
    return {name: until for name, until in rows.values_list("name", "until") if until is not None}


def on_trial() -> set[str]:
    """Return the providers that failed last: one message goes first, to see. One query."""
    return set(Resting.objects.filter(failures__gte=PATIENCE).values_list("name", flat=True))


def keeps_all_waiting(provider: str, outcome: Later) -> bool:
    """Tell whether nothing at all gets through to a provider, whatever is sent to whom."""
    return outcome.is_ours or (outcome.provider_rests and provider in RESTABLE)


def note_answers(
    answers: Mapping[str, Iterable[float | None]],
    *,
    now: datetime,
    faults: Mapping[str, str] | None = None,
) -> None:
    """Note how providers answered: for each its failures in order, as seconds that it asked for.

    No failures: it answered, and is well. In a transaction of its own, so that whoever waits for a
    row holds nothing that another waits for. At most two statements for each provider. The log is
    told when one begins to rest, with its answer in `faults`, and when it is back.
    """
    with transaction.atomic():
        for name, failures in sorted(answers.items()):  # rows are locked in one order by all
            asked = [each or 0.0 for each in failures]
            if not asked:
                if _forgotten(name):
                    logger.warning("%s answers again", name)
                continue
            count, rested = _counted(name, len(asked))
            until = rest_of(count, max(asked), now=now)
            Resting.objects.filter(name=name).update(until=until)
            if until is not None and not rested:
                why = (faults or {}).get(name, "")
                logger.warning("%s rests, what is for it waits: %s", name, why)


# Of many hands at once none fails because another was first, and none forgets what another counted.
_COUNT: Final = """
    INSERT INTO notifications_resting AS known (name, failures, until) VALUES (%s, %s, NULL)
    ON CONFLICT (name) DO UPDATE SET failures = CASE
        WHEN known.failures + excluded.failures > 1000 THEN 1000
        ELSE known.failures + excluded.failures END
    RETURNING failures, until
"""


_FORGET: Final = "DELETE FROM notifications_resting WHERE name = %s RETURNING until"


def _counted(name: str, failures: int) -> tuple[int, bool]:
    """Count failures of a provider on its row, which is locked by that.

    Return how many it has, and whether it was given a rest before.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [name, failures])
        [(count, until)] = cursor.fetchall()
    return int(count), until is not None


def _forgotten(name: str) -> bool:
    """Forget the failures of a provider; return whether it was given a rest for them."""
    with connection.cursor() as cursor:
        cursor.execute(_FORGET, [name])
        return any(until is not None for (until,) in cursor.fetchall())


def rest_of(failures: int, asked: float, *, now: datetime) -> datetime | None:
    """Return until when a provider rests after so many failures in a row; None: not yet."""
    own = timedelta()
    if failures >= PATIENCE:
        own = min(_FIRST_REST * 2 ** min(failures - PATIENCE, 10), _LONGEST_REST)
    rest = max(own, min(timedelta(seconds=asked), _LONGEST_ASKED))
    return now + rest if rest else None
