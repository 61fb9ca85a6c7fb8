"""Sweeps over many matches, each match in a transaction of its own."""

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Protocol
from uuid import UUID

__all__ = ["each_alone"]

logger = logging.getLogger(__name__)


class _Step(Protocol):
    def __call__(self, *, match_id: UUID, now: datetime) -> bool: ...


def each_alone(step: _Step, match_ids: Iterable[UUID], *, now: datetime) -> int:
    """Do one step for each match; return for how many there was something to do.

    Whatever is wrong with a match must not keep the sweep from those behind it.
    """
    return sum(_tried(step, match_id, now) for match_id in match_ids)


def _tried(step: _Step, match_id: UUID, now: datetime) -> bool:
    try:
        return step(match_id=match_id, now=now)
    except Exception:
        logger.exception("the sweep left match %s to the next one", match_id)
        return False
