"""A place where something that must always hold does not."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.models import Match

__all__ = ["Scope", "Violation"]


@dataclass(frozen=True, slots=True)
class Violation:
    """One finding: which invariant, in which row, and what is there instead."""

    invariant: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.invariant} {self.where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Scope:
    """What is looked at.

    `at_rest`: nobody plays and nothing is broken, so that what is owed must be done by now.
    """

    matches: QuerySet[Match]
    now: datetime
    at_rest: bool = False
