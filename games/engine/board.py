"""A deal in motion: mutable, bit masks only, and no question asked.

The public functions of `play` check a move, make it here, and freeze the result; a
search makes moves here by the thousand. So the course of a deal is written once.
"""

from collections.abc import Sequence

from .captures import capture_options
from .cards import Card, mask_of
from .ruleset import RuleSet, side_count, side_of
from .state import DealState


class Board:
    """The cards of one deal in motion. Hands are by seat, piles and scope by side."""

    __slots__ = (
        "hand_size",
        "hands",
        "last_capturer",
        "last_card_counts",
        "piles",
        "scope",
        "sides",
        "stock",
        "table",
        "turn",
    )

    def __init__(self, rules: RuleSet, turn: int, stock: Sequence[Card]) -> None:
        """Set up an empty table, with every card in the stock."""
        players, sides = rules.table.players, side_count(rules)
        self.sides = [side_of(rules, seat) for seat in range(players)]
        self.hand_size = rules.deal.hand_size
        self.last_card_counts = rules.sweep.last_card_counts
        self.turn = turn
        self.hands = [0] * players
        self.table = 0
        self.stock = tuple(stock)
        self.piles = [0] * sides
        self.scope = [0] * sides
        self.last_capturer: int | None = None

    @classmethod
    def opened(cls, rules: RuleSet, dealer: int, deck: Sequence[Card]) -> "Board":
        """Deal the first hands and then the table (R2.2, R2.3)."""
        board = cls(rules, (dealer + 1) % rules.table.players, deck)
        board.deal_hands()
        size = rules.deal.table_size
        board.table, board.stock = mask_of(board.stock[:size]), board.stock[size:]
        return board

    @classmethod
    def thawed(cls, rules: RuleSet, deal: DealState) -> "Board":
        """Take up a frozen deal."""
        board = cls(rules, deal.turn, deal.stock)
        board.hands = list(deal.hands)
        board.table = deal.table
        board.piles = list(deal.piles)
        board.scope = list(deal.scope)
        board.last_capturer = deal.last_capturer
        return board

    def deal_hands(self) -> None:
        """Deal a packet to each seat, from the seat that leads (R2.2, R2.5)."""
        players, size, stock = len(self.hands), self.hand_size, self.stock
        for turn in range(players):
            packet = stock[turn * size : (turn + 1) * size]
            self.hands[(self.turn + turn) % players] = mask_of(packet)
        self.stock = stock[players * size :]

    def moves(self) -> list[tuple[int, int]]:
        """List what the seat on turn may do, as masks of (card, capture); 0 lays down."""
        found: list[tuple[int, int]] = []
        hand, table = self.hands[self.turn], self.table
        while hand:
            card = hand & -hand
            hand ^= card
            # R3.5: a card that can take must take
            options = capture_options(table, (card.bit_length() + 3) >> 2) or (0,)
            found += [(card, capture) for capture in options]
        return found

    def play(self, card: int, capture: int) -> bool:
        """Make a legal move, pass the turn, and tell whether it was a scopa."""
        seat = self.turn
        self.hands[seat] ^= card
        self.turn = (seat + 1) % len(self.hands)  # R3.1
        if not capture:
            self.table |= card  # R3.5
            return False
        side = self.sides[seat]
        self.table ^= capture
        self.piles[side] |= capture | card  # R3.8
        self.last_capturer = seat
        if self.table or not (self.last_card_counts or self.has_cards_to_play):  # R4.1, R4.2
            return False
        self.scope[side] += 1
        return True

    @property
    def hands_are_empty(self) -> bool:
        """Tell whether a round of hands is over."""
        return not any(self.hands)

    @property
    def has_cards_to_play(self) -> bool:
        """Tell whether a card is still to be played in this deal."""
        return any(self.hands) or bool(self.stock)

    def take_leftovers(self) -> int:
        """Clear the table for the last seat that captured; give the cards taken (R5.1)."""
        leftovers, self.table = self.table, 0
        if self.last_capturer is None:
            return 0  # R5.2: cannot come about while captures are compulsory
        self.piles[self.sides[self.last_capturer]] |= leftovers
        return leftovers

    def advance(self) -> bool:
        """Do what follows a move: new hands, or the end. Tell whether the deal is over."""
        if any(self.hands):
            return False
        if self.stock:
            self.deal_hands()  # R2.5
            return False
        self.take_leftovers()
        return True
