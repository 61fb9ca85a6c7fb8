"""What the people of a simulated month are told on their telephones, held against the truth."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.db.models import F, Min

from games.models import Match, MatchStatus
from games.simulation.habits import SLEEPS_H, Habits
from players.models import Player, Token
from players.notifications.channels.letter import Address, Later, Letter, Outcome, Sent
from players.notifications.delivering import deliver
from players.notifications.models import (
    Delivery,
    DeliveryStatus,
    Notification,
    Preferences,
    Provider,
    Reason,
)
from players.notifications.registry import Channel
from players.notifications.services.devices import NewDevice, register_device

__all__ = ["Heard", "Telephones"]

_SUMMARY: Final = "turns"
_TURN, _REMINDER = "your_turn", "reminder"
_QUARTER: Final = timedelta(minutes=15)
_MOST_TURNS: Final = 3
_SOON: Final = timedelta(seconds=1)
# One message in so many gets through at the second attempt only.
_DROPS: Final = 20


@dataclass(frozen=True, slots=True)
class _Message:
    """A letter as it arrived: at whose telephone or mailbox, and when."""

    player: int
    channel: str
    at: datetime
    letter: Letter

    @property
    def is_summary(self) -> bool:
        return self.letter.collapse_id == _SUMMARY

    @property
    def about(self) -> tuple[str, int]:
        """The match and the ply of a turn; of a summary those of the turn that it came of."""
        if self.is_summary:
            row = Notification.objects.get(public_id=self.letter.id)
            return str(row.subject), row.data["ply"]
        return self.letter.match or "", self.letter.data["ply"]


@dataclass(slots=True)
class Heard:
    """What arrived. Every number but the first four is to be none, or one at the most.

    `turns` and `reminders`: how many messages told of each turn, and of each of its rungs on each
    way. `too_late`: told of a turn that was over. `miscounted`: with a badge, or a number of
    matches, other than those that wait. `woke`: in quiet hours, but for a last reminder.
    `crowded`: a fourth message of turns within a quarter of an hour.
    """

    messages: int = 0
    summaries: int = 0
    digests: int = 0
    turn_messages: int = 0
    turns: Counter[tuple[str, int]] = field(default_factory=Counter)
    reminders: Counter[tuple[Any, ...]] = field(default_factory=Counter)
    too_late: list[str] = field(default_factory=list)
    miscounted: int = 0
    woke: int = 0
    crowded: int = 0

    @property
    def most_for_a_turn(self) -> int:
        """How often somebody was told of one turn, at the most."""
        return max(self.turns.values(), default=0)

    @property
    def most_for_a_rung(self) -> int:
        """How often somebody was reminded with one rung on one way, at the most."""
        return max(self.reminders.values(), default=0)


class Telephones:
    """The telephones and mailboxes of everybody, and the provider that brings messages there."""

    def __init__(self) -> None:
        self.heard = Heard()
        self._arrived: list[tuple[Letter, Address]] = []
        self._refused: set[UUID] = set()
        self._sleepers: dict[int, Habits] = {}
        self._turns_at: dict[int, list[datetime]] = {}

    def hand_out(self, player: Player, habits: Habits, now: datetime) -> None:
        """Give a person a telephone; of three one wants quiet nights, and one has a mailbox."""
        session = Token.objects.get(player=player).public_id
        device = NewDevice(f"telephone-{player.pk}", Provider.FCM, token=f"{player.pk}")
        register_device(player_id=player.pk, session=session, device=device, now=now)
        turn = len(self._turns_at) % 3
        self._turns_at[player.pk] = []
        if turn == 1:
            self._sleepers[player.pk] = habits
            Preferences.objects.update_or_create(
                player=player,
                defaults={
                    "quiet_from": time(habits.bedtime),
                    "quiet_until": time((habits.bedtime + SLEEPS_H) % 24),
                },
            )
        elif turn == 2:
            EmailAddress.objects.create(
                user=player, email=f"{player.pk}@example.org", verified=True, primary=True
            )

    def push(self, now: datetime) -> datetime | None:
        """Push what is due, and hold it against the truth; return when something more is."""
        self._deliver(Channel.PUSH, now)
        undone = Delivery.objects.filter(done_at=None, dead_at=None, channel=Channel.PUSH)
        due: datetime | None = undone.aggregate(at=Min("available_at"))["at"]
        return None if due is None else max(due, now + _SOON)

    def mail(self, now: datetime) -> None:
        """Mail what is due, and hold it against the truth."""
        self._deliver(Channel.MAIL, now)

    def send(self, letter: Letter, address: Address) -> Outcome:
        """Take a letter, in a thread of the sender: what is made of it comes later."""
        if letter.id.int % _DROPS == 0 and letter.id not in self._refused:
            self._refused.add(letter.id)
            return Later("not reached")
        self._arrived.append((letter, address))
        return Sent()

    def close(self) -> Heard:
        """Count, beside what arrived, what other messages told of as well; return it all."""
        joined = Delivery.objects.filter(status=DeliveryStatus.JOINED, reason=Reason.SUMMARY)
        for told in joined.filter(channel=Channel.PUSH).select_related("notification"):
            notification = told.notification
            self.heard.turns[str(notification.subject), notification.data["ply"]] += 1
        return self.heard

    def _deliver(self, channel: Channel, now: datetime) -> None:
        deliver(channel, clock=lambda: now, transports=lambda _provider: self)
        arrived, self._arrived = self._arrived, []
        for letter, address in arrived:
            player = int(address.token.partition("@")[0])
            self._note(_Message(player, channel, now, letter))

    def _note(self, message: _Message) -> None:
        heard, letter = self.heard, message.letter
        heard.messages += 1
        heard.digests += letter.type == "digest"
        if letter.type in {_TURN, _REMINDER}:
            self._check_turn(message)
        if letter.badge is not None and letter.badge != _waiting(message.player):
            heard.miscounted += 1
        if self._is_quiet(message) and not letter.data.get("last"):
            heard.woke += 1

    def _check_turn(self, message: _Message) -> None:
        heard, letter = self.heard, message.letter
        if letter.type == _REMINDER:
            heard.reminders[(*message.about, letter.data["rung"], message.channel)] += 1
        else:
            heard.turn_messages += 1
            heard.turns[message.about] += 1
            self._count_turn(message)
        if message.is_summary:
            heard.summaries += 1
            heard.miscounted += not _waiting(message.player)
        elif not _is_on_turn(message):
            heard.too_late.append(f"{letter.type} of ply {message.about[1]} at {message.at}")

    def _count_turn(self, message: _Message) -> None:
        recent = [at for at in self._turns_at[message.player] if at > message.at - _QUARTER]
        self._turns_at[message.player] = [*recent, message.at]
        self.heard.crowded += len(recent) >= _MOST_TURNS

    def _is_quiet(self, message: _Message) -> bool:
        habits = self._sleepers.get(message.player)
        if habits is None:
            return False
        local = message.at.astimezone(ZoneInfo(habits.zone))
        return (local.hour - habits.bedtime) % 24 < SLEEPS_H


def _is_on_turn(message: _Message) -> bool:
    """Tell whether the match waits for this very card of this very person, now."""
    match, ply = message.about
    waiting = Match.objects.filter(
        public_id=match,
        ply=ply,
        status=MatchStatus.ACTIVE,
        seats__player=message.player,
        seats__index=F("turn_seat"),
    )
    return waiting.exclude(deadline_at__lt=message.at.astimezone(UTC)).exists()


def _waiting(player: int) -> int:
    """Count the matches whose next card is this person's."""
    matches: Iterable[Match] = Match.objects.filter(
        status=MatchStatus.ACTIVE, seats__player=player, seats__index=F("turn_seat")
    )
    return len(list(matches))
