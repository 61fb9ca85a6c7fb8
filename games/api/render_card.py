"""What matches add to the public card of a player."""

from typing import Any
from uuid import UUID

from django.urls import reverse

from games import queries
from games.queries import Figures
from games.rating_families import FAMILIES
from players.queries import Standing, standings
from players.rating import SETTLED_DEVIATION, SETTLED_TEAM_DEVIATION

__all__ = ["card_part", "in_order", "is_provisional"]

_DIGITS = 3


def card_part(player_id: int, public_id: UUID, viewer_id: int) -> dict[str, Any]:
    """Give the members that `card_members` describes. Three queries, or two on one's own card."""
    figures = queries.figures_of(player_id)
    total = queries.added_up(figures)
    own = player_id == viewer_id
    met = None if own else queries.met(viewer_id, player_id)
    return {
        "ratings": [_rating(each) for each in in_order(standings(player_id))],
        "reliability": {"matches": total.matches, "finished": _rounded(total.finished)},
        "reply_seconds": queries.typical_reply(total.replies),
        "head_to_head": met and {"won": met.won, "drawn": met.drawn, "lost": met.lost},
        "statistics": _statistics(total),
        "presets": [{"preset": each.preset, **_statistics(each)} for each in figures],
        "chart": reverse("player-chart", args=[public_id]),
    }


def in_order(ratings: list[Standing]) -> list[Standing]:
    """Put ratings in the order of their families; what is of none any more is left out."""
    by_family = {each.family: each for each in ratings}
    return [by_family[family] for family in FAMILIES if family in by_family]


def is_provisional(standing: Standing) -> bool:
    """Tell whether a rating is too unsure to be compared."""
    two = FAMILIES[standing.family].system == "glicko2"
    return standing.deviation > (SETTLED_DEVIATION if two else SETTLED_TEAM_DEVIATION)


def _rating(standing: Standing) -> dict[str, Any]:
    return {
        "family": standing.family,
        "label": dict(FAMILIES[standing.family].label),
        "rating": standing.rating,
        "deviation": standing.deviation,
        "provisional": is_provisional(standing),
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
