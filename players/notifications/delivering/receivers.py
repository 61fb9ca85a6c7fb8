"""What the answers say of providers, devices and webhooks themselves."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Final

from django.db import transaction
from django.db.models import Q

from players.notifications.channels.letter import Gone, Later, Sent
from players.notifications.delivering.resting import (
    BROWSERS,
    RESTABLE,
    keeps_all_waiting,
    lane_to,
)
from players.notifications.delivering.sending import Answer, NotTried
from players.notifications.models import Device, Lane, Webhook
from players.notifications.services.webhooks import FAILING_FOR, switch_off
from scopa_site.statements import update_row

__all__ = ["RESTS", "failures_of", "faults_of", "forget_gone", "note_hanging", "note_webhooks"]

# A machine that took so long, and then nothing, holds up others.
HANGS_AFTER: Final = 2.0
# How long one is left alone that hung once, twice, ...
RESTS: Final = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
)


def failures_of(answers: Sequence[Answer]) -> dict[str, list[float | None]]:
    """Return of each provider the failures at the end of a batch: none where one answered last."""
    failures: defaultdict[str, list[float | None]] = defaultdict(list)
    answered: set[str] = set()
    for answer in answers:
        name, outcome = answer.way.provider, answer.outcome
        if isinstance(outcome, NotTried) or name not in {*RESTABLE, BROWSERS}:
            continue
        if isinstance(outcome, Later) and keeps_all_waiting(name, outcome):
            failures[name].append(outcome.retry_after)
        elif name == BROWSERS or not isinstance(outcome, Later):
            answered.add(name)
    # Side by side there is no order: one that asks to be left alone is heeded, and otherwise one
    # that gets through shows that the others may.
    asked = {name for name, each in failures.items() if any(each)}
    well: dict[str, list[float | None]] = {name: [] for name in answered if name not in asked}
    return {**failures, **well}


def faults_of(answers: Sequence[Answer]) -> dict[str, str]:
    """Return what each provider that failed answered last, for the log: no token, no address."""
    told = [(answer.way.provider, answer.outcome) for answer in answers]
    return {
        name: f"{each.error}, {each.http_status}" if each.http_status else each.error
        for name, each in told
        if isinstance(each, Later)
    }


def forget_gone(answers: Sequence[Answer], now: datetime) -> None:
    """Forget the devices, and switch off the webhooks, that are no more."""
    gone = [each.way for each in answers if isinstance(each.outcome, Gone)]
    devices = {way.device.pk: way.device for way in gone if way.device is not None}
    for key, device in sorted(devices.items()):
        # Only with the token that was refused: the app may have brought a new one meanwhile.
        Device.objects.filter(pk=key, token_digest=device.token_digest).delete()
    webhooks = {way.webhook.pk: way.webhook for way in gone if way.webhook is not None}
    if webhooks:
        with transaction.atomic():
            _lock(webhooks)
            switch_off(
                webhooks=[each for _key, each in sorted(webhooks.items())], because="gone", now=now
            )


def note_webhooks(answers: Sequence[Answer], now: datetime) -> None:
    """Note since when webhooks fail; those that answer do not, and after days it is enough."""
    well = _webhooks(each for each in answers if isinstance(each.outcome, Sent))
    failing = _webhooks(each for each in answers if isinstance(each.outcome, Later)) - well
    if not well | failing:
        return
    with transaction.atomic():
        _lock(well | failing)
        healed = Webhook.objects.filter(pk__in=well, failing_since__isnull=False)
        healed.update(failing_since=None)
        Webhook.objects.filter(Q(failing_since=None), pk__in=failing).update(failing_since=now)
        for_days = Webhook.objects.filter(pk__in=failing, failing_since__lte=now - FAILING_FOR)
        switch_off(webhooks=for_days.order_by("pk"), because="failing", now=now)


def note_hanging(answers: Sequence[Answer], now: datetime) -> None:
    """Leave alone the browsers and webhooks that hung, each time for longer; those that took
    something are well again."""
    for model, of in ((Device, attrgetter("way.device")), (Webhook, attrgetter("way.webhook"))):
        theirs = [each for each in answers if of(each) is not None and _is_a_strangers(each)]
        well = {of(each).pk for each in theirs if isinstance(each.outcome, Sent)}
        hung = {of(each).pk for each in theirs if _hung(each)} - well
        if well or hung:
            _note_hanging(model, well, hung, now)


def _note_hanging(
    model: type[Device] | type[Webhook], well: Collection[int], hung: Collection[int], now: datetime
) -> None:
    with transaction.atomic():
        # In the order of keys, as all do who note something of several.
        rows = model.objects.filter(pk__in={*well, *hung}).order_by("pk")
        for row in rows.select_for_update():
            if row.pk in well and row.hangs:
                row.hangs, row.rests_until = 0, None
            elif row.pk in hung and (row.rests_until is None or row.rests_until <= now):
                row.hangs = min(row.hangs + 1, len(RESTS))
                row.rests_until = now + RESTS[row.hangs - 1]
            else:
                continue
            update_row(row, "hangs", "rests_until")


def _is_a_strangers(answer: Answer) -> bool:
    """Tell whether it came of an address that a player gave."""
    return lane_to(answer.way.provider) is Lane.STRANGERS


def _hung(answer: Answer) -> bool:
    return isinstance(answer.outcome, Later) and answer.seconds >= HANGS_AFTER


def _lock(keys: Collection[int]) -> None:
    """Lock webhooks in the order of their keys, as all do who note something of several."""
    rows = Webhook.objects.filter(pk__in=keys).order_by("pk").select_for_update()
    list(rows.values_list("pk", flat=True))


def _webhooks(answers: Iterable[Answer]) -> set[int]:
    return {each.way.webhook.pk for each in answers if each.way.webhook is not None}
