"""Families of rules that have a rating of their own, as data.

A rating compares people who play the same sort of game. Rules belong to the first family all of
whose values they have, so that every rule set belongs to one, also one that somebody made up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from types import MappingProxyType
from typing import Final, Literal

from games.engine import RuleSet

__all__ = ["FAMILIES", "Family", "family_of"]

System = Literal["glicko2", "plackett_luce"]
_TWO: Final = {"table.players": (2,)}
_TEAMS: Final = {"table.sides": ("teams",)}
_PAIRS: Final = {**_TEAMS, "table.players": (4,)}


@dataclass(frozen=True, slots=True)
class Family:
    """Rules with one rating; `label` is by language. `asks`: what each of these fields may hold."""

    slug: str
    label: Mapping[str, str]
    asks: Mapping[str, tuple[object, ...]]

    @property
    def system(self) -> System:
        """How its ratings are reckoned: Glicko-2 is for one against one."""
        return "glicko2" if self.asks.get("table.players") == (2,) else "plackett_luce"


def _family(slug: str, label: tuple[str, str], asks: Mapping[str, tuple[object, ...]]) -> Family:
    names = dict(zip(("it", "en"), label, strict=True))
    return Family(slug, MappingProxyType(names), MappingProxyType(asks))


_ALL: Final = (
    _family(
        "duel_losing",
        ("In due, a perdere", "For two, to lose"),
        {**_TWO, "match.objective": ("lose",)},
    ),
    _family(
        "duel_fifteen",
        ("In due, a quindici", "For two, by fifteens"),
        {**_TWO, "capture.mode": ("fifteen", "sum_or_fifteen")},
    ),
    _family("duel", ("In due", "For two"), _TWO),
    _family(
        "long_hands",
        ("A coppie, mani lunghe", "In pairs, long hands"),
        {**_PAIRS, "deal.hand_size": (9, 10)},
    ),
    _family("pairs", ("A coppie", "In pairs"), _PAIRS),
    _family("trios", ("Tre contro tre", "Three against three"), _TEAMS),
    _family("alone", ("In tre o più, ognuno per sé", "For three or more, each alone"), {}),
)

FAMILIES: Final[Mapping[str, Family]] = MappingProxyType({each.slug: each for each in _ALL})


def family_of(rules: RuleSet) -> Family:
    """Return the family that rules belong to."""
    return next(family for family in _ALL if _has_all(rules, family.asks))


def _has_all(rules: RuleSet, asks: Mapping[str, tuple[object, ...]]) -> bool:
    return all(_value(rules, path) in allowed for path, allowed in asks.items())


def _value(rules: RuleSet, path: str) -> object:
    return reduce(getattr, path.split("."), rules)
