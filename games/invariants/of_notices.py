"""What players were told beside the API: all that there is to tell, once, and how it went."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.invariants.violation import Scope, Violation
from players.models import FeedEvent
from players.notifications.models import (
    Delivery,
    DeliveryStatus,
    Device,
    MutedSubject,
    Notification,
    Preferences,
    Reason,
    Target,
    TargetStatus,
    Webhook,
)
from players.notifications.registry import types_of_event
from players.services.feed import NewEvent

__all__ = [
    "deliveries_are_not_left",
    "deliveries_stand_as_they_say",
    "nothing_told_is_left_of_the_erased",
    "notices_hold_no_card",
    "turns_were_written_down",
]

_PATIENCE: Final = timedelta(seconds=60)
# The events of which it is known from themselves alone that somebody must be told.
_TURNS: Final = ("match.your_turn", "match.reminder")
_READ_AT_ONCE: Final = 500
_CARD: Final = re.compile(r"(?<![0-9A-Za-z])(?:10|[1-9])[DCSB](?![0-9A-Za-z])")
_OWNED: Final[dict[str, Any]] = {
    "a notification": Notification,
    "a delivery": Delivery,
    "a device": Device,
    "a webhook": Webhook,
    "preferences": Preferences,
    "a muted match": MutedSubject,
}


def turns_were_written_down(scope: Scope) -> Iterator[Violation]:
    """I-28: whoever was told of a turn in their feed has a notification of it.

    From the first of a type on of which there is one: what came before nobody wrote down.
    """
    begun: set[str] = set()
    for some in _events_of_turns():
        owed = [(event, *told) for event in some for told in _told_of(event)]
        there = _there([(event.player_id, key) for event, _slug, key in owed])
        for event, slug, key in owed:
            if (event.player_id, key) in there:
                begun.add(slug)
            elif slug in begun and FeedEvent.objects.filter(pk=event.pk).exists():
                told = f"event {event.seq} ({event.type}) has no notification {key}"
                yield Violation("I-28", f"player {event.player_id}", told)


def deliveries_stand_as_they_say(scope: Scope) -> Iterator[Violation]:
    """I-29: a delivery has the reason, the hand and the answers that its status speaks of."""
    deliveries = Delivery.objects.order_by("pk")
    for what, wrong in _WRONG.items():
        for delivery in deliveries.filter(wrong).iterator():
            told = f"it is {delivery.status} ({delivery.reason or 'no reason'}), and {what}"
            yield Violation("I-29", f"delivery {delivery.pk}", told)


def deliveries_are_not_left(scope: Scope) -> Iterator[Violation]:
    """I-18: nothing that is due and in nobody's hands stays unsent for a minute."""
    before = scope.now - _PATIENCE
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=before)
    due = Q(available_at__isnull=True) | Q(available_at__lt=before)
    owed = Delivery.objects.filter(free, due, done_at__isnull=True, dead_at__isnull=True)
    for delivery in owed.filter(created_at__lt=before).order_by("pk").iterator():
        told = (
            f"{delivery.status} ({delivery.reason or 'no reason'}), {delivery.attempts} attempts,"
            f" due since {delivery.available_at or delivery.created_at:%Y-%m-%d %H:%M:%S}"
        )
        yield Violation("I-18", f"delivery {delivery.pk} ({delivery.channel})", told)


def notices_hold_no_card(scope: Scope) -> Iterator[Violation]:
    """I-30: no notification holds a card: what is hidden leaves by the view of a seat alone."""
    rows = Notification.objects.order_by("pk").values_list("pk", "type", "data")
    for key, slug, data in rows.iterator():
        found = _CARD.findall(json.dumps(data))
        if found:
            yield Violation("I-30", f"notification {key} ({slug})", f"it names {', '.join(found)}")


def nothing_told_is_left_of_the_erased(scope: Scope) -> Iterator[Violation]:
    """I-23: of an erased player there is nothing that they were told, and no way to them."""
    for what, model in _OWNED.items():
        rows: QuerySet[Any] = model.objects.filter(player__erased_at__isnull=False)
        for player_id in sorted(set(rows.values_list("player_id", flat=True))):
            yield Violation("I-23", f"player {player_id}", f"was erased, and there is {what}")


def _events_of_turns() -> Iterator[list[FeedEvent]]:
    """Yield the events in pages, in the order in which they were written."""
    events, after = FeedEvent.objects.filter(type__in=_TURNS).order_by("pk"), 0
    while some := list(events.filter(pk__gt=after)[:_READ_AT_ONCE]):
        yield some
        after = some[-1].pk


def _told_of(event: FeedEvent) -> Iterator[tuple[str, str]]:
    """Yield the type and the key of each notification that an event must have led to."""
    heard = NewEvent(event.player_id, event.type, event.subject, event.data)
    for kind in types_of_event(event.type):
        source = kind.read(heard) if kind.read is not None else None
        if source is not None:
            yield kind.slug, source.dedupe_key


def _there(keys: Sequence[tuple[int, str]]) -> set[tuple[int, str]]:
    rows = Notification.objects.filter(
        player__in={player_id for player_id, _key in keys},
        dedupe_key__in={key for _player, key in keys},
    )
    return set(rows.values_list("player_id", "dedupe_key"))


_TARGETS: Final = Target.objects.filter(delivery=OuterRef("pk"))
_ENDED: Final = Q(done_at__isnull=False) | Q(dead_at__isnull=False)
_EXPLAINED: Final = (
    DeliveryStatus.HELD,
    DeliveryStatus.JOINED,
    DeliveryStatus.DROPPED,
    DeliveryStatus.FAILED,
)
# What may not be, each with the deliveries of which it is so.
_WRONG: Final = {
    "nothing says why": Q(status__in=_EXPLAINED, reason=Reason.NONE),
    "a target is still open": _ENDED & Q(Exists(_TARGETS.filter(status=TargetStatus.OPEN))),
    # The targets of a webhook go with it.
    "no device or mailbox has it": Q(status=DeliveryStatus.SENT)
    & ~Q(channel="webhook")
    & ~Q(Exists(_TARGETS.filter(status=TargetStatus.SENT))),
    "it goes nowhere": Q(status=DeliveryStatus.SENDING)
    & (Q(lease_until__isnull=True) | Q(sending_since__isnull=True)),
    "it is told with that of another player or channel": Q(joined_to__isnull=False)
    & (~Q(joined_to__player=F("player")) | ~Q(joined_to__channel=F("channel"))),
    "it is told with another": Q(joined_to__isnull=False) & ~Q(status=DeliveryStatus.JOINED),
    "its notification is another player's": ~Q(notification__player=F("player")),
    "its player is in a sandbox": Q(player__world__isnull=False),
}
