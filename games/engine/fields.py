"""What may stand in each field of a rule set, as a table (docs/rules.md, R8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

Value = int | str | bool | None


@dataclass(frozen=True, slots=True)
class Field:
    """The values of one field."""

    known: tuple[Value, ...]


def _field(*known: Value) -> Field:
    return Field(known)


FIELDS: Final[Mapping[str, Field]] = MappingProxyType(
    {
        "table.players": _field(2, 3, 4, 6),
        "table.sides": _field("solo", "teams"),
        "deal.hand_size": _field(3, 6, 9, 10),
        "deal.table_size": _field(0, 4),
        "deal.redeal_kings_min": _field(None, 3),
        "deal.redeal_aces_min": _field(None, 1, 2),
        "deal.dealer_bonus": _field("none", "groups_of_15", "total_15_30"),
        "deal.first_dealer": _field("random", "seat_0"),
        "capture.mode": _field("sum", "fifteen", "sum_or_fifteen"),
        "capture.choice": _field("single_first", "fewest_cards", "any"),
        "capture.mandatory": _field(True, False),
        "capture.max_table_cards": _field(None, *range(2, 11)),
        "ace.sweep": _field(False, True),
        "ace.scores_scopa": _field(False, True),
        "ace.with_ace_on_table": _field("by_value", "sweeps"),
        "ace.on_empty_table": _field("stays", "taken"),
        "ace.opening": _field("free", "no_sweep", "forbidden"),
        "sweep.points": _field(0, 1),
        "sweep.last_card_counts": _field(False, True),
        "leftovers.to": _field("last_capturer", "dealer"),
        "scoring.cards.points": _field(0, 1),
        "scoring.cards.award": _field("most", "majority"),
        "scoring.denari.points": _field(0, 1),
        "scoring.denari.award": _field("most", "majority"),
        "scoring.settebello": _field(0, 1, 2, 3),
        "scoring.primiera.points": _field(0, 1),
        "scoring.primiera.method": _field("sum", "most_sevens", "off"),
        "scoring.primiera.scale": _field("standard", "figures_8_9_10"),
        "scoring.primiera.missing_suit": _field("void", "fewer_suits_lose", "partial_sum"),
        "scoring.re_bello": _field(0, 1, 2, 3),
        "scoring.napola.enabled": _field(False, True),
        "scoring.napola.cap": _field(6, 7, 9, 10),
        "scoring.napola.napoleone_wins": _field(False, True),
        "scoring.grande": _field(0, 5),
        "scoring.sevens.most": _field(0, 1),
        "scoring.sevens.all_four": _field(0, 1),
        "declarations.low_hand": _field(0, 3),
        "declarations.low_hand_max": _field(9),
        "declarations.three_of_a_kind": _field(0, 10),
        "declarations.wild": _field(None, "7C"),
        "match.mode": _field("target", "fixed_deals"),
        "match.target": _field(*range(1, 102)),
        "match.deals": _field(None, *range(1, 102)),
        "match.margin": _field(1, 2),
        "match.tie": _field("extra_deal", "draw"),
        "match.objective": _field("win", "lose"),
    }
)


def is_one_of(value: object, candidates: tuple[Value, ...]) -> bool:
    """Tell whether a value is among candidates, by type too: 1, True and 1.0 differ."""
    try:
        equal = candidates[candidates.index(value)]
    except ValueError:
        return False
    return type(equal) is type(value)
