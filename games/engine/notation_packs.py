"""A pack pieced together from what was seen of a deal, where the true one is not known."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice

from .cards import DECK, Card, mask_of
from .declarations import declaration_of, wild_card
from .notation import RecordedDeal
from .ruleset import DeclarationRules, RuleSet

_Cards = tuple[Card, ...]
_Packet = list[Card]


def seen_cards(deal: RecordedDeal) -> set[Card]:
    """Give the cards that everybody has seen: on the table, played, or declared."""
    hands = (hand.cards for hand in deal.declared)
    return {*deal.table, *(move.card for move in deal.moves), *chain.from_iterable(hands)}


def pieced_pack(rules: RuleSet, deal: RecordedDeal) -> _Cards:
    """Give a pack that a deal may have been dealt from.

    The order inside a packet is not known and does not matter. Cards that nobody has seen
    are made up so that no hand declares that did not (R10.1); where that cannot be, they are
    made up all the same. Else the leader has the Aces, so that it may open with one (R9.5).
    """
    table = _different(deal.table)[: rules.deal.table_size]
    taken = set(table)
    packets = _packets(rules, deal, taken)
    unseen = tuple(card for card in DECK if card not in taken)
    _add_undeclared(rules, packets[: _dealt(rules, deal)], unseen, taken)
    return _pack(rules, packets, table, (card for card in DECK if card not in taken))


def _packets(rules: RuleSet, deal: RecordedDeal, taken: set[Card]) -> list[_Packet]:
    """Give what is known of each packet, in the order in which they are dealt.

    A card that was seen elsewhere already is left out; its second place will not fit.
    """
    players, size = rules.table.players, rules.deal.hand_size
    rounds = (len(DECK) - rules.deal.table_size) // (players * size)
    packets: list[_Packet] = [[] for _packet in range(rounds * players)]
    for number, move in enumerate(deal.moves[: rounds * players * size]):
        _put(packets[_packet(number, players, size)], move.card, taken)
    dealt = packets[: _dealt(rules, deal)]
    for hand in deal.declared:
        own = dealt[(hand.seat - deal.dealer - 1) % players :: players]
        packet = next((cards for cards in own if set(cards) & set(hand.cards)), own[-1])
        for card in hand.cards:
            if len(packet) < size:
                _put(packet, card, taken)
    return packets


def _packet(number: int, players: int, size: int) -> int:
    """Give the packet from which the n-th card of a deal was played."""
    return number // (players * size) * players + number % players


def _dealt(rules: RuleSet, deal: RecordedDeal) -> int:
    """Give how many packets were dealt once the moves were made, or more (R2.5)."""
    players = rules.table.players
    return (len(deal.moves) // (players * rules.deal.hand_size) + 1) * players


def _put(packet: _Packet, card: Card, taken: set[Card]) -> None:
    if card not in taken:
        packet.append(card)
        taken.add(card)


def _add_undeclared(
    rules: RuleSet, packets: list[_Packet], unseen: _Cards, taken: set[Card]
) -> None:
    """Fill packets so that none declares that is not known, if it can be done."""
    size = rules.deal.hand_size
    hidden = [packet for packet in packets if len(packet) < size]
    found = _undeclared(rules.declarations, size, hidden, unseen, set())
    for packet, cards in zip(hidden, found or (), strict=False):
        packet += cards
        taken.update(cards)


def _undeclared(
    rules: DeclarationRules,
    size: int,
    packets: Sequence[_Packet],
    unseen: _Cards,
    dead: set[tuple[int, ...]],
) -> tuple[_Cards, ...] | None:
    """Give cards for each packet so that none declares anything; None if there are none.

    `dead` holds what was found to lead nowhere: how many packets are left, and the ranks
    for them. Suits make no difference, but for the wild card.
    """
    if not packets:
        return ()
    wild = wild_card(rules)
    here = (len(packets), *(0 if card == wild else card.rank for card in unseen))
    if here in dead:
        return None
    first, *others = packets
    for cards in combinations(unseen, size - len(first)):
        if declaration_of(rules, 0, mask_of((*first, *cards))) is None:
            left = tuple(card for card in unseen if card not in cards)
            found = _undeclared(rules, size, others, left, dead)
            if found is not None:
                return (cards, *found)
    dead.add(here)
    return None


def _pack(
    rules: RuleSet, packets: list[_Packet], table: list[Card], rest: Iterator[Card]
) -> _Cards:
    def filled(cards: list[Card], size: int) -> list[Card]:
        return [*cards, *islice(rest, size - len(cards))]

    hands = [filled(packet, rules.deal.hand_size) for packet in packets]
    opening = filled(table, rules.deal.table_size)
    first, later = hands[: rules.table.players], hands[rules.table.players :]
    return tuple(chain(*first, opening, *later, rest))


def _different(cards: _Cards) -> list[Card]:
    return list(dict.fromkeys(cards))
