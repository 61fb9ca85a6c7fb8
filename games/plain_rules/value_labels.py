"""What each value of a field is called, in both languages: words, numbers, yes and no."""

from collections.abc import Mapping
from typing import Final

from games.plain_rules.both import Both
from games.plain_rules.field_texts import FIELD_TEXTS

__all__ = ["value_label"]

_PLAYERS: Final = Both("giocatori", "players"), Both("giocatore", "player")
_CARDS: Final = Both("carte", "cards"), Both("carta", "card")
_POINTS: Final = Both("punti", "points"), Both("punto", "point")
_KINGS: Final = (Both("Re o più", "or more Kings"),) * 2
_ACES: Final = Both("Assi o più", "or more Aces"), Both("Asso o più", "or more Aces")

# By path: what a number counts, of several and of one.
_UNITS: Final[Mapping[str, tuple[Both, Both]]] = {
    "table.players": _PLAYERS,
    "deal.hand_size": _CARDS,
    "deal.table_size": _CARDS,
    "deal.redeal_kings_min": _KINGS,
    "deal.redeal_aces_min": _ACES,
    "capture.max_table_cards": _CARDS,
    "sweep.points": _POINTS,
    "scoring.cards.points": _POINTS,
    "scoring.denari.points": _POINTS,
    "scoring.settebello": _POINTS,
    "scoring.primiera.points": _POINTS,
    "scoring.re_bello": _POINTS,
    "scoring.napola.cap": _POINTS,
    "scoring.grande": _POINTS,
    "scoring.sevens.most": _POINTS,
    "scoring.sevens.all_four": _POINTS,
    "declarations.low_hand": _POINTS,
    "declarations.three_of_a_kind": _POINTS,
    "match.target": _POINTS,
    "match.margin": _POINTS,
}
_NULLS: Final[Mapping[str, Both]] = {
    "deal.redeal_kings_min": Both("Mai", "Never"),
    "deal.redeal_aces_min": Both("Mai", "Never"),
    "capture.max_table_cards": Both("Quante si vuole", "Any number"),
    "declarations.wild": Both("Nessuna", "None"),
    "match.deals": Both("A punti", "To a target"),
}
_FLAGS: Final[Mapping[bool, Both]] = {True: Both("Sì", "Yes"), False: Both("No", "No")}


def value_label(path: str, value: int | str | bool | None) -> Both:
    """Name a value of a field.

    >>> value_label("table.players", 2).en, value_label("deal.redeal_kings_min", None).it
    ('2 players', 'Mai')
    """
    if value is None:
        return _NULLS[path]
    if isinstance(value, bool):
        return _FLAGS[value]
    if isinstance(value, str):
        return FIELD_TEXTS[path].options[value]
    if path not in _UNITS:
        return Both(str(value), str(value))
    several, one = _UNITS[path]
    unit = one if value == 1 else several
    return Both(f"{value} {unit.it}", f"{value} {unit.en}")
