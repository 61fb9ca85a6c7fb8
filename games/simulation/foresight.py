"""What a person lays out for the next turn: to take what lies there, or else to lay a card."""

from games import engine
from games.plans import PlanItem

__all__ = ["foreseen"]

_CAPTURES = 3


def foreseen(view: engine.PlayerView) -> list[PlanItem]:
    """Plan the captures of single equal cards, the dearest first, and else the least card laid.

    A capture counts only while it lies there; whatever the opponent leaves instead makes the card
    to be laid a gamble, and a plan that is not legal then is dropped.
    """
    if view.deal is None or not view.deal.hand:
        return []
    pairs = [
        PlanItem(card, (taken,), has=(taken,))
        for card in view.deal.hand
        for taken in view.deal.table
        if card.rank == taken.rank
    ]
    least = min(view.deal.hand, key=lambda card: (card.suit is engine.Suit.DENARI, card.rank == 7))
    return [*sorted(pairs, key=_worth, reverse=True)[:_CAPTURES], PlanItem(least, ())]


def _worth(item: PlanItem) -> tuple[int, bool]:
    cards = (item.card, *item.has)
    return sum(card.suit is engine.Suit.DENARI for card in cards), item.card.rank == 7
