"""What the page of a match shows beside its columns: the picture and the scored deals."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from games import engine
from games.models import Match, Plan
from games.pictures import Hidden, draw_match
from games.score_told import categories, outright_told
from games.seat_names import seat_names
from games.wording import cards_named, side_names

__all__ = ["draw_hidden", "match_page", "plans_told"]


@dataclass(frozen=True)
class _DealTold:
    number: int
    points: str
    lines: tuple[str, ...]


def match_page(match: Match) -> dict[str, Any]:
    """Draw the match as a spectator sees it, and list the scored deals."""
    if match.state is None:
        return {"picture": None}
    view = engine.view(match.state, None)
    names = seat_names(list(match.seats.all()))
    sides = side_names(view.rules, names)
    return {
        "picture": _svg(draw_match(view, names)),
        "sides": sides,
        "deals": [_deal_told(view.rules, deal, sides) for deal in view.deals],
        "voids": [(void.number, cards_named(void.table)) for void in view.voids],
    }


def draw_hidden(match: Match) -> SafeString:
    """Draw the match with every hand and the stock. Raises ValueError before the first deal."""
    state = match.state
    if state is None:
        raise ValueError("nothing has been dealt")
    names = seat_names(list(match.seats.all()))
    hidden = None
    if state.deal is not None:
        hands = tuple(engine.cards_in(hand) for hand in state.deal.hands)
        hidden = Hidden(hands, state.deal.stock)
    return _svg(draw_match(engine.view(state, None), names, hidden))


def plans_told(match: Match) -> list[tuple[str, list[str]]]:
    """Tell the plans that seats have made, item by item, as they are stored."""
    names = seat_names(list(match.seats.all()))
    return [
        (names[plan.seat], [json.dumps(item, ensure_ascii=False) for item in plan.items])
        for plan in Plan.objects.filter(match=match).order_by("seat")
    ]


def _deal_told(rules: engine.RuleSet, deal: engine.DealScore, sides: Sequence[str]) -> _DealTold:
    lines = [category.told for category in categories(rules, deal, sides)]
    outright = outright_told(deal, sides)
    return _DealTold(
        deal.number, " – ".join(map(str, deal.points)), (*lines, *([outright] if outright else ()))
    )


def _svg(markup: str) -> SafeString:
    return mark_safe(markup)  # noqa: S308 - `games.decks.svg` escapes every text
