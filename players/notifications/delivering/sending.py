"""Send a batch side by side, in threads that touch no database, within a few seconds."""

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from operator import itemgetter
from threading import Lock
from typing import Final
from urllib.parse import urlsplit

from players.notifications.channels.letter import (
    Address,
    Gone,
    Later,
    Letter,
    Outcome,
    Refused,
    Transport,
)
from players.notifications.delivering.deciding import Outgoing
from players.notifications.delivering.resting import PATIENCE, RESTABLE, lane_to
from players.notifications.delivering.ways import Way, address_of
from players.notifications.models import Lane, Target

__all__ = ["Answer", "NotTried", "Transports", "send_all"]

logger = logging.getLogger(__name__)

Transports = Callable[[str], Transport]

_SIDE_BY_SIDE: Final = 16
# What has not begun by then waits for the next batch; a transport itself takes 5 seconds at most.
_BEGIN_WITHIN: Final = 3.0
_END_WITHIN: Final = 9.0
# A player's own machine that hangs so often is left alone for the rest of the batch.
_PATIENCE_WITH_STRANGERS: Final = 2
# So many sends at once that have not ended: to one machine, and to all of one player.
_HANDS_A_MACHINE: Final = 2
_HANDS_A_PLAYER: Final = 2
# Of so many players none answers, and the next one still has a hand.
_STRANGERS_SIDE_BY_SIDE: Final = 64
# The services behind which the browsers of very many stand.
_BROWSERS_SERVICES: Final = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
_HANDS_A_SERVICE: Final = 16


@dataclass(frozen=True, slots=True)
class NotTried:
    """Nothing was sent: there was no time, or who should bring it or have it `hangs`.

    `is_moot`: it is to be decided anew at once.
    """

    hangs: bool = False
    is_moot: bool = False


_Sending = Future[Outcome | NotTried]


@dataclass(slots=True)
class Answer:
    """What came of one target."""

    outgoing: Outgoing
    target: Target
    way: Way
    outcome: Outcome | NotTried
    seconds: float = 0.0


@dataclass(slots=True)
class _Gate:
    """Counts the failures in a row of one provider, and shuts."""

    patience: int
    hands: int = _HANDS_A_MACHINE
    failures: int = 0
    lock: Lock = field(default_factory=Lock)

    @property
    def is_shut(self) -> bool:
        return self.failures >= self.patience

    def note(self, outcome: Outcome) -> None:
        with self.lock:
            fails = isinstance(outcome, Later) and outcome.provider_rests
            self.failures = self.failures + 1 if fails else 0
            if fails and isinstance(outcome, Later) and outcome.retry_after:
                self.failures = max(self.failures, self.patience)


@dataclass(slots=True)
class _Job:
    outgoing: Outgoing
    target: Target
    way: Way
    address: Address | None
    gate: _Gate
    begun_at: float = 0.0
    seconds: float = 0.0

    @property
    def is_to_a_stranger(self) -> bool:
        return lane_to(self.way.provider) is Lane.STRANGERS


def send_all(
    batch: Sequence[Outgoing],
    *,
    transports: Transports,
    on_trial: Iterable[str],
    now: datetime,
) -> list[Answer]:
    """Send to all targets; return an answer for each.

    Of a provider that failed last, `on_trial`, one message goes first: the others wait for how it
    ends. What is not sent within a few seconds is left for another time.
    """
    jobs = _jobs(batch, now)
    begin_by = time.monotonic() + _BEGIN_WITHIN
    tried = {name: job for job in reversed(jobs) if (name := job.way.provider) in set(on_trial)}
    for job in tried.values():
        job.gate.failures = 0
    probes = _send(list(tried.values()), transports, begin_by)
    for answer in probes:
        if isinstance(answer.outcome, Later):
            tried[answer.way.provider].gate.failures = PATIENCE
    probed = {id(job.target) for job in tried.values()}
    others = [job for job in jobs if id(job.target) not in probed]
    known = [job for job in others if not job.is_to_a_stranger]
    strangers = [job for job in others if job.is_to_a_stranger]
    return (
        probes
        + _send(known, transports, begin_by)
        + _send_to_strangers(strangers, transports, begin_by)
    )


def _jobs(batch: Sequence[Outgoing], now: datetime) -> list[_Job]:
    """List what is to be sent: first by the providers that we know, then to strangers.

    Of these each player's first comes before any player's second, and those that hung last come
    after all others: one that hangs, and to which much is owed, does not take all the hands.
    """
    gates: dict[str, _Gate] = {}
    turns: Counter[int] = Counter()
    jobs: list[tuple[tuple[bool, int], _Job]] = []
    for outgoing in batch:
        for target, way in outgoing.ways:
            address = address_of(way, now)
            known = way.provider in RESTABLE
            host = "" if known else _host(address)
            gate = gates.setdefault(f"{way.provider}:{host}", _gate(host, is_known=known))
            turns[outgoing.row.player_id] += not known
            place = (way.hangs > 0, turns[outgoing.row.player_id] if not known else 0)
            jobs.append((place, _Job(outgoing, target, way, address, gate)))
    return [job for _place, job in sorted(jobs, key=itemgetter(0))]


