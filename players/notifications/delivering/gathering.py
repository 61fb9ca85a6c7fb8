"""Read all that is needed to decide about a batch, in a number of queries that does not grow."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Q

from players.notifications.delivering.resting import lane_to, resting
from players.notifications.delivering.ways import Way, open_ways, ways_of
from players.notifications.manners import LEFT_ALONE, QUARTER, Situation, Wishes, next_digest
from players.notifications.models import (
    Delivery,
    DeliveryStatus,
    Lane,
    MutedSubject,
    Notification,
    Preferences,
    Reason,
    Target,
    TargetStatus,
)
from players.notifications.queries.wording import notice_of, over_of
from players.notifications.registry import (
    Channel,
    Mode,
    NotificationType,
    Over,
    awaiting_of,
    gathering_of,
    last_plays_of,
    mode_of,
    notification_types,
)

__all__ = ["TURNS", "Batch", "Case", "gather", "gathered_types", "read_deliveries"]

TURNS: Final = "turns"

_GRACE: Final = timedelta(seconds=1)
_LOOKED_AT_AGAIN: Final = [Reason.BUSY, Reason.PLAYING]
_MOST_OTHERS: Final = 500


@dataclass(slots=True)
class Case:
    """A delivery that is decided about, and where it can go."""

    row: Delivery
    kind: NotificationType | None
    ways: list[Way]
    targets: list[Target]

    @property
    def notification(self) -> Notification:
        """What it brings."""
        return self.row.notification

    @property
    def gathers(self) -> str:
        """The name under which many of its kind become one; empty: they do not."""
        return _gathers(self.kind)

    @property
    def has_any_sent(self) -> bool:
        """Tell whether some device or webhook has it already."""
        return any(each.status == TargetStatus.SENT for each in self.targets)


@dataclass(slots=True)
class Batch:
    """What is known of the deliveries of a batch and of their players."""

    channel: Channel
    lane: Lane
    now: datetime
    cases: list[Case]
    preferences: Mapping[int, Preferences]
    over: dict[UUID, Over]
    muted: set[tuple[int, UUID]]
    last_plays: Mapping[int, datetime]
    awaiting: Mapping[int, int]
    # Until when providers are left alone that do not answer.
    resting: Mapping[str, datetime]
    # Those about which nothing can be written.
    gone: set[UUID] = field(default_factory=set)
    # How many things of a gathering wait, by its name and player.
    waiting: dict[str, Mapping[int, int]] = field(default_factory=dict)
    # When one of a gathering was told, by player and name, and delivery; grows as it is decided.
    turns_sent: defaultdict[tuple[int, str], dict[int, datetime]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def situation(self, case: Case, *, is_told_of: bool = False) -> Situation:
        """Say what holds of one delivery at this point."""
        row, told, kind = case.row, case.notification, case.kind
        sent = self.turns_sent[row.player_id, case.gathers]
        return Situation(
            channel=self.channel,
            is_here=row.player.is_active and row.player.erased_at is None,
            is_known=kind is not None,
            mode=self._mode(kind, self._chosen(row)),
            wishes=self.wishes(row),
            expires_at=told.expires_at,
            is_over=told.public_id in self.over,
            is_told_otherwise=self.over.get(told.public_id) is Over.TOLD_OTHERWISE,
            is_gone=told.public_id in self.gone,
            # Programs are told of each.
            is_told_anew=told.settled_at is not None and self.channel is not Channel.WEBHOOK,
            is_seen=told.seen_at is not None,
            is_muted=told.subject is not None and (row.player_id, told.subject) in self.muted,
            has_target=bool(case.ways) or case.has_any_sent,
            pierces=kind is not None and kind.pierces(notice_of(told)),
            is_turn=bool(case.gathers),
            after_play=kind is not None and kind.after_play,
            last_play=self.last_plays.get(row.player_id),
            turns_sent=[at for key, at in sent.items() if key != row.pk],
            awaiting=self.count(case),
            is_summary=row.is_summary,
            is_partly_sent=case.has_any_sent,
            is_told_of=is_told_of,
            waited_for_digest=self._has_waited(row),
            is_asked_for=row.asked_at is not None,
        )

    def count(self, case: Case) -> int:
        """Return how many things wait that a message of several of its kind would tell of."""
        waiting = (
            self.awaiting if case.gathers in ("", TURNS) else self.waiting.get(case.gathers, {})
        )
        return waiting.get(case.row.player_id, 0)

    def ways_here(self, case: Case) -> list[Way]:
        """Return the ways of a delivery that are taken in this lane."""
        return [way for way in case.ways if lane_to(way.provider) == self.lane]

    def rests_until(self, way: Way) -> datetime | None:
        """Return until when a provider or a player's own machine is left alone, if it is."""
        until = self.resting.get(way.provider) or way.rests_until
        return until if until is not None and until > self.now else None

    def not_before(self, case: Case, way: Way) -> datetime:
        """Return when a delivery may go a way at the earliest."""
        tried = [each.try_at for each in case.targets if each.way_key == way.key]
        instants = [self.now, self.rests_until(way), *tried]
        return max(each for each in instants if each is not None)

    def digest_due(self, row: Delivery) -> datetime:
        """Return the hour of the digest that a delivery waits for, or has waited for."""
        return row.available_at or next_digest(self.wishes(row), row.created_at)

    def _has_waited(self, row: Delivery) -> bool:
        """Tell whether its digest is due: also where nobody came by since its cause."""
        if row.reason == Reason.DIGEST:
            return True
        return not row.reason and row.available_at is None and self.digest_due(row) <= self.now

    def wishes(self, row: Delivery) -> Wishes:
        """Return when the player of a delivery wants to hear."""
        chosen, quiet = self._chosen(row), None
        if chosen.quiet_from is not None and chosen.quiet_until is not None:
            quiet = (chosen.quiet_from, chosen.quiet_until)
        return Wishes(row.player.time_zone, quiet, tuple(chosen.digest_hours))

    def _chosen(self, row: Delivery) -> Preferences:
        """Return what its player chose; nothing, of who was erased meanwhile."""
        return self.preferences.get(row.player_id) or Preferences()

    def _mode(self, kind: NotificationType | None, wishes: Preferences) -> Mode:
        if kind is None or (self.channel is Channel.MAIL and wishes.mail_off_at is not None):
            return Mode.OFF
        mode = mode_of(kind, self.channel, wishes.choices)
        is_mail = self.channel is Channel.MAIL
        return Mode.ON if mode is Mode.DIGEST and not is_mail else mode


