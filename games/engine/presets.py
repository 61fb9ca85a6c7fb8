"""The rule sets offered by name, as data: a label, and what differs from the default (R8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from .errors import UnknownPreset
from .ruleset import RuleSet
from .validation import apply_overrides, known_leaves

_TEAMS: Final = {"table.players": 4, "table.sides": "teams"}


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules with a name; `label` and `description` are by language, "it" and "en"."""

    slug: str
    label: Mapping[str, str]
    description: Mapping[str, str]
    tier: int
    rules: RuleSet


def _preset(
    slug: str,
    label: tuple[str, str],
    description: tuple[str, str],
    changes: Mapping[str, Any],
    tier: int = 1,
) -> Preset:
    rules = apply_overrides(known_leaves(RuleSet()), changes)
    return Preset(slug, _texts(label), _texts(description), tier, replace(rules, slug=slug))


def _texts(italian_and_english: tuple[str, str]) -> Mapping[str, str]:
    return MappingProxyType(dict(zip(("it", "en"), italian_and_english, strict=True)))


_TIER_1: Final = (
    _preset(
        "scopa_classica",
        ("Scopa classica", "Classic Scopa"),
        ("In due, tre carte a testa, agli 11.", "Two players, hands of three cards, to 11."),
        {},
    ),
    _preset(
        "scopa_21",
        ("Scopa ai 21", "Scopa to 21"),
        ("La scopa classica, ai 21.", "Classic Scopa, to 21."),
        {"match.target": 21},
    ),
    _preset(
        "scopa_breve",
        ("Scopa breve", "Short Scopa"),
        ("La scopa classica, ai 7.", "Classic Scopa, to 7."),
        {"match.target": 7},
    ),
    _preset(
        "smazzata_singola",
        ("Smazzata singola", "Single deal"),
        ("Una sola smazzata, che può finire pari.", "One deal only, which may be drawn."),
        {"match.mode": "fixed_deals", "match.deals": 1, "match.tie": "draw"},
    ),
    _preset(
        "scopa_in_tre",
        ("Scopa in tre", "Three-handed Scopa"),
        ("In tre, ognuno per sé, agli 11.", "Three players, each alone, to 11."),
        {"table.players": 3},
    ),
    _preset(
        "scopa_a_coppie",
        ("Scopa a coppie", "Partnership Scopa"),
        (
            "In quattro a coppie, tre carte a testa, agli 11.",
            "Four players in pairs, hands of three cards, to 11.",
        ),
        _TEAMS,
    ),
    _preset(
        "scopone",
        ("Scopone (nove carte)", "Scopone (nine cards)"),
        (
            "In quattro a coppie, nove carte a testa e quattro in tavola, agli 11.",
            "Four players in pairs, nine cards each and four on the table, to 11.",
        ),
        {**_TEAMS, "deal.hand_size": 9},
    ),
    _preset(
        "scopone_scientifico",
        ("Scopone scientifico (dieci carte)", "Scopone scientifico (ten cards)"),
        (
            "In quattro a coppie, dieci carte a testa e tavola vuota, ai 21.",
            "Four players in pairs, ten cards each and an empty table, to 21.",
        ),
        {
            **_TEAMS,
            "deal.hand_size": 10,
            "deal.table_size": 0,
            "deal.redeal_kings_min": None,
            "match.target": 21,
        },
    ),
)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({preset.slug: preset for preset in _TIER_1})

_NO_OVERRIDES: Final[Mapping[str, object]] = MappingProxyType({})


def resolve(preset: str, overrides: Mapping[str, object] = _NO_OVERRIDES) -> RuleSet:
    """Give a preset's rules with some values changed by path.

    Raises `UnknownPreset`, or `RuleSetInvalid` with every problem found.

    >>> resolve("scopa_classica", {"match.target": 16}).match.target
    16
    """
    try:
        found = PRESETS[preset]
    except (KeyError, TypeError) as error:  # TypeError: not even hashable
        raise UnknownPreset(preset, PRESETS) from error
    return apply_overrides(known_leaves(found.rules), overrides)
