"""What a simulated month cost in days, waits and timeouts."""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from games import clock
from games.models import Match, MatchStatus, Move, MoveSource
from games.simulation.course import Course, Setting, Turn
from games.simulation.telephones import Heard
from players.models import FeedEvent

__all__ = ["Figures", "figures_of"]

_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Figures:
    """Days, hours and numbers. `days`: how long each match of the cohort took, in order.

    The cohort are the matches that began early enough for nearly all to end within the month; one
    that did not is counted as the longest, never left out.
    """

    matches: int
    completed: int
    ended_by_timeout: int
    cohort: int
    days: tuple[float, ...]
    median_days: float
    p90_days: float
    typical_reply_hours: float
    median_reply_hours: float
    mean_reply_hours: float
    at_table_share: float
    plays: int
    forced: int
    planned: int
    decisions: int
    turns: int
    your_turn_events: int
    timeouts: int
    timeouts_of_leavers: int
    timeouts_of_the_slow: int
    timeouts_against_the_promise: int
    messages: int
    turn_messages: int
    summaries: int
    most_for_a_turn: int
    reminders: int
    most_for_a_rung: int
    too_late: int
    miscounted: int
    woke: int
    crowded: int
    digests: int

    @property
    def events_per_decision(self) -> float:
        """How many `match.your_turn` events each decision that was due cost."""
        return self.your_turn_events / self.turns if self.turns else math.nan

    @property
    def turn_messages_per_decision(self) -> float:
        """How many messages of a turn arrived on telephones for each decision that was due."""
        return self.turn_messages / self.turns if self.turns else math.nan

    @property
    def told_wrongly(self) -> tuple[str, ...]:
        """Which of the figures about messages are not as they must be, whatever the month."""
        most_one = ("most_for_a_turn", "most_for_a_rung")
        none = ("too_late", "miscounted", "woke", "crowded")
        wrong = [name for name in most_one if getattr(self, name) > 1]
        wrong += [name for name in none if getattr(self, name)]
        return (*wrong, *["turn_messages"] * (self.turn_messages > self.turns))

    @property
    def forced_share(self) -> float:
        """Which part of all plays nobody was asked for."""
        return self.forced / self.plays if self.plays else math.nan

    @property
    def planned_share(self) -> float:
        """Which part of all plays had been laid out before the turn came."""
        return self.planned / self.plays if self.plays else math.nan


def figures_of(course: Course) -> Figures:
    """Count what a course left in the database, and what its people did."""
    begun = Match.objects.exclude(started_at=None)
    days = sorted(_lasted(match) for match in _cohort(course.setting))
    replies = _hours([turn for turn in course.turns if not turn.at_table])
    all_replies = _hours(course.turns)
    slow = [turn for _timeout, turn in course.timeouts if turn.planned is not None]
    return Figures(
        matches=begun.count(),
        completed=begun.filter(termination="completed").count(),
        ended_by_timeout=begun.filter(termination="timeout").count(),
        cohort=len(days),
        days=tuple(days),
        median_days=_quantile(days, 0.5),
        p90_days=_quantile(days, 0.9),
        typical_reply_hours=_median(replies),
        median_reply_hours=_median(all_replies),
        mean_reply_hours=statistics.fmean(all_replies) if all_replies else math.nan,
        at_table_share=sum(turn.at_table for turn in course.turns) / max(1, len(course.turns)),
        plays=Move.objects.count(),
        forced=Move.objects.filter(source=MoveSource.FORCED).count(),
        planned=Move.objects.filter(source=MoveSource.PLAN).count(),
        decisions=course.decisions,
        turns=len(course.turns),
        your_turn_events=FeedEvent.objects.filter(type="match.your_turn").count(),
        timeouts=len(course.timeouts),
        timeouts_of_leavers=len(course.timeouts) - len(slow),
        timeouts_of_the_slow=len(slow),
        timeouts_against_the_promise=len(_broken_promises(course, slow)),
        **_heard(course.heard),
    )


def _heard(heard: Heard) -> dict[str, int]:
    return {
        "messages": heard.messages,
        "turn_messages": heard.turn_messages,
        "summaries": heard.summaries,
        "most_for_a_turn": heard.most_for_a_turn,
        "reminders": heard.reminders.total(),
        "most_for_a_rung": heard.most_for_a_rung,
        "too_late": len(heard.too_late),
        "miscounted": heard.miscounted,
        "woke": heard.woke,
        "crowded": heard.crowded,
        "digests": heard.digests,
    }


def _cohort(setting: Setting) -> Iterable[Match]:
    """Select the matches between people who played to the end, begun in the first third."""
    until = setting.begins + timedelta(days=setting.days / 3)
    matches = Match.objects.filter(started_at__lt=until)
    return matches.exclude(termination="timeout").exclude(status=MatchStatus.CANCELLED)


def _lasted(match: Match) -> float:
    if match.finished_at is None or match.started_at is None:
        return math.inf
    return (match.finished_at - match.started_at) / _DAY


def _broken_promises(course: Course, slow: Sequence[Turn]) -> list[Turn]:
    """List the turns that ran out though the reply was on its way within the clock's promise."""
    rules = clock.CLOCKS[course.setting.clock].clock
    promise = clock.promise(rules)
    if promise is None:
        return []
    broken = []
    for turn in slow:
        habits = course.habits[turn.player]
        stops = () if habits.holiday is None else (habits.holiday,)
        if turn.planned is not None and promise >= clock.counted(
            rules, habits.zone, stops, turn.came, turn.planned
        ):
            broken.append(turn)
    return broken


def _hours(turns: Iterable[Turn]) -> list[float]:
    return [
        (turn.played - turn.came) / timedelta(hours=1) for turn in turns if turn.played is not None
    ]


def _median(values: Sequence[float]) -> float:
    return statistics.median(values) if values else math.nan


def _quantile(ordered: Sequence[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else math.nan
