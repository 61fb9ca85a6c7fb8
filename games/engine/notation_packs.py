"""Packs pieced together from what was seen of a deal, where the true one is not known."""

from collections.abc import Iterator
from itertools import chain, islice

from .cards import DECK, RANKS, Card
from .notation import RecordedDeal
from .ruleset import RuleSet


def possible_packs(rules: RuleSet, deal: RecordedDeal) -> Iterator[tuple[Card, ...]]:
    """Yield packs that a deal may have been dealt from, those likeliest to agree first.

    The order inside a packet is not known and does not matter. Cards that nobody has seen
    are made up: first so that no hand declares anything (R10), and at last so that the
    leader holds the Aces (R9.5).
    """
    table = _different(deal.table)[: rules.deal.table_size]
    packets = _packets(rules, deal, set(table))
    seen = {*table, *chain.from_iterable(packets)}
    unseen = [card for card in DECK if card not in seen]
    for order in _orders(unseen, rules.declarations.wild):
        yield _pack(rules, packets, table, order)


def _packets(rules: RuleSet, deal: RecordedDeal, taken: set[Card]) -> list[list[Card]]:
    """Give what is known of each packet, in the order in which they are dealt.

    A card that was seen elsewhere already is left out; its second place will not fit.
    """
    players, size = rules.table.players, rules.deal.hand_size
    rounds = (len(DECK) - rules.deal.table_size) // (players * size)
    packets: list[list[Card]] = [[] for _packet in range(rounds * players)]
    for number, move in enumerate(deal.moves[: rounds * players * size]):
        _put(packets[_packet(number, players, size)], move.card, taken)
    last = min(len(deal.moves) // (players * size), rounds - 1)
    for hand in deal.declared:
        turn = (hand.seat - deal.dealer - 1) % players
        own = packets[turn::players]
        packet = next((cards for cards in own if set(cards) & set(hand.cards)), own[last])
        for card in hand.cards:
            if len(packet) < size:
                _put(packet, card, taken)
    return packets


def _packet(number: int, players: int, size: int) -> int:
    """Give the packet from which the n-th card of a deal was played."""
    return number // (players * size) * players + number % players


def _put(packet: list[Card], card: Card, taken: set[Card]) -> None:
    if card not in taken:
        packet.append(card)
        taken.add(card)


def _orders(unseen: list[Card], wild: str | None) -> Iterator[list[Card]]:
    """Give orders of the cards that nobody saw: neighbours of different rank; Aces first."""
    spread = sorted(unseen, key=lambda card: (str(card) == wild, card.suit.value, -card.rank))
    for first in range(0, len(spread) or 1, len(RANKS) // 3):
        yield spread[first:] + spread[:first]
    yield unseen


def _pack(
    rules: RuleSet, packets: list[list[Card]], table: list[Card], order: list[Card]
) -> tuple[Card, ...]:
    players, rest = rules.table.players, iter(order)

    def filled(cards: list[Card], size: int) -> list[Card]:
        return [*cards, *islice(rest, max(size - len(cards), 0))]

    hands = [filled(packet, rules.deal.hand_size) for packet in packets]
    opening = filled(table, rules.deal.table_size)
    first, later = hands[:players], hands[players:]
    return tuple(chain(*first, opening, *later, rest))


def _different(cards: tuple[Card, ...]) -> list[Card]:
    return list(dict.fromkeys(cards))
