"""The month itself: one queue of what happens next, each thing done through the services."""

import heapq
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Final
from uuid import UUID

from games import ai, clock, engine, services
from games.models import Match, MatchStatus, Timeout
from games.queries import DEADLINE_SWEEP, record_of
from games.records import MatchRecord
from games.services.timeouts import PATIENCE
from games.simulation.foresight import foreseen
from games.simulation.habits import Habits, awake_reply, draw_habits, glance, sitting
from games.simulation.telephones import Heard, Telephones
from players.models import Player
from players.services.accounts import create_guest
from scopa_site.errors import DomainError
from scopa_site.outbox.claims import beat

__all__ = ["Course", "Setting", "Turn", "simulate"]

_SWEEP_EVERY: Final = timedelta(minutes=15)
_LOOK_AGAIN: Final = timedelta(hours=1)
_LEVEL: Final = ai.LEVELS["greedy"]
Told = Callable[[int, datetime], None]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a simulation is asked for.

    `typical`: the reply, nights and all, that half of those who are called back to the table do
    not exceed. `open_matches`:
    a person's appetite. `leave`, `rest`, `plans`: the odds that somebody goes for good, takes a
    holiday, and lays out the next play after one. `post`: how long messages to people are kept to
    be sent together; the longer, the sooner the month is over.
    """

    begins: datetime
    days: int
    players: int
    preset: str
    clock: str
    typical: timedelta
    open_matches: int
    leave: float
    rest: float
    plans: float
    seed: int
    post: timedelta = timedelta(0)


@dataclass(slots=True)
class Turn:
    """A decision that somebody had to make, and when they made it, if they did.

    `at_table`: they were still playing somewhere when it came, and need not be called back.
    """

    match: UUID
    player: int
    came: datetime
    planned: datetime | None
    at_table: bool = False
    played: datetime | None = None


@dataclass(slots=True)
class Course:
    """Everything that happened."""

    setting: Setting
    habits: dict[int, Habits] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    timeouts: list[tuple[Timeout, Turn]] = field(default_factory=list)
    decisions: int = 0
    heard: Heard = field(default_factory=Heard)


def simulate(setting: Setting, told: Told = lambda _day, _now: None) -> Course:
    """Live through the days asked for. The database should be one of the simulation's own."""
    return _World(setting, told).run()


