"""Say what a card may take, what an Ace can do, and what a scopa is (R3, R4, R5, R9)."""

from collections.abc import Iterator, Mapping
from typing import Final

from games.engine import RuleSet
from games.plain_rules.both import Both, number

__all__ = ["capturing_told"]

_EQUAL_FIRST: Final = Both(
    "una carta uguale o, se non c'è, più carte che insieme fanno il suo valore",
    "one of equal value or, if there is none, several that add up to it",
)
_EITHER: Final = Both(
    "una carta uguale oppure, a scelta, più carte che insieme fanno il suo valore",
    "one of equal value or, at will, several that add up to it",
)
_FEWEST: Final = Both(
    "una carta uguale oppure più carte che insieme fanno il suo valore",
    "one of equal value or several that add up to it",
)
_SUMS: Final[Mapping[str, Both]] = {
    "single_first": _EQUAL_FIRST,
    "any": _EITHER,
    "fewest_cards": _FEWEST,
}
_FIFTEENS: Final = Both("quelle che con lei fanno quindici", "those that make fifteen with it")
_AS_FEW: Final = Both(", sempre meno carte possibile", ", always as few cards as possible")
_MANDATORY: Final[Mapping[bool, Both]] = {
    True: Both("La carta che può prendere deve prendere.", "A card that can take must take."),
    False: Both(
        "Si può lasciare in tavola anche una carta che prenderebbe.",
        "A card that could take may be laid down instead.",
    ),
}
_BESIDE_AN_ACE: Final[Mapping[str, Both]] = {
    "by_value": Both(
        "se in tavola c'è già un Asso prende secondo il suo valore",
        "if an Ace lies there already it takes by its value",
    ),
    "sweeps": Both("anche se in tavola c'è già un Asso", "also if an Ace lies there already"),
}
_ALONE: Final[Mapping[str, Both]] = {
    "stays": Both("a tavola vuota resta lì", "on an empty table it stays there"),
    "taken": Both(
        "a tavola vuota torna a chi lo gioca", "on an empty table it goes to whoever plays it"
    ),
}
_OPENING: Final[Mapping[str, Both]] = {
    "free": Both("può aprire la smazzata", "it may open the deal"),
    "no_sweep": Both(
        "se apre la smazzata vale come una carta qualsiasi",
        "if it opens the deal it is a card like any other",
    ),
    "forbidden": Both(
        "non può aprire la smazzata, a meno che la mano sia di soli Assi, e allora vale come una"
        " carta qualsiasi",
        "it may not open the deal unless the hand is all Aces, and is then a card like any other",
    ),
}
_LAST_CARD: Final[Mapping[bool, Both]] = {
    False: Both(
        "ma non con l'ultima carta della smazzata", "but not with the last card of the deal"
    ),
    True: Both("anche con l'ultima carta della smazzata", "also with the last card of the deal"),
}
_LEFTOVERS: Final[Mapping[str, Both]] = {
    "last_capturer": Both(
        "Le carte rimaste alla fine vanno a chi ha preso per ultimo.",
        "The cards left at the end go to whoever captured last.",
    ),
    "dealer": Both(
        "Le carte rimaste alla fine vanno al mazziere.",
        "The cards left at the end go to the dealer.",
    ),
}


def capturing_told(rules: RuleSet) -> Iterator[Both]:
    """Yield the sentences on playing a card."""
    yield _captures(rules)
    most = rules.capture.max_table_cards
    if most is not None:
        yield _limit(rules, number(most))
    yield _MANDATORY[rules.capture.mandatory]
    if rules.ace.sweep:
        yield _ace(rules)
    yield _scopa(rules)
    yield _LEFTOVERS[rules.leftovers.to]


def _limit(rules: RuleSet, most: Both) -> Both:
    sweeps = Both("", "")
    if rules.ace.sweep:  # R3.12
        sweeps = Both(", salvo con l'Asso che piglia tutto", ", but for an Ace that takes all")
    return Both(
        f"Non si possono prendere più di {most.it} carte alla volta{sweeps.it}.",
        f"No more than {most.en} cards may be taken at a time{sweeps.en}.",
    )


def _captures(rules: RuleSet) -> Both:
    mode, choice = rules.capture.mode, rules.capture.choice
    takes = _FIFTEENS if mode == "fifteen" else _SUMS[choice]
    if mode == "sum_or_fifteen":
        takes = Both(f"{takes.it}, oppure {_FIFTEENS.it}", f"{takes.en}, or {_FIFTEENS.en}")
    few = _AS_FEW if choice == "fewest_cards" else Both("", "")
    return Both(f"Una carta prende {takes.it}{few.it}.", f"A card takes {takes.en}{few.en}.")


def _ace(rules: RuleSet) -> Both:
    ace = rules.ace
    scopa = Both("e fa scopa", "and makes a scopa")
    if not ace.scores_scopa:
        # R9.3: an Ace alone on the table is taken by value, and that is a scopa like any other.
        scopa = Both(
            "ma non fa scopa, salvo con carte che prenderebbe anche per valore",
            "but makes no scopa, unless with cards that its value would take too",
        )
    more = [_BESIDE_AN_ACE[ace.with_ace_on_table], _ALONE[ace.on_empty_table]]
    more.append(_OPENING[ace.opening])
    return Both(
        f"L'Asso piglia tutta la tavola, {scopa.it}: {'; '.join(text.it for text in more)}.",
        f"An Ace takes the whole table, {scopa.en}: {'; '.join(text.en for text in more)}.",
    )


def _scopa(rules: RuleSet) -> Both:
    worth = Both("un punto", "one point")
    if not rules.sweep.points:
        worth = Both("che non dà punti", "which scores nothing")
    last = _LAST_CARD[rules.sweep.last_card_counts]
    return Both(
        f"Chi vuota la tavola fa scopa, {worth.it}, {last.it}.",
        f"Whoever clears the table makes a scopa, {worth.en}, {last.en}.",
    )
