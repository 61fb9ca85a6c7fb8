"""What stands in the cells of the lists: matches, seats, cards and captures in words."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import engine
from games.models import Match, MoveSource, Seat
from games.seat_names import seat_names
from games.wording import card_name, preset_name

__all__ = [
    "capture_cell",
    "card_cell",
    "match_cell",
    "seat_cell",
    "short_id",
    "source_cell",
]


def short_id(match: Match) -> str:
    """Give the first eight digits of a match's id, which the search understands."""
    return str(match.public_id)[:8]


def _page(match: Match) -> str:
    """Give the address of a match's page."""
    return reverse("admin:games_match_change", args=[match.pk])


def match_cell(match: Match) -> SafeString:
    """Link to a match by preset and short id."""
    return format_html(
        '<a href="{}">{} {}</a>', _page(match), preset_name(match.preset), short_id(match)
    )


def seat_cell(seats: Iterable[Seat], index: int | None) -> str:
    """Name the holder of a seat."""
    if index is None:
        return "–"
    names = dict(enumerate(seat_names(sorted(seats, key=lambda seat: seat.index))))
    return f"{index} · {names[index]}" if index in names else str(index)


def card_cell(code: str) -> str:
    """Name a card that was played."""
    card = engine.parse_card(code)
    return f"{card} · {card_name(card)}"


def source_cell(source: str) -> str:
    """Tell who chose a card. That a plan did is its maker's secret, here too."""
    shown = MoveSource.PERSON if source == MoveSource.PLAN else MoveSource(source)
    return str(shown.label)


def capture_cell(cards: Iterable[Any]) -> str:
    """Name the cards that were taken."""
    return ", ".join(f"{card} · {card_name(card)}" for card in cards) or "–"
