"""The rule sets offered by name, as data: a label, and what differs from the default (R8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from .errors import RuleSetInvalid, RuleSetProblem, UnknownPreset
from .ruleset import RuleSet
from .validation import apply_overrides, known_leaves

_TEAMS: Final = {"table.players": 4, "table.sides": "teams"}
_TRIOS: Final = {"table.players": 6, "table.sides": "teams"}
_TEN_CARDS: Final = {
    **_TEAMS,
    "deal.hand_size": 10,
    "deal.table_size": 0,
    "deal.redeal_kings_min": None,
}
_NAPOLA: Final = {"scoring.napola.enabled": True, "scoring.napola.napoleone_wins": True}


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
        {**_TEN_CARDS, "match.target": 21},
    ),
)

_TIER_2: Final = (
    _preset(
        "scopa_in_sei",
        ("Scopa in sei", "Six-handed Scopa"),
        (
            "In sei, tre contro tre, tre carte a testa, agli 11.",
            "Six players, three against three, hands of three cards, to 11.",
        ),
        _TRIOS,
        tier=2,
    ),
    _preset(
        "scopa_napola",
        ("Scopa con la napola", "Scopa with Napola"),
        (
            "Asso, due, tre di denari e seguenti fanno punti; tutti e dieci vincono. Ai 21.",
            "Ace, two, three of denari and so on score; all ten win the match. To 21.",
        ),
        {**_NAPOLA, "match.target": 21},
        tier=2,
    ),
    _preset(
        "scopa_rebello",
        ("Scopa col rebello", "Scopa with Re Bello"),
        ("Un punto anche per il Re di denari.", "A point for the King of denari too."),
        {"scoring.re_bello": 1},
        tier=2,
    ),
    _preset(
        "scopa_assi",
        ("Scopa d'assi", "Aces Scopa"),
        (
            "L'Asso piglia tutto, ma senza fare scopa.",
            "An Ace takes the whole table, but makes no scopa.",
        ),
        {"ace.sweep": True},
        tier=2,
    ),
    _preset(
        "asso_piglia_tutto",
        ("Asso piglia tutto", "Ace takes all"),
        ("L'Asso piglia tutto, e fa scopa.", "An Ace takes the whole table, and makes a scopa."),
        {"ace.sweep": True, "ace.scores_scopa": True},
        tier=2,
    ),
    _preset(
        "scopone_assi",
        ("Scopone d'assi", "Aces Scopone"),
        (
            "Scopone a dieci carte con l'Asso che piglia tutto e la napola.",
            "Ten-card Scopone with sweeping Aces and Napola.",
        ),
        {
            **_TEN_CARDS,
            "ace.sweep": True,
            "ace.on_empty_table": "taken",
            "ace.opening": "forbidden",
            "scoring.napola.enabled": True,
        },
        tier=2,
    ),
    _preset(
        "scopa_quindici",
        ("Scopa a quindici", "Scopa to fifteen"),
        (
            "Si prende ciò che con la carta giocata fa quindici.",
            "A card takes what makes fifteen with it.",
        ),
        {"capture.mode": "fifteen", "deal.redeal_kings_min": None},
        tier=2,
    ),
    _preset(
        "escoba",
        ("Escoba", "Escoba"),
        (
            "La scopa a quindici alla spagnola, con i sette e il premio del mazziere, ai 21.",
            "Scopa to fifteen as in Spain, with points for sevens and a dealer's bonus, to 21.",
        ),
        {
            "capture.mode": "fifteen",
            "deal.redeal_kings_min": None,
            "deal.dealer_bonus": "groups_of_15",
            "scoring.sevens.most": 1,
            "scoring.sevens.all_four": 1,
            "match.target": 21,
        },
        tier=2,
    ),
    _preset(
        "scopa_a_perdere",
        ("Scopa a perdere", "Losing Scopa"),
        (
            "Perde chi arriva per primo ai 21.",
            "The first to reach 21 loses.",
        ),
        {"match.objective": "lose", "match.target": 21},
        tier=2,
    ),
    _preset(
        "scopa_bga",
        ("Scopa come su Board Game Arena", "Scopa as on Board Game Arena"),
        (
            "Si prendono meno carte possibile, e la primiera conta i semi che ci sono.",
            "A card takes as few cards as it can, and the primiera counts the suits there are.",
        ),
        {
            "capture.choice": "fewest_cards",
            "scoring.primiera.missing_suit": "partial_sum",
        },
        tier=2,
    ),
)

_TIER_3: Final = (
    _preset(
        "scopa_figure",
        ("Scopa con le figure", "Scopa with court cards"),
        (
            "Nella primiera il Re vale 10, il Cavallo 9, il Fante 8.",
            "In the primiera a Re is worth 10, a Cavallo 9, a Fante 8.",
        ),
        {"scoring.primiera.scale": "figures_8_9_10"},
        tier=3,
    ),
    _preset(
        "cirulla",
        ("Cirulla", "Cirulla"),
        (
            "Si prende a somma o a quindici, l'Asso piglia tutto, e le mani si accusano. Ai 51.",
            "Captures by sum or fifteen, sweeping Aces, and hands that are declared. To 51.",
        ),
        {
            "capture.mode": "sum_or_fifteen",
            "capture.choice": "any",
            "ace.sweep": True,
            "ace.scores_scopa": True,
            "deal.redeal_kings_min": None,
            "deal.redeal_aces_min": 2,
            "deal.dealer_bonus": "total_15_30",
            **_NAPOLA,
            "scoring.napola.cap": 6,
            "scoring.grande": 5,
            "declarations.low_hand": 3,
            "declarations.three_of_a_kind": 10,
            "declarations.wild": "7C",
            "match.target": 51,
        },
        tier=3,
    ),
)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {preset.slug: preset for preset in (*_TIER_1, *_TIER_2, *_TIER_3)}
)

_NAMED: Final = 3  # presets in a sentence
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
    try:
        return apply_overrides(known_leaves(found.rules), overrides)
    except RuleSetInvalid as refusal:
        raise RuleSetInvalid(map(_with_presets, refusal.errors)) from refusal


def _with_presets(problem: RuleSetProblem) -> RuleSetProblem:
    """Name the presets for a number of players that the rules asked for do not fit."""
    if problem.path != "table.players" or problem.code != "combination_not_allowed":
        return problem
    players = problem.value
    slugs = [slug for slug, each in PRESETS.items() if each.rules.table.players == players]
    named = ", ".join(slugs[:_NAMED])
    return replace(
        problem,
        reason_en=f"{problem.reason_en}; presets for {players} players: {named}",
        reason_it=f"{problem.reason_it}; formule per {players} giocatori: {named}",
    )
