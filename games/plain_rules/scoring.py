"""Say what scores at the end of a deal (R6)."""

from collections.abc import Iterator, Mapping
from typing import Final

from games.engine import RuleSet
from games.plain_rules.both import Both, listed, number, points

__all__ = ["scoring_told"]

_CARDS: Final[Mapping[str, Both]] = {
    "most": Both("a chi ha più carte", "for the most cards"),
    "majority": Both("a chi ha più di venti carte", "for more than twenty cards"),
}
_DENARI: Final[Mapping[str, Both]] = {
    "most": Both("a chi ha più denari", "for the most denari"),
    "majority": Both("a chi ha più di cinque denari", "for more than five denari"),
}
_SETTEBELLO: Final = Both("a chi ha il settebello", "for the settebello (seven of denari)")
_PRIMIERA: Final = Both("a chi ha la primiera", "for the primiera")
_RE_BELLO: Final = Both("a chi ha il Re di denari", "for the King of denari")
_GRANDE: Final = Both(
    "a chi ha Fante, Cavallo e Re di denari", "for Fante, Cavallo and Re of denari together"
)
_SEVENS: Final = Both("a chi ha più sette", "for the most sevens")
_FOUR_SEVENS: Final = Both("in più a chi ha tutti e quattro i sette", "more for all four sevens")
_TIES: Final = Both("In parità il punto non va a nessuno.", "A tie gives the point to nobody.")
_SCALES: Final[Mapping[str, Both]] = {
    "standard": Both("le figure 10", "court cards 10"),
    "figures_8_9_10": Both("il Re 10, il Cavallo 9, il Fante 8", "a Re 10, a Cavallo 9, a Fante 8"),
}
_MISSING_SUITS: Final[Mapping[str, Both]] = {
    "void": Both("chi non ha tutti i semi non la fa", "without all four suits there is none"),
    "fewer_suits_lose": Both("chi ha meno semi perde", "whoever has fewer suits loses"),
    "partial_sum": Both("un seme che manca vale zero", "a suit that is missing counts for nothing"),
}
_MOST_SEVENS: Final = Both(
    "La primiera è di chi ha più sette; in parità contano i sei, poi gli Assi.",
    "The primiera goes to the most sevens; on a tie sixes count, then Aces.",
)
_NO_PRIMIERA: Final = Both("La primiera non si conta.", "There is no primiera.")
_NAPOLEONE: Final = Both(
    "Chi prende tutti e dieci i denari vince la partita.",
    "Whoever takes all ten denari wins the match.",
)


def scoring_told(rules: RuleSet) -> Iterator[Both]:
    """Yield the sentences on the score of a deal."""
    yield from _points(rules)
    yield _TIES
    yield from _primiera(rules)
    napola = rules.scoring.napola
    if napola.enabled:
        most = number(napola.cap)
        yield Both(
            "La napola, cioè Asso, due e tre di denari con quelli che seguono, dà un punto per"
            f" carta, fino a {most.it}.",
            "The napola, which is Ace, two and three of denari with those that follow, scores one"
            f" point a card, up to {most.en}.",
        )
    if napola.napoleone_wins:
        yield _NAPOLEONE


def _points(rules: RuleSet) -> Iterator[Both]:
    """Yield a sentence for each number of points, with all that scores so many."""
    scoring = rules.scoring
    primiera = scoring.primiera.points if scoring.primiera.method != "off" else 0
    worth = (
        (scoring.cards.points, _CARDS[scoring.cards.award]),
        (scoring.denari.points, _DENARI[scoring.denari.award]),
        (scoring.settebello, _SETTEBELLO),
        (primiera, _PRIMIERA),
        (scoring.re_bello, _RE_BELLO),
        (scoring.grande, _GRANDE),
        (scoring.sevens.most, _SEVENS),
        (scoring.sevens.all_four, _FOUR_SEVENS),
    )
    for value in sorted({value for value, _what in worth if value}):
        won = points(value)
        what = listed([what for each, what in worth if each == value])
        yield Both(f"{won.it} {what.it}.", f"{won.en} {what.en}.")


def _primiera(rules: RuleSet) -> Iterator[Both]:
    primiera = rules.scoring.primiera
    if not primiera.points:
        return
    if primiera.method == "off":
        yield _NO_PRIMIERA
    elif primiera.method == "most_sevens":
        yield _MOST_SEVENS
    else:
        figures, missing = _SCALES[primiera.scale], _MISSING_SUITS[primiera.missing_suit]
        yield Both(
            "Per la primiera si somma la carta migliore di ogni seme: il 7 vale 21, il 6 18,"
            f" l'Asso 16, il 5 15, il 4 14, il 3 13, il 2 12, {figures.it}; {missing.it}.",
            "For the primiera the best card of each suit is added up: a 7 is 21, a 6 18,"
            f" an Ace 16, a 5 15, a 4 14, a 3 13, a 2 12, {figures.en}; {missing.en}.",
        )
