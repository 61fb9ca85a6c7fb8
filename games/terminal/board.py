"""Show a seat its table: score, piles, the cards that lie there, and its own hand."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine import DealView, PlayerView
from games.terminal.cards import card_rows
from games.terminal.screen import Screen
from games.wording import (
    cards_count,
    cards_named,
    points_count,
    preset_name,
    scope_count,
    side_names,
)

__all__ = ["board_lines", "goal_told"]

_SEPARATOR = " · "


def board_lines(view: PlayerView, names: Sequence[str], screen: Screen) -> Iterator[str]:
    """Yield the lines of the table as the seat of `view` sees it. Needs a deal."""
    deal = view.deal
    if deal is None:
        raise ValueError("no deal to show")
    sides = side_names(view.rules, names)
    yield screen.rule()
    yield _SEPARATOR.join(
        (
            preset_name(view.rules.slug),
            goal_told(view),
            _("deal %(number)s") % {"number": deal.number},
        )
    )
    yield from _piles(view, deal, sides)
    yield _held(view, deal, names)
    yield from _declared(view, deal, names)
    yield ""
    yield screen.painted(pgettext("place", "Table"), 1)
    yield from card_rows(deal.table, screen)
    if not deal.table:
        yield _("(empty)")
    yield screen.painted(_("Your hand"), 1)
    yield from card_rows(deal.hand, screen, numbered=True)


def goal_told(view: PlayerView) -> str:
    """Say when the match ends."""
    match = view.rules.match
    goal = _("deals to play: %(count)s") % {"count": match.deals}
    if match.mode == "target":
        goal = _("to %(target)s points") % {"target": match.target}
    return goal if match.objective == "win" else _("%(goal)s, the fewest win") % {"goal": goal}


def _piles(view: PlayerView, deal: DealView, sides: Sequence[str]) -> Iterator[str]:
    widest = max(map(len, sides))
    for pile in deal.piles:
        yield _("%(name)s  %(points)s · taken: %(cards)s, %(scope)s") % {
            "name": sides[pile.side].ljust(widest),
            "points": points_count(view.scores[pile.side]).rjust(len(points_count(10))),
            "cards": cards_count(pile.count),
            "scope": scope_count(pile.scope),
        }


def _held(view: PlayerView, deal: DealView, names: Sequence[str]) -> str:
    held = (
        f"{names[seat]}: {count}"
        for seat, count in enumerate(deal.hand_counts)
        if seat != view.seat
    )
    return _("In hand: %(held)s · in the stock: %(stock)s") % {
        "held": ", ".join(held),
        "stock": deal.stock_count,
    }


def _declared(view: PlayerView, deal: DealView, names: Sequence[str]) -> Iterator[str]:
    """Show what the others have declared and not yet played."""
    for hand in deal.declared:
        if hand.cards and hand.seat != view.seat:
            yield _("%(name)s has declared, and still holds: %(cards)s") % {
                "name": names[hand.seat],
                "cards": cards_named(hand.cards),
            }