def _gate(host: str, *, is_known: bool) -> _Gate:
    if is_known:
        return _Gate(PATIENCE)
    is_service = any(host == each or host.endswith(f".{each}") for each in _BROWSERS_SERVICES)
    return _Gate(_PATIENCE_WITH_STRANGERS, _HANDS_A_SERVICE if is_service else _HANDS_A_MACHINE)


def _host(address: Address | None) -> str:
    if address is None:
        return ""
    try:
        url = json.loads(address.token)["endpoint"] if address.token[:1] == "{" else address.token
        return urlsplit(url).hostname or ""
    except (ValueError, KeyError, TypeError):
        return ""


def _send(jobs: Sequence[_Job], transports: Transports, begin_by: float) -> list[Answer]:
    if not jobs:
        return []
    futures = [_pool().submit(_carry, job, transports, begin_by) for job in jobs]
    wait(futures, timeout=max(0.0, _end_by(begin_by) - time.monotonic()))
    return [_answer(job, each) for job, each in zip(jobs, futures, strict=True)]


def _send_to_strangers(
    jobs: Sequence[_Job], transports: Transports, begin_by: float
) -> list[Answer]:
    """Send with few hands to each machine and for each player, however many wait for them."""
    waiting, running, answers = list(jobs), dict[_Sending, _Job](), list[Answer]()
    while True:
        begun, waiting = _beginnable(waiting, running.values(), begin_by)
        for job in begun:
            running[_strangers_pool().submit(_carry, job, transports, begin_by)] = job
        if not running:
            break
        left = _end_by(begin_by) - time.monotonic()
        ended, _others = wait(running, timeout=max(0.0, left), return_when=FIRST_COMPLETED)
        for future in ended or list(running):
            answers.append(_answer(running.pop(future), future))
    return answers + [_left(job) for job in waiting]


def _beginnable(
    waiting: Sequence[_Job], running: Iterable[_Job], begin_by: float
) -> tuple[list[_Job], list[_Job]]:
    """Part what is sent now from what waits for others to the same machine or player to end."""
    if time.monotonic() > begin_by:
        return [], list(waiting)
    busy: Counter[object] = Counter()
    for job in running:
        busy.update((id(job.gate), (job.outgoing.row.player_id,)))
    begun, later = [], []
    for job in waiting:
        gate, player = id(job.gate), (job.outgoing.row.player_id,)
        if busy[gate] + job.gate.failures < job.gate.hands and busy[player] < _HANDS_A_PLAYER:
            busy.update((gate, player))
            begun.append(job)
        else:
            later.append(job)
    return begun, later


def _left(job: _Job) -> Answer:
    return Answer(job.outgoing, job.target, job.way, NotTried(hangs=job.gate.is_shut))


def _end_by(begin_by: float) -> float:
    return begin_by - _BEGIN_WITHIN + _END_WITHIN


def _answer(job: _Job, future: _Sending) -> Answer:
    outcome = _outcome(future)
    if not future.done() and job.begun_at:
        job.seconds = time.monotonic() - job.begun_at
    return Answer(job.outgoing, job.target, job.way, outcome, job.seconds)


def _outcome(future: _Sending) -> Outcome | NotTried:
    if future.done():
        return future.result()
    if future.cancel():
        return NotTried()
    return Later("no answer in time", provider_rests=True)


def _carry(job: _Job, transports: Transports, begin_by: float) -> Outcome | NotTried:
    if job.address is None:
        return Gone("its key is forgotten")
    if job.gate.is_shut:
        return NotTried(hangs=True)
    if time.monotonic() > begin_by:
        return NotTried()
    job.begun_at = time.monotonic()
    outcome = _carried(job.outgoing.letter, job.address, transports)
    job.seconds = time.monotonic() - job.begun_at
    job.gate.note(outcome)
    return outcome


def _carried(letter: Letter, address: Address, transports: Transports) -> Outcome:
    try:
        transport = transports(address.provider)
    except KeyError:
        return Refused("no such provider", not_set_up=True)
    try:
        return transport.send(letter, address)
    except Exception as error:  # noqa: BLE001 - the others of the batch are to be marked
        # Transports raise nothing: this is a fault of ours. Its text may hold a token.
        logger.error("%s raised %s", address.provider, type(error).__name__)
        return Later(type(error).__name__)


@cache
def _strangers_pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_STRANGERS_SIDE_BY_SIDE, thread_name_prefix="strangers")


@cache
def _pool() -> ThreadPoolExecutor:
    """Made in the process that sends, when it first does: threads do not survive a fork."""
    return ThreadPoolExecutor(_SIDE_BY_SIDE, thread_name_prefix="notices")
