"""Which values of a rule set fit together, as a table (R8.3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

Leaves = Mapping[str, Any]
Test = Callable[[Leaves], bool]

_PACK: Final = 40


@dataclass(frozen=True, slots=True)
class Combination:
    """Fields that must fit together: `paths` are all of them, the first the one to blame."""

    paths: tuple[str, ...]
    fits: Test
    reason_en: str
    reason_it: str

    @property
    def path(self) -> str:
        """The field to blame where nothing tells which was changed."""
        return self.paths[0]


def _either(path: str, value: object, otherwise: Test) -> Test:
    """Let a field have one value always, and any other only where something else holds."""
    return lambda at: at[path] == value or otherwise(at)


def _has(path: str, *values: object) -> Test:
    return lambda at: at[path] in values


def _in_teams_of(players: int) -> Test:
    return lambda at: at["table.players"] == players and at["table.sides"] == "teams"


def _hands_fill_rounds(at: Leaves) -> bool:
    to_hands = _PACK - at["deal.table_size"]
    return bool(to_hands % (at["table.players"] * at["deal.hand_size"]) == 0)


def _something_scores(at: Leaves) -> bool:
    points, method = (at[path] for path in _PRIMIERA)
    primiera = points and method != "off"
    return bool(primiera) or any(at[path] for path in _SCORES)


_SCORES: Final = (
    "sweep.points",
    "scoring.cards.points",
    "scoring.denari.points",
    "scoring.settebello",
    "scoring.re_bello",
    "scoring.napola.enabled",
    "scoring.grande",
    "scoring.sevens.most",
    "scoring.sevens.all_four",
    "declarations.low_hand",
    "declarations.three_of_a_kind",
)
_PRIMIERA: Final = ("scoring.primiera.points", "scoring.primiera.method")
_HELPED: Final = ("declarations.low_hand", "declarations.three_of_a_kind", "deal.dealer_bonus")

_four_on_the_table = _has("deal.table_size", 4)
_a_sum = _has("capture.mode", "sum")
_an_ace_sweeps = _has("ace.sweep", True)
_the_primiera_is_a_sum = _has("scoring.primiera.method", "sum")
_hands_of_three = _has("deal.hand_size", 3)


def _wild_can_help(at: Leaves) -> bool:
    low_hand, three_of_a_kind, bonus = (at[path] for path in _HELPED)
    return bool(low_hand or three_of_a_kind or bonus == "total_15_30")


COMBINATIONS: Final = (
    Combination(
        ("table.sides", "table.players"),
        _either("table.sides", "solo", _has("table.players", 4, 6)),
        "teams need four or six players",
        "le squadre richiedono quattro o sei giocatori",
    ),
    Combination(
        ("deal.hand_size", "table.players", "table.sides"),
        lambda at: at["deal.hand_size"] not in (9, 10) or _in_teams_of(4)(at),
        "hands of nine or ten cards need four players in teams",
        "nove o dieci carte in mano richiedono quattro giocatori a coppie",
    ),
    Combination(
        ("deal.hand_size", "table.players", "table.sides"),
        lambda at: at["deal.hand_size"] != 6 or _in_teams_of(6)(at),
        "hands of six cards need six players in teams",
        "sei carte in mano richiedono sei giocatori in due squadre",
    ),
    Combination(
        ("deal.hand_size", "deal.table_size", "table.players"),
        _hands_fill_rounds,
        "the cards that do not go to the table must fill whole rounds of hands",
        "le carte che non vanno in tavola devono formare giri di mani completi",
    ),
    Combination(
        ("deal.redeal_kings_min", "deal.table_size"),
        _either("deal.redeal_kings_min", None, _four_on_the_table),
        "kings can void a deal only where four cards go to the table",
        "i Re mandano a monte solo dove quattro carte vanno in tavola",
    ),
    Combination(
        ("deal.redeal_aces_min", "deal.table_size"),
        _either("deal.redeal_aces_min", None, _four_on_the_table),
        "aces can void a deal only where four cards go to the table",
        "gli Assi mandano a monte solo dove quattro carte vanno in tavola",
    ),
    Combination(
        ("deal.dealer_bonus", "deal.table_size"),
        _either("deal.dealer_bonus", "none", _four_on_the_table),
        "the dealer's bonus needs four cards on the table",
        "il premio del mazziere richiede quattro carte in tavola",
    ),
    Combination(
        ("deal.dealer_bonus", "capture.mode"),
        _either("deal.dealer_bonus", "none", lambda at: not _a_sum(at)),
        "the dealer's bonus goes with captures that make fifteen",
        "il premio del mazziere va con le prese da quindici",
    ),
    Combination(
        ("capture.mandatory", "capture.mode"),
        _either("capture.mandatory", True, _a_sum),
        "a capture may be left only where cards are taken by sums",
        "si può rinunciare alla presa solo dove si prende a somma",
    ),
    Combination(
        ("ace.sweep", "capture.mode"),
        _either("ace.sweep", False, lambda at: at["capture.mode"] != "fifteen"),
        "an ace cannot sweep where all captures make fifteen",
        "l'Asso non può pigliare tutto dove ogni presa fa quindici",
    ),
    Combination(
        ("ace.scores_scopa", "ace.sweep"),
        _either("ace.scores_scopa", False, _an_ace_sweeps),
        "this needs an ace that sweeps",
        "questo richiede l'Asso che piglia tutto",
    ),
    Combination(
        ("ace.with_ace_on_table", "ace.sweep"),
        _either("ace.with_ace_on_table", "by_value", _an_ace_sweeps),
        "this needs an ace that sweeps",
        "questo richiede l'Asso che piglia tutto",
    ),
    Combination(
        ("ace.on_empty_table", "ace.sweep"),
        _either("ace.on_empty_table", "stays", _an_ace_sweeps),
        "this needs an ace that sweeps",
        "questo richiede l'Asso che piglia tutto",
    ),
    Combination(
        ("ace.opening", "ace.sweep"),
        _either("ace.opening", "free", _an_ace_sweeps),
        "this needs an ace that sweeps",
        "questo richiede l'Asso che piglia tutto",
    ),
    Combination(
        (*_SCORES, *_PRIMIERA),
        _something_scores,
        "something must score",
        "qualcosa deve fare punti",
    ),
    Combination(
        ("scoring.primiera.scale", "scoring.primiera.method"),
        _either("scoring.primiera.scale", "standard", _the_primiera_is_a_sum),
        "a scale needs a primiera that is added up",
        "una scala richiede la primiera a somma",
    ),
    Combination(
        ("scoring.primiera.missing_suit", "scoring.primiera.method"),
        _either("scoring.primiera.missing_suit", "void", _the_primiera_is_a_sum),
        "a missing suit matters only to a primiera that is added up",
        "il seme che manca conta solo per la primiera a somma",
    ),
    Combination(
        ("scoring.napola.cap", "scoring.napola.enabled"),
        _either("scoring.napola.cap", 10, _has("scoring.napola.enabled", True)),
        "a cap needs the napola",
        "un massimo richiede la napola",
    ),
    Combination(
        ("scoring.napola.napoleone_wins", "match.objective"),
        _either("scoring.napola.napoleone_wins", False, _has("match.objective", "win")),
        "all ten denari cannot win a match that is played to lose",
        "i dieci denari non possono vincere una partita a perdere",
    ),
    Combination(
        ("declarations.low_hand", "deal.hand_size"),
        _either("declarations.low_hand", 0, _hands_of_three),
        "hands are declared only where they are of three cards",
        "si accusa solo dove la mano è di tre carte",
    ),
    Combination(
        ("declarations.three_of_a_kind", "deal.hand_size"),
        _either("declarations.three_of_a_kind", 0, _hands_of_three),
        "hands are declared only where they are of three cards",
        "si accusa solo dove la mano è di tre carte",
    ),
    Combination(
        ("declarations.wild", *_HELPED),
        _either("declarations.wild", None, _wild_can_help),
        "a wild card needs a declaration or a dealer's total to help",
        "la matta richiede un accuso, o un totale del mazziere, da aiutare",
    ),
    Combination(
        ("match.deals", "match.mode"),
        lambda at: (at["match.deals"] is None) == (at["match.mode"] == "target"),
        "a match of a fixed number of deals needs that number, a match to a target has none",
        "una partita a smazzate fisse ne richiede il numero, una partita a punti non ne ha",
    ),
    Combination(
        ("match.margin", "match.mode"),
        _either("match.margin", 1, _has("match.mode", "target")),
        "a margin needs a match to a target",
        "un margine richiede una partita a punti",
    ),
    Combination(
        ("match.tie", "match.mode"),
        _either("match.tie", "extra_deal", _has("match.mode", "fixed_deals")),
        "only a match of a fixed number of deals can be drawn",
        "solo una partita a smazzate fisse può finire patta",
    ),
)
