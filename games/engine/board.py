"""A deal in motion: mutable, bit masks only, and no question asked.

The public functions of `play` check a move, make it here, and freeze the result; a
search makes moves here by the thousand. So the course of a deal is written once.
"""

from .captures import capture_options
from .cards import Card, mask_of
from .ruleset import RuleSet, side_count, sides_by_seat
from .state import DealState, PlayedMove


class Board:
    """The cards of one deal in motion. Hands are by seat, piles and scope by side."""

    __slots__ = (
        "dealer",
        "hand_size",
        "hands",
        "last_capturer",
        "last_card_counts",
        "number",
        "piles",
        "scope",
        "sides",
        "stock",
        "table",
        "turn",
    )

    def __init__(self, rules: RuleSet, deal: DealState) -> None:
        """Take up a frozen deal."""
        self.sides = sides_by_seat(rules)
        self.hand_size = rules.deal.hand_size
        self.last_card_counts = rules.sweep.last_card_counts
        self.number = deal.number
        self.dealer = deal.dealer
        self.turn = deal.turn
        self.hands = list(deal.hands)
        self.table = deal.table
        self.stock = deal.stock
        self.piles = list(deal.piles)
        self.scope = list(deal.scope)
        self.last_capturer = deal.last_capturer

    @classmethod
    def opened(cls, rules: RuleSet, number: int, dealer: int, deck: tuple[Card, ...]) -> "Board":
        """Deal the first hands and then the table (R2.2, R2.3)."""
        players, nothing = rules.table.players, (0,) * side_count(rules)
        leader, hands = (dealer + 1) % players, (0,) * players
        board = cls(
            rules,
            DealState(number, dealer, leader, hands, 0, deck, nothing, nothing, None, None),
        )
        board.deal_hands()
        size = rules.deal.table_size
        board.table, board.stock = mask_of(board.stock[:size]), board.stock[size:]
        return board

    def frozen(self, last_move: PlayedMove | None) -> DealState:
        """Give the deal as it stands."""
        return DealState(
            self.number,
            self.dealer,
            self.turn,
            tuple(self.hands),
            self.table,
            self.stock,
            tuple(self.piles),
            tuple(self.scope),
            self.last_capturer,
            last_move,
        )

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
