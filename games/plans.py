"""What a seat means to play once its turn comes: the first play whose condition the table meets.

A plan is looked at twice, when it is made and when it fires, by the same rules as a move. Nothing
here is stored or told: whoever calls keeps it to the seat that made it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games import engine

__all__ = ["MOST_ITEMS", "PlanFault", "PlanItem", "decode_plan", "encode_plan", "faults", "fired"]

MOST_ITEMS: Final = 10

Cards = tuple[engine.Card, ...]


@dataclass(frozen=True, slots=True)
class PlanItem:
    """Play `card` if the table then holds all of `has` and none of `lacks`.

    `capture` None leaves it to the rules, which then must know only one way; () lays the card down.
    """

    card: engine.Card
    capture: Cards | None = None
    has: Cards = ()
    lacks: Cards = ()

    def holds_on(self, table: Iterable[engine.Card]) -> bool:
        """Tell whether the table is as this item wants it."""
        lying = set(table)
        return lying.issuperset(self.has) and lying.isdisjoint(self.lacks)


@dataclass(frozen=True, slots=True)
class PlanFault:
    """What is wrong with an item: its index, the path to the field in it, and a stable code."""

    item: int
    path: str
    code: str


def fired(items: Sequence[Mapping[str, Any]], view: engine.PlayerView) -> engine.Move | None:
    """Give the move that a stored plan makes for the seat on turn, which sees `view`.

    The first item whose condition holds decides. If its play is not legal then, the whole plan is
    void: a table that its maker did not foresee is theirs to look at.
    """
    if view.deal is None:
        return None
    for item in decode_plan(items):
        if item.holds_on(view.deal.table):
            return _legal(item, view.legal_moves)
    return None


def faults(items: Sequence[PlanItem], view: engine.PlayerView) -> list[PlanFault]:
    """List what can never be played of a plan by the seat that sees `view`; empty if all is well.

    A card must be in the own hand; cards to take, or to look for on the table, cannot be.
    """
    hand = frozenset(() if view.deal is None else view.deal.hand)
    return [fault for index, item in enumerate(items) for fault in _faults(index, item, hand)]


def encode_plan(items: Iterable[PlanItem]) -> list[dict[str, Any]]:
    """Write a plan as plain data: [{"if": {"table_has", "table_lacks"}, "card", "capture"}]."""
    return [
        {
            "if": {"table_has": _written(item.has), "table_lacks": _written(item.lacks)},
            "card": str(item.card),
            "capture": None if item.capture is None else _written(item.capture),
        }
        for item in items
    ]


def decode_plan(data: Iterable[Mapping[str, Any]]) -> list[PlanItem]:
    """Read what `encode_plan` wrote."""
    return [
        PlanItem(
            card=engine.parse_card(item["card"]),
            capture=None if item["capture"] is None else _read(item["capture"]),
            has=_read(item["if"]["table_has"]),
            lacks=_read(item["if"]["table_lacks"]),
        )
        for item in data
    ]


def _legal(item: PlanItem, legal: Sequence[engine.Move]) -> engine.Move | None:
    """Find the legal move that an item means; None if there is none, or more than one."""
    of_card = [move for move in legal if move.card == item.card]
    if item.capture is not None:
        wanted = sorted(item.capture)
        of_card = [move for move in of_card if sorted(move.capture or ()) == wanted]
    return of_card[0] if len(of_card) == 1 else None


def _faults(index: int, item: PlanItem, hand: frozenset[engine.Card]) -> Iterator[PlanFault]:
    if item.card not in hand:
        yield PlanFault(index, "card", "card_not_in_hand")
    lists = {
        "capture": item.capture or (),
        "if/table_has": item.has,
        "if/table_lacks": item.lacks,
    }
    for path, cards in lists.items():
        for code, is_wrong in _WRONG.items():
            if is_wrong(cards, hand):
                yield PlanFault(index, path, code)
    if not set(item.lacks).isdisjoint((*item.has, *(item.capture or ()))):
        yield PlanFault(index, "if/table_lacks", "never_holds")


_WRONG: Final[Mapping[str, Callable[[Cards, frozenset[engine.Card]], bool]]] = {
    "own_card_on_table": lambda cards, hand: not hand.isdisjoint(cards),
    "named_twice": lambda cards, hand: len(set(cards)) < len(cards),
}


def _written(cards: Iterable[engine.Card]) -> list[str]:
    return [str(card) for card in cards]


def _read(codes: Iterable[str]) -> Cards:
    return tuple(engine.parse_card(code) for code in codes)