def read_deliveries(
    channel: Channel, lane: Lane, keys: Collection[int], *, lease_until: datetime, now: datetime
) -> list[Delivery]:
    """Read what was claimed, but for what others have decided about meanwhile, and what belongs to
    it: of the same players, what is due for a digest, and turns that wait for a quieter moment.

    Two queries. Each of the players is locked, so whoever claimed the latter finds it changed.
    """
    mine = Q(pk__in=keys, lease_until=lease_until)
    undone = Delivery.objects.filter(done_at=None, dead_at=None)
    rows = list(undone.filter(mine).select_related("notification", "player").order_by("id"))
    if channel is Channel.WEBHOOK or not rows:
        return rows
    due = Q(available_at=None) | Q(available_at__lte=now)
    turns = Q(notification__type__in=gathered_types()) & (due | Q(reason__in=_LOOKED_AT_AGAIN))
    others = undone.filter(
        turns | Q(reason=Reason.DIGEST, available_at__lte=now),
        player__in={row.player_id for row in rows},
        channel=channel,
        status__in=[DeliveryStatus.WAITING, DeliveryStatus.HELD],
    ).exclude(pk__in=[row.pk for row in rows])
    if lane is Lane.STRANGERS:
        others = others.filter(lane=lane)  # a telephone's message does not wait for a browser's
    more = others.select_related("notification", "player").order_by("id")[:_MOST_OTHERS]
    return sorted([*rows, *more], key=lambda row: row.pk)


def gathered_types() -> dict[str, str]:
    """Return the types of which many become one, each with the name under which they do."""
    kinds = notification_types().items()
    return {slug: name for slug, kind in kinds if (name := _gathers(kind))}


def _gathers(kind: NotificationType | None) -> str:
    if kind is None:
        return ""
    return TURNS if kind.is_turn else kind.gathers


def gather(
    channel: Channel,
    lane: Lane,
    rows: Sequence[Delivery],
    preferences: Mapping[int, Preferences],
    *,
    now: datetime,
) -> Batch:
    """Read what is needed to decide about these deliveries of one channel."""
    told = [row.notification for row in rows]
    players = {row.player_id for row in rows}
    talks = channel is not Channel.WEBHOOK
    batch = Batch(
        channel=channel,
        lane=lane,
        now=now,
        cases=_cases(channel, rows, players, now),
        preferences=preferences,
        over=over_of(told, now=now),
        muted=_muted(told, players),
        last_plays=last_plays_of(players, now - LEFT_ALONE - _GRACE) if talks else {},
        awaiting=awaiting_of(players) if talks else {},
        resting=resting(now=now),
    )
    if talks:
        for name in {case.gathers for case in batch.cases} - {"", TURNS}:
            batch.waiting[name] = gathering_of(name).count(players)
        _read_turns(batch, players)
    return batch


def _cases(
    channel: Channel, rows: Sequence[Delivery], players: Collection[int], now: datetime
) -> list[Case]:
    ways, targets = ways_of(channel, players, now), defaultdict(list)
    for target in Target.objects.filter(delivery__in=[row.pk for row in rows]):
        targets[target.delivery_id].append(target)
    types = notification_types()
    return [
        Case(
            row,
            types.get(row.notification.type),
            open_ways(row, ways.get(row.player_id, []), targets[row.pk]),
            targets[row.pk],
        )
        for row in rows
    ]


def _muted(told: Sequence[Notification], players: Collection[int]) -> set[tuple[int, UUID]]:
    subjects = {each.subject for each in told if each.subject is not None}
    rows = MutedSubject.objects.filter(player__in=players, subject__in=subjects)
    return set(rows.values_list("player_id", "subject"))


def _read_turns(batch: Batch, players: Collection[int]) -> None:
    sent = Delivery.objects.filter(
        player__in=players,
        channel=batch.channel,
        sending_since__gt=batch.now - QUARTER,
        status__in=[DeliveryStatus.SENDING, DeliveryStatus.SENT, DeliveryStatus.HELD],
        notification__type__in=gathered_types(),
    )
    names, columns = gathered_types(), ("player_id", "notification__type", "pk", "sending_since")
    for player_id, slug, key, at in sent.values_list(*columns):
        if at is not None:
            batch.turns_sent[player_id, names[slug]][key] = at
