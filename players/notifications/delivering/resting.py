"""Leave a provider alone that does not answer, so that it holds up nobody else."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from players.notifications.models import Resting

__all__ = ["PATIENCE", "RESTABLE", "note_answers", "on_trial", "rest_of", "resting"]

# Those that everybody goes by. Never an address that a player gave: one that hangs on purpose
# would shut out the others.
RESTABLE: Final = frozenset({"fcm", "apns", "mail"})
# So many failures in a row, and it rests.
PATIENCE: Final = 3
_FIRST_REST: Final = timedelta(seconds=15)
_LONGEST_REST: Final = timedelta(minutes=5)
_LONGEST_ASKED: Final = timedelta(hours=1)


def resting(*, now: datetime) -> dict[str, datetime]:
    """Return until when providers rest, those that do. One query."""
    rows = Resting.objects.filter(until__gt=now)
    return {name: until for name, until in rows.values_list("name", "until") if until is not None}


def on_trial() -> set[str]:
    """Return the providers that failed last: one message goes first, to see. One query."""
    return set(Resting.objects.filter(failures__gte=PATIENCE).values_list("name", flat=True))


def note_answers(answers: Mapping[str, Iterable[float | None]], *, now: datetime) -> None:
    """Note how providers answered: for each its failures in order, as seconds that it asked for.

    No failures: it answered, and is well. At most two statements for each provider that failed.
    """
    known = set(Resting.objects.filter(name__in=list(answers)).values_list("name", flat=True))
    for name, failures in sorted(answers.items()):  # rows are locked in one order by all
        asked = list(failures)
        if not asked:
            if name in known:
                Resting.objects.filter(name=name).delete()
            continue
        row, _is_new = Resting.objects.select_for_update().get_or_create(name=name)
        row.failures = min(row.failures + len(asked), 1_000)
        row.until = rest_of(row.failures, max(each or 0.0 for each in asked), now=now)
        row.save()


def rest_of(failures: int, asked: float, *, now: datetime) -> datetime | None:
    """Return until when a provider rests after so many failures in a row; None: not yet."""
    own = timedelta()
    if failures >= PATIENCE:
        own = min(_FIRST_REST * 2 ** min(failures - PATIENCE, 10), _LONGEST_REST)
    rest = max(own, min(timedelta(seconds=asked), _LONGEST_ASKED))
    return now + rest if rest else None
