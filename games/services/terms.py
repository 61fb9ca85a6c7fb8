"""What the people at a table agree on before the cards: rules, clock, and manners."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext as _

from games import engine
from games.clock import DEFAULT_CLOCK, Clock, encode_clock
from games.clock_choice import clock_asked_for
from games.errors import CannotBeRated
from games.models import Match, Seat, SeatKind, Talk
from games.rating_families import family_of
from games.rule_choice import rules_asked_for
from games.services.bands import check_band
from scopa_site.errors import FieldProblem

__all__ = ["OFFER_LASTS", "Table", "Terms", "agreed", "terms_of"]

OFFER_LASTS: Final = timedelta(days=7)
_FEW_SEATS: Final = 2  # with more, whoever is away must not end the match for all the others
_NOTHING: Final[Mapping[str, object]] = {}


@dataclass(frozen=True, slots=True)
class Table:
    """A table as asked for: names of rules and clock, and what differs from them by path."""

    preset: str
    overrides: Mapping[str, object] = field(default_factory=dict)
    clock: str = DEFAULT_CLOCK
    clock_overrides: Mapping[str, object] = field(default_factory=dict)
    rated: bool = False
    auto_play_forced: bool = True
    talk: str = Talk.REACTIONS
    rating_min: int | None = None
    rating_max: int | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed on, checked and written out."""

    preset: str
    rules: engine.RuleSet
    clock_slug: str
    clock: Clock
    rated: bool
    auto_play_forced: bool
    talk: str
    rating_min: int | None = None
    rating_max: int | None = None

    @property
    def family(self) -> str:
        """The family of rules in which whoever sits down is rated."""
        return family_of(self.rules).slug

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of a match that it decides."""
        return {
            **self._alike,
            "rating_family": self.family,
            "rating_min": self.rating_min,
            "rating_max": self.rating_max,
        }

    @property
    def _alike(self) -> dict[str, Any]:
        """The columns in which those who sit down together want the same."""
        return {
            "preset": self.preset,
            "rules": engine.encode_rules(self.rules),
            "clock_slug": self.clock_slug,
            "clock_spec": encode_clock(self.clock),
            "rated": self.rated,
            "auto_play_forced": self.auto_play_forced,
            "talk": self.talk,
        }

    def pool_in(self, world_id: int | None) -> str:
        """Name equal terms in one world: whoever asks for the same there may sit down together."""
        alike = self._alike if world_id is None else {**self._alike, "world": world_id}
        return hashlib.sha256(json.dumps(alike, sort_keys=True).encode()).hexdigest()


def agreed(table: Table) -> Terms:
    """Check what was asked for.

    Raises UnknownPreset, InvalidRules, UnknownClock, InvalidClock, CannotBeRated,
    InvalidRatingBand.
    """
    rules = rules_asked_for(table.preset, table.overrides)
    overrides = dict(table.clock_overrides)
    clock = clock_asked_for(table.clock, overrides)
    if rules.table.players > _FEW_SEATS and clock.kind != "unlimited":
        clock = clock_asked_for(table.clock, {"on_timeout": "ai", **overrides})
    if table.rated and clock.kind == "unlimited":
        detail = _("A match without a time limit cannot count for a rating.")
        raise CannotBeRated(errors=[FieldProblem("/clock", "unlimited", detail)])
    check_band(table.rating_min, table.rating_max)
    return Terms(
        preset=table.preset,
        rules=rules,
        clock_slug=table.clock,
        clock=clock,
        rated=table.rated,
        auto_play_forced=table.auto_play_forced,
        talk=table.talk,
        rating_min=table.rating_min,
        rating_max=table.rating_max,
    )


def refuse_rated_computers(terms: Terms, seats: Sequence[Seat]) -> None:
    """Raise CannotBeRated where the computer would play a match that counts."""
    detail = _("A match that counts for a rating is between people.")
    errors = [
        FieldProblem(f"/seats/{seat.index}/type", "computer", detail)
        for seat in seats
        if terms.rated and seat.kind == SeatKind.AI
    ]
    if errors:
        raise CannotBeRated(errors=errors)


def terms_of(match: Match) -> Terms:
    """Read what was agreed on for a match, but for the ratings: those are for strangers."""
    return Terms(
        preset=match.preset,
        rules=engine.decode_rules(match.rules),
        clock_slug=match.clock_slug,
        clock=match.clock,
        rated=match.rated,
        auto_play_forced=match.auto_play_forced,
        talk=match.talk,
    )
