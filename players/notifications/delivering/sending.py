"""Send a batch side by side, in threads that touch no database, within a few seconds."""

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
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
from players.notifications.delivering.resting import PATIENCE, RESTABLE
from players.notifications.delivering.ways import Way, address_of
from players.notifications.models import Target

__all__ = ["Answer", "NotTried", "Transports", "send_all"]

logger = logging.getLogger(__name__)

Transports = Callable[[str], Transport]

_SIDE_BY_SIDE: Final = 16
# What has not begun by then waits for the next batch; a transport itself takes 5 seconds at most.
_BEGIN_WITHIN: Final = 3.0
_END_WITHIN: Final = 9.0
# A player's own machine that hangs so often is left alone for the rest of the batch.
_PATIENCE_WITH_STRANGERS: Final = 2


@dataclass(frozen=True, slots=True)
class NotTried:
    """Nothing was sent: there was no time, or who should bring it or have it `hangs`."""

    hangs: bool = False


@dataclass(slots=True)
class Answer:
    """What came of one target."""

    outgoing: Outgoing
    target: Target
    way: Way
    outcome: Outcome | NotTried


@dataclass(slots=True)
class _Gate:
    """Counts the failures in a row of one provider, and shuts."""

    patience: int
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
    return probes + _send(others, transports, begin_by)


def _jobs(batch: Sequence[Outgoing], now: datetime) -> list[_Job]:
    """List what is to be sent: first by the providers that we know, then to strangers.

    Of these each machine's first comes before any machine's second: one that hangs, and to which
    much is owed, does not take all the hands.
    """
    gates: dict[str, _Gate] = {}
    turns: Counter[str] = Counter()
    jobs: list[tuple[int, _Job]] = []
    for outgoing in batch:
        for target, way in outgoing.ways:
            address = address_of(way, now)
            known = way.provider in RESTABLE
            name = way.provider if known else f"{way.provider}:{_host(address)}"
            gate = gates.setdefault(name, _Gate(PATIENCE if known else _PATIENCE_WITH_STRANGERS))
            turns[name] += not known
            jobs.append((turns[name], _Job(outgoing, target, way, address, gate)))
    return [job for _turn, job in sorted(jobs, key=itemgetter(0))]


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
    wait(futures, timeout=max(0.0, begin_by - _BEGIN_WITHIN + _END_WITHIN - time.monotonic()))
    pairs = zip(jobs, futures, strict=True)
    return [Answer(job.outgoing, job.target, job.way, _outcome(each)) for job, each in pairs]


def _outcome(future: "Future[Outcome | NotTried]") -> Outcome | NotTried:
    if future.done():
        return future.result()
    future.cancel()
    return Later("no answer in time", provider_rests=True)


def _carry(job: _Job, transports: Transports, begin_by: float) -> Outcome | NotTried:
    if job.address is None:
        return Gone("its key is forgotten")
    if job.gate.is_shut:
        return NotTried(hangs=True)
    if time.monotonic() > begin_by:
        return NotTried()
    outcome = _carried(job.outgoing.letter, job.address, transports)
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
def _pool() -> ThreadPoolExecutor:
    """Made in the process that sends, when it first does: threads do not survive a fork."""
    return ThreadPoolExecutor(_SIDE_BY_SIDE, thread_name_prefix="notices")