class _World:
    def __init__(self, setting: Setting, told: Told) -> None:
        self.setting, self.told = setting, told
        self.dice = Random(setting.seed)
        self.awake = awake_reply(setting.typical)
        self.course = Course(setting)
        self.queue: list[tuple[datetime, int, Callable[[datetime], None]]] = []
        self.order = itertools.count()
        self.waiting: dict[UUID, Turn] = {}
        self.sits_until: dict[int, datetime] = {}
        self.telephones = Telephones()
        self.posts_at: datetime | None = None
        self.ends = setting.begins + timedelta(days=setting.days)

    def run(self) -> Course:
        for _ in range(self.setting.players):
            self._arrive()
        self._at(self.setting.begins, self._sweep)
        day = -1
        for now, act in self._happenings():
            if (now - self.setting.begins).days > day:
                day = (now - self.setting.begins).days
                self.told(day, now)
            act(now)
            if act != self._post:
                self._post_by(now + self.setting.post)
        self.course.heard = self.telephones.close()
        return self.course

    def _happenings(self) -> Iterator[tuple[datetime, Callable[[datetime], None]]]:
        while self.queue and self.queue[0][0] < self.ends:
            now, _order, act = heapq.heappop(self.queue)
            yield now, act

    def _at(self, when: datetime, act: Callable[[datetime], None]) -> None:
        heapq.heappush(self.queue, (when, next(self.order), act))

    # People

    def _arrive(self) -> None:
        setting = self.setting
        habits = draw_habits(
            self.dice,
            begins=setting.begins,
            days=setting.days,
            awake=self.awake,
            leave=setting.leave,
            rest=setting.rest,
        )
        player = create_guest(now=setting.begins).player
        Player.objects.filter(pk=player.pk).update(time_zone=habits.zone)
        self.course.habits[player.pk] = habits
        self.telephones.hand_out(player, habits, setting.begins)
        if habits.holiday is not None:
            since, until = habits.holiday
            self._at(since, lambda now: self._go_away(player.pk, until, now))
        for _ in range(setting.open_matches):
            soon = setting.begins + timedelta(hours=self.dice.uniform(0, 12))
            self._at(soon, lambda now: self._look_for_a_match(player.pk, now))

    def _go_away(self, player: int, until: datetime, now: datetime) -> None:
        services.take_holiday(player_id=player, starts_at=None, ends_at=until, now=now)

    def _look_for_a_match(self, player: int, now: datetime) -> None:
        habits = self.course.habits[player]
        if habits.gone is not None and now >= habits.gone:
            return
        table = services.Table(
            preset=self.setting.preset, overrides={}, clock=self.setting.clock, rated=True
        )
        found = services.quick_match(player_id=player, table=table, now=now)
        if not found.created and found.record.match.status == MatchStatus.OFFERED:
            # Waits already, in the very match that was found: looks again for another later.
            self._at(now + _LOOK_AGAIN, self._again(player))
        self._watch(found.record, now)

    # Turns

    def _watch(self, record: MatchRecord, now: datetime) -> None:
        """Let whoever is on turn reply in their own time; a match that is over makes room."""
        match = record.match
        if match.status == MatchStatus.ACTIVE and match.turn_seat is not None:
            player = record.seats[match.turn_seat].player_id
            if player is not None:
                self._wait_for(record, player, now)
        elif match.status in {MatchStatus.FINISHED, MatchStatus.CANCELLED}:
            for seat in record.seats:
                if seat.player_id is not None:
                    self._at(now + _LOOK_AGAIN, self._again(seat.player_id))

    def _again(self, player: int) -> Callable[[datetime], None]:
        return lambda now: self._look_for_a_match(player, now)

    def _wait_for(self, record: MatchRecord, player: int, now: datetime) -> None:
        match = record.match
        habits = self.course.habits[player]
        at_table = self.sits_until.get(player, now) > now
        planned = now + glance(self.dice) if at_table else habits.replies_at(now, self.dice)
        turn = Turn(match.public_id, player, now, planned, at_table)
        self.waiting[match.public_id] = turn
        self.course.turns.append(turn)
        if planned is not None:
            self._at(planned, lambda at: self._reply(turn, at))

    def _reply(self, turn: Turn, now: datetime) -> None:
        if self.waiting.get(turn.match) is not turn:
            return
        record = _record(turn.match)
        state = record.state
        if state is None or state.turn is None:
            return
        seed = self.dice.randbytes(8)
        move = _LEVEL.choose(engine.view(state, state.turn), seed, _LEVEL.budget).move
        try:
            played = services.play_move(
                match_id=turn.match,
                actor=services.PersonActor(turn.player),
                ply=state.ply,
                card=move.card,
                capture=move.capture,
                now=now,
            )
        except DomainError:
            return  # too late: the sweep deals with it
        turn.played = now
        self.sits_until[turn.player] = now + sitting(self.dice)
        self.course.decisions += 1
        if self.dice.random() < self.setting.plans:
            self._lay_out(played.record, turn.player, now)
        self._watch(played.record, now)

    def _lay_out(self, record: MatchRecord, player: int, now: datetime) -> None:
        """Plan the next play, as long as somebody else is on turn."""
        seat, state = record.seat_of(player), record.state
        if seat is None or state is None or state.outcome or state.turn in {None, seat.index}:
            return
        items = foreseen(engine.view(state, seat.index))
        if items:
            services.make_plan(
                match_id=record.match.public_id, player_id=player, items=items, now=now
            )

    # Time

    def _post_by(self, when: datetime) -> None:
        """See to it that messages are sent by then."""
        if self.posts_at is None or when < self.posts_at:
            self.posts_at = when
            self._at(when, self._post)

    def _post(self, now: datetime) -> None:
        """Send what people are told, and come back for what is held until later."""
        self.posts_at = None
        due = self.telephones.push(now)
        if due is not None:
            self._post_by(max(due, now + self.setting.post))

    def _sweep(self, now: datetime) -> None:
        for name in (DEADLINE_SWEEP, "api"):
            beat(name, now=now)  # nothing fails in this month
        late = Match.objects.filter(status=MatchStatus.ACTIVE, deadline_at__lt=now - PATIENCE)
        matches = list(late.values_list("public_id", flat=True))
        services.sweep_deadlines(now=now)
        services.sweep_reminders(now=now)
        self.telephones.mail(now)
        for match_id in matches:
            self._note_timeout(match_id, now)
        self._at(now + _SWEEP_EVERY, self._sweep)

    def _note_timeout(self, match_id: UUID, now: datetime) -> None:
        timeout = Timeout.objects.filter(match__public_id=match_id).latest("id")
        self.course.timeouts.append((timeout, self.waiting.pop(match_id)))
        self._watch(_record(match_id), now)


def _record(match_id: UUID) -> MatchRecord:
    return record_of(Match.objects.get(public_id=match_id))


def promise_of(setting: Setting) -> timedelta | None:
    """Give the time within which the clock promises that nobody runs out."""
    return clock.promise(clock.CLOCKS[setting.clock].clock)
