"""Say who plays, how the cards are dealt, and which hands are declared (R1, R2, R10)."""

from collections.abc import Iterator, Mapping
from typing import Final

from games.engine import RuleSet
from games.plain_rules.both import Both, number, points

__all__ = ["dealing_told"]

_AGAINST_ONE, _TWO_PAIRS = 2, 4  # players
_FIRST_DEALER: Final[Mapping[str, Both]] = {
    "random": Both("Il primo mazziere si sorteggia.", "The first dealer is drawn by lot."),
    "seat_0": Both("Il primo mazziere è il posto 0.", "The first dealer is seat 0."),
}
_DEALER_BONUS: Final[Mapping[str, Both]] = {
    "groups_of_15": Both(
        "Se le carte in tavola fanno quindici, il mazziere le prende e fa una scopa; se sono due"
        " gruppi da quindici, ne fa due.",
        "If the cards on the table make fifteen, the dealer takes them for a scopa; if they are two"
        " groups of fifteen, for two.",
    ),
    "total_15_30": Both(
        "Se le carte in tavola fanno quindici, il mazziere le prende e fa una scopa; se fanno"
        " trenta, ne fa due.",
        "If the cards on the table add up to fifteen, the dealer takes them for a scopa; if they"
        " add up to thirty, for two.",
    ),
}


def dealing_told(rules: RuleSet) -> Iterator[Both]:
    """Yield the sentences, in the order in which things happen at the table."""
    yield _table(rules)
    yield _FIRST_DEALER[rules.deal.first_dealer]
    yield from _redeals(rules)
    if rules.deal.dealer_bonus in _DEALER_BONUS:
        yield _DEALER_BONUS[rules.deal.dealer_bonus]
    yield from _declarations(rules)


def _table(rules: RuleSet) -> Both:
    players, hand = number(rules.table.players), number(rules.deal.hand_size)
    sides, size = _sides(rules), rules.deal.table_size
    laid = number(size) if size else Both("nessuna", "none")
    return Both(
        f"Si gioca in {players.it}{sides.it}, {hand.it} carte a testa, {laid.it} in tavola.",
        f"{players.en.capitalize()} play{sides.en}, {hand.en} cards each, {laid.en} on the table.",
    )


def _sides(rules: RuleSet) -> Both:
    players = rules.table.players
    if rules.table.sides == "solo":
        alone = Both(", ognuno per sé", ", each alone")
        return alone if players > _AGAINST_ONE else Both("", "")
    each = number(players // 2)
    if players == _TWO_PAIRS:
        return Both(" a coppie", " in pairs")
    return Both(f", {each.it} contro {each.it}", f", {each.en} against {each.en}")


def _redeals(rules: RuleSet) -> Iterator[Both]:
    kings, aces = rules.deal.redeal_kings_min, rules.deal.redeal_aces_min
    if kings is not None:
        least = number(kings)
        yield Both(
            f"Con almeno {least.it} Re in tavola si ridanno le carte.",
            f"With {least.en} or more Kings on the table the cards are dealt again.",
        )
    if aces is not None:
        least = number(aces)
        bonus = Both("", "")
        if rules.deal.dealer_bonus != "none":  # R2.7: the bonus comes first
            bonus = Both(
                ", se il mazziere non le prende per premio",
                ", unless the dealer's bonus takes them",
            )
        yield Both(
            f"Con almeno {'un' if aces == 1 else least.it} Ass{'o' if aces == 1 else 'i'} in tavola"
            f" si ridanno le carte{bonus.it}.",
            f"With {least.en} or more Aces on the table the cards are dealt again{bonus.en}.",
        )


def _declarations(rules: RuleSet) -> Iterator[Both]:
    declared = rules.declarations
    if declared.low_hand:
        won, most = points(declared.low_hand), number(declared.low_hand_max)
        yield Both(
            f"{won.it} a chi riceve tre carte che insieme non passano {most.it}: le accusa e le"
            " mostra.",
            f"{won.en} for being dealt three cards that add up to {most.en} or less: they are"
            " declared and shown.",
        )
    if declared.three_of_a_kind:
        won = points(declared.three_of_a_kind)
        yield Both(
            f"{won.it} a chi riceve tre carte uguali: le accusa e le mostra.",
            f"{won.en} for being dealt three cards of a kind: they are declared and shown.",
        )
    if declared.low_hand and declared.three_of_a_kind:  # R10.1
        yield Both("Dei due accusi vale il più alto.", "Of the two only the higher counts.")
    if declared.wild is not None:
        yield _wild(rules)


def _wild(rules: RuleSet) -> Both:
    helped = []
    if rules.declarations.low_hand or rules.declarations.three_of_a_kind:
        helped.append(Both("negli accusi", "in declarations"))
    if rules.deal.dealer_bonus == "total_15_30":
        helped.append(Both("nel premio del mazziere", "in the dealer's bonus"))
    where = Both(" e ".join(text.it for text in helped), " and ".join(text.en for text in helped))
    keeps = Both("", "")
    if rules.declarations.low_hand or rules.declarations.three_of_a_kind:  # R10.4
        keeps = Both(
            ", e dopo l'accuso prende come quella", ", and once declared it takes as that card"
        )
    return Both(
        f"Il sette di coppe è la matta: {where.it} vale la carta che serve{keeps.it}.",
        f"The seven of coppe is wild: {where.en} it counts as the card that is needed{keeps.en}.",
    )
