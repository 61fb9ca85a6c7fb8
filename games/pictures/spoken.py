"""Say in words what the picture shows: its title, and the description read out instead of it."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import DealView, PlayerView
from games.telling import move_told, state_told
from games.wording import (
    cards_count,
    cards_named,
    preset_name,
    scope_count,
    side_names,
)

__all__ = ["describe", "entitle"]


def entitle(view: PlayerView, names: Sequence[str]) -> str:
    """Give the picture its title: the game and the score."""
    score = ", ".join(
        f"{name} {points}"
        for name, points in zip(side_names(view.rules, names), view.scores, strict=True)
    )
    return f"{preset_name(view.rules.slug)}: {score}"


def describe(view: PlayerView, names: Sequence[str]) -> str:
    """Tell everything in the picture, for those who cannot see it."""
    return " ".join(_sentences(view, names))


def _sentences(view: PlayerView, names: Sequence[str]) -> Iterator[str]:
    yield state_told(view, names).rstrip(".") + "."
    if view.deal is None:
        return
    yield from _deal_told(view.deal, names)
    sides = side_names(view.rules, names)
    for pile in view.deal.piles:
        words = {
            "name": sides[pile.side],
            "cards": cards_count(pile.count),
            "scope": scope_count(pile.scope),
        }
        yield _("Taken by %(name)s: %(cards)s, %(scope)s.") % words
    if view.deal.last_move is not None:
        yield _("Last move: %(move)s") % {"move": move_told(view.deal.last_move, names)}


def _deal_told(deal: DealView, names: Sequence[str]) -> Iterator[str]:
    if deal.table:
        yield _("On the table: %(cards)s.") % {"cards": cards_named(deal.table)}
    else:
        yield _("The table is empty.")
    for name, count in zip(names, deal.hand_counts, strict=True):
        yield ngettext(
            "%(name)s holds %(count)s card.", "%(name)s holds %(count)s cards.", count
        ) % {"name": name, "count": count}
    yield _("In the stock: %(cards)s.") % {"cards": cards_count(deal.stock_count)}
