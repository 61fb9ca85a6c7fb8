"""What matches add to the public card of a player."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.urls import reverse

from games import queries
from games.queries import Figures
from games.rating_families import FAMILIES
from players.queries import StandingNow, ratings_of

__all__ = ["card_part", "in_order", "rating_shown"]

_DIGITS = 3


def card_part(player_id: int, public_id: UUID, viewer_id: int, now: datetime) -> dict[str, Any]:
    """Give the members that `card_members` describes. Three queries, or two on one's own card."""
    figures = queries.figures_of(player_id)
    total = queries.added_up(figures)
    own = player_id == viewer_id
    met = None if own else queries.met(viewer_id, player_id)
    return {
        "ratings": [rating_shown(each) for each in in_order(ratings_of(player_id, now=now))],
        "reliability": {"matches": total.matches, "finished": _rounded(total.finished)},
        "reply_seconds": queries.typical_reply(total.replies),
        "head_to_head": met and {"won": met.won, "drawn": met.drawn, "lost": met.lost},
        "statistics": _statistics(total),
        "presets": [{"preset": each.preset, **_statistics(each)} for each in figures],
        "chart": reverse("player-chart", args=[public_id]),
    }


def in_order(ratings: list[StandingNow]) -> list[StandingNow]:
    """Put ratings in the order of their families; what is of none any more is left out."""
    by_family = {each.family: each for each in ratings}
    return [by_family[family] for family in FAMILIES if family in by_family]


def rating_shown(standing: StandingNow) -> dict[str, Any]:
    """Show a rating in whole points."""
    return {
        "family": standing.family,
        "label": dict(FAMILIES[standing.family].label),
        "rating": round(standing.rating),
        "deviation": round(standing.deviation),
        "provisional": standing.provisional,
        "results": standing.results,
    }


def _statistics(figures: Figures) -> dict[str, Any]:
    return {
        "matches": figures.matches,
        "won": figures.won,
        "drawn": figures.drawn,
        "lost": figures.lost,
        "deals": figures.deals,
        "scope_per_deal": _rounded(figures.per_deal(figures.scope)),
        "settebelli_per_deal": _rounded(figures.per_deal(figures.settebelli)),
        "primiere_per_deal": _rounded(figures.per_deal(figures.primiere)),
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, _DIGITS)
