"""What may stand in each field of a rule set, as a table.

`supported` is what this engine plays today; `known` adds the values that the house
rules describe (docs/rules.md, R8) but that the engine does not play yet. To support a
value, move it from `later` to the front, and make it work.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

Value = int | str | bool | None


@dataclass(frozen=True, slots=True)
class Field:
    """The values of one field: those played, and those only known."""

    supported: tuple[Value, ...]
    known: tuple[Value, ...]


def _field(*supported: Value, later: tuple[Value, ...] = ()) -> Field:
    return Field(supported, supported + later)


FIELDS: Final[Mapping[str, Field]] = MappingProxyType(
    {
        "table.players": _field(2, 3, 4, later=(6,)),
        "table.sides": _field("solo", "teams"),
        "deal.hand_size": _field(3, 9, 10, later=(6,)),
        "deal.table_size": _field(0, 4),
        "deal.redeal_kings_min": _field(None, 3),
        "deal.redeal_aces_min": _field(None, later=(1, 2)),
        "deal.dealer_bonus": _field("none", later=("groups_of_15", "total_15_30")),
        "deal.first_dealer": _field("random", "seat_0"),
        "capture.mode": _field("sum", later=("fifteen", "sum_or_fifteen")),
        "capture.choice": _field("single_first", later=("fewest_cards", "any")),
        "capture.mandatory": _field(True, later=(False,)),
        "capture.max_table_cards": _field(None, later=tuple(range(2, 11))),
        "ace.sweep": _field(False, later=(True,)),
        "ace.scores_scopa": _field(False, later=(True,)),
        "ace.with_ace_on_table": _field("by_value", later=("sweeps",)),
        "ace.on_empty_table": _field("stays", later=("taken",)),
        "ace.opening": _field("free", later=("no_sweep", "forbidden")),
        "sweep.points": _field(1, later=(0,)),
        "sweep.last_card_counts": _field(False, True),
        "leftovers.to": _field("last_capturer", later=("dealer",)),
        "scoring.cards.points": _field(1, later=(0,)),
        "scoring.cards.award": _field("most", "majority"),
        "scoring.denari.points": _field(1, later=(0,)),
        "scoring.denari.award": _field("most", "majority"),
        "scoring.settebello": _field(1, later=(0, 2, 3)),
        "scoring.primiera.points": _field(1, later=(0,)),
        "scoring.primiera.method": _field("sum", later=("most_sevens", "off")),
        "scoring.primiera.scale": _field("standard", later=("figures_8_9_10",)),
        "scoring.primiera.missing_suit": _field("void", later=("fewer_suits_lose", "partial_sum")),
        "scoring.re_bello": _field(0, later=(1,)),
        "scoring.napola.enabled": _field(False, later=(True,)),
        "scoring.napola.cap": _field(10, later=(6, 7, 9)),
        "scoring.napola.napoleone_wins": _field(False, later=(True,)),
        "scoring.grande": _field(0, later=(5,)),
        "scoring.sevens.most": _field(0, later=(1,)),
        "scoring.sevens.all_four": _field(0, later=(1,)),
        "match.mode": _field("target", "fixed_deals"),
        "match.target": _field(*range(1, 102)),
        "match.deals": _field(None, *range(1, 102)),
        "match.margin": _field(1, later=(2,)),
        "match.tie": _field("extra_deal", "draw"),
        "match.objective": _field("win", later=("lose",)),
    }
)


def is_one_of(value: object, candidates: tuple[Value, ...]) -> bool:
    """Tell whether a value is among candidates, by type too: 1, True and 1.0 differ."""
    try:
        equal = candidates[candidates.index(value)]
    except ValueError:
        return False
    return type(equal) is type(value)
