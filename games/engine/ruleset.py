"""The declarative rule set: every choice a match is played by, as frozen data (R8).

The nesting and the names are those of the JSON. What may stand in a field is said in
`fields`, what fits together in `validation`; a variant is a change of values, never of code.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Final, Literal

RULESET_SCHEMA: Final = 2

Award = Literal["most", "majority"]


@dataclass(frozen=True, slots=True)
class TableRules:
    """Who sits at the table (R1.3, R1.4)."""

    players: int = 2
    sides: Literal["solo", "teams"] = "solo"


@dataclass(frozen=True, slots=True)
class DealRules:
    """How the cards are dealt (R2)."""

    hand_size: int = 3
    table_size: int = 4
    redeal_kings_min: int | None = 3
    redeal_aces_min: int | None = None
    dealer_bonus: Literal["none", "groups_of_15", "total_15_30"] = "none"
    first_dealer: Literal["random", "seat_0"] = "random"


@dataclass(frozen=True, slots=True)
class CaptureRules:
    """What a card may take (R3)."""

    mode: Literal["sum", "fifteen", "sum_or_fifteen"] = "sum"
    choice: Literal["single_first", "fewest_cards", "any"] = "single_first"
    mandatory: bool = True
    max_table_cards: int | None = None


@dataclass(frozen=True, slots=True)
class AceRules:
    """What an Ace can do beyond its rank (R9)."""

    sweep: bool = False
    scores_scopa: bool = False
    with_ace_on_table: Literal["by_value", "sweeps"] = "by_value"
    on_empty_table: Literal["stays", "taken"] = "stays"
    opening: Literal["free", "no_sweep", "forbidden"] = "free"


@dataclass(frozen=True, slots=True)
class SweepRules:
    """What a scopa is worth (R4)."""

    points: int = 1
    last_card_counts: bool = False


@dataclass(frozen=True, slots=True)
class LeftoverRules:
    """Who takes what still lies on the table (R5)."""

    to: Literal["last_capturer", "dealer"] = "last_capturer"


@dataclass(frozen=True, slots=True)
class AwardRules:
    """A point for having more cards of a kind (R6.1, R6.2)."""

    points: int = 1
    award: Award = "most"


@dataclass(frozen=True, slots=True)
class PrimieraRules:
    """How the primiera is counted (R6.4, R6.12 to R6.14)."""

    points: int = 1
    method: Literal["sum", "most_sevens", "off"] = "sum"
    scale: Literal["standard", "figures_8_9_10"] = "standard"
    missing_suit: Literal["void", "fewer_suits_lose", "partial_sum"] = "void"


@dataclass(frozen=True, slots=True)
class NapolaRules:
    """The run of denari from the Ace (R6.8, R6.9)."""

    enabled: bool = False
    cap: int = 10
    napoleone_wins: bool = False


@dataclass(frozen=True, slots=True)
class SevensRules:
    """Points for sevens (R6.11)."""

    most: int = 0
    all_four: int = 0


@dataclass(frozen=True, slots=True)
class DeclarationRules:
    """What a hand scores as it is dealt, and the card that helps it (R10)."""

    low_hand: int = 0
    low_hand_max: int = 9
    three_of_a_kind: int = 0
    wild: str | None = None


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """What scores at the end of a deal (R6)."""

    cards: AwardRules = field(default_factory=AwardRules)
    denari: AwardRules = field(default_factory=AwardRules)
    settebello: int = 1
    primiera: PrimieraRules = field(default_factory=PrimieraRules)
    re_bello: int = 0
    napola: NapolaRules = field(default_factory=NapolaRules)
    grande: int = 0
    sevens: SevensRules = field(default_factory=SevensRules)


@dataclass(frozen=True, slots=True)
class MatchRules:
    """When the match ends and who wins it (R7)."""

    mode: Literal["target", "fixed_deals"] = "target"
    target: int = 11
    deals: int | None = None
    margin: int = 1
    tie: Literal["extra_deal", "draw"] = "extra_deal"
    objective: Literal["win", "lose"] = "win"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All rules of a match. The defaults are classic Scopa to 11.

    Made by `resolve` and `decode_rules`, which validate. `slug` names the preset that
    the rules started from, also when some of its values were changed.
    """

    schema: int = RULESET_SCHEMA
    slug: str = "scopa_classica"
    table: TableRules = field(default_factory=TableRules)
    deal: DealRules = field(default_factory=DealRules)
    capture: CaptureRules = field(default_factory=CaptureRules)
    ace: AceRules = field(default_factory=AceRules)
    sweep: SweepRules = field(default_factory=SweepRules)
    leftovers: LeftoverRules = field(default_factory=LeftoverRules)
    scoring: ScoringRules = field(default_factory=ScoringRules)
    declarations: DeclarationRules = field(default_factory=DeclarationRules)
    match: MatchRules = field(default_factory=MatchRules)


def sides_by_seat(rules: RuleSet) -> Sequence[int]:
    """Give the side of each seat: itself, or seat modulo 2 in teams (R1.4)."""
    players = rules.table.players
    return (0, 1) * (players // 2) if rules.table.sides == "teams" else range(players)


def side_of(rules: RuleSet, seat: int) -> int:
    """Give the side that a seat plays for (R1.4)."""
    return sides_by_seat(rules)[seat]


def side_count(rules: RuleSet) -> int:
    """Give the number of sides: 2 in teams, else one for each player (R1.4)."""
    return 2 if rules.table.sides == "teams" else rules.table.players


def encode_rules(rules: RuleSet) -> dict[str, Any]:
    """Turn rules into plain JSON data, nested as the dataclasses are.

    >>> encode_rules(RuleSet())["match"]["target"]
    11
    """
    return _encode(rules)


def _encode(group: Any) -> dict[str, Any]:
    encoded = {}
    for name in group.__slots__:
        value = getattr(group, name)
        encoded[name] = _encode(value) if hasattr(value, "__slots__") else value
    return encoded


def leaves_of(document: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Walk encoded rules as (path, value), such as ("match.target", 11)."""
    for name, value in document.items():
        if isinstance(value, Mapping):
            yield from leaves_of(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def build_rules(leaves: Mapping[str, Any]) -> RuleSet:
    """Make rules of the value at each path, without any check."""
    return RuleSet(**_build(RuleSet, leaves, ""))


def _build(group: Any, leaves: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    built: dict[str, Any] = {}
    for entry in fields(group):
        kind, path = entry.type, prefix + entry.name
        if isinstance(kind, type) and is_dataclass(kind):
            built[entry.name] = kind(**_build(kind, leaves, path + "."))
        else:
            built[entry.name] = leaves[path]
    return built
