"""How cards are taken, worked out from a rule set once (R3, R9)."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from .cards import ALL_CARDS, RANK_MASKS
from .ruleset import AceRules, CaptureRules

ACE: Final = 1
FIFTEEN: Final = 15


@dataclass(frozen=True, slots=True, eq=False)
class Taking:
    """What the capture rules come to. Two of these are equal only if they are one.

    `sums`: a card takes an equal card or cards that add up to it; `equal_first`: no such
    sum beside an equal card. `fifteens`: a card takes what makes fifteen with it.
    `fewest`: only the captures of the fewest cards. `largest`: the most cards at once.
    The rest is what an Ace can do beyond its rank.
    """

    sums: bool
    equal_first: bool
    fifteens: bool
    fewest: bool
    largest: int
    ace_sweeps: bool
    beside_an_ace: bool
    lone_ace_is_taken: bool

    def sweeps(self, table: int, rank: int) -> bool:
        """Tell whether a card takes the whole table for being an Ace (R9.1, R9.2)."""
        return (
            self.ace_sweeps
            and rank == ACE
            and table != 0
            and (self.beside_an_ace or not table & RANK_MASKS[ACE])
        )


@lru_cache(maxsize=1 << 12)
def taking_of(capture: CaptureRules, ace: AceRules) -> Taking:
    """Work out how cards are taken; the same rules give the same object."""
    return Taking(
        sums=capture.mode != "fifteen",
        equal_first=capture.choice == "single_first",
        fifteens=capture.mode != "sum",
        fewest=capture.choice == "fewest_cards",
        largest=capture.max_table_cards or ALL_CARDS.bit_count(),
        ace_sweeps=ace.sweep,
        beside_an_ace=ace.with_ace_on_table == "sweeps",
        lone_ace_is_taken=ace.on_empty_table == "taken",
    )


CLASSIC: Final = taking_of(CaptureRules(), AceRules())
