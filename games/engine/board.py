"""A deal in motion: mutable, bit masks only, and no question asked.

The public functions of `play` check a move, make it here, and freeze the result; a
search makes moves here by the thousand. So the course of a deal is written once.
"""

from typing import Final

from .captures import capture_options
from .cards import ALL_CARDS, RANK_MASKS, Card, mask_of
from .declarations import are_declared, declaration_of, wild_card
from .opening import bonus_of
from .ruleset import AceRules, RuleSet, side_count, sides_by_seat
from .scoring import deal_points, score_deal
from .state import DealScore, DealState, PlayedMove
from .taking import ACE, taking_of

_PLAIN_ACES: Final = AceRules()


class Board:
    """The cards of one deal in motion. Hands are by seat, piles and scope by side."""

    __slots__ = (
        "dealer",
        "dealer_bonus",
        "declared",
        "hands",
        "last_capturer",
        "number",
        "opens",
        "piles",
        "rules",
        "scope",
        "sides",
        "stock",
        "table",
        "taking",
        "turn",
        "wild",
        "wild_rank",
    )

    def __init__(self, rules: RuleSet, deal: DealState) -> None:
        """Take up a frozen deal."""
        self.rules = rules
        self.sides = sides_by_seat(rules)
        self.number = deal.number
        self.dealer = deal.dealer
        self.turn = deal.turn
        self.hands = list(deal.hands)
        self.table = deal.table
        self.stock = deal.stock
        self.piles = list(deal.piles)
        self.scope = list(deal.scope)
        self.last_capturer = deal.last_capturer
        self.declared = deal.declared
        self.dealer_bonus = deal.dealer_bonus
        self.wild = self.wild_rank = 0
        if self.declared:
            self._set_wild()
        self.taking = taking_of(rules.capture, rules.ace)
        self.opens = False
        if rules.ace.opening != "free":
            self._see_whether_it_opens()

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
        board._take_bonus()
        if rules.ace.opening != "free":
            board._see_whether_it_opens()
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
            self.declared,
            self.dealer_bonus,
        )

    def deal_hands(self) -> None:
        """Deal a packet to each seat, from the seat that leads (R2.2, R2.5)."""
        players, size, stock = len(self.hands), self.rules.deal.hand_size, self.stock
        for turn in range(players):
            packet = stock[turn * size : (turn + 1) * size]
            self.hands[(self.turn + turn) % players] = mask_of(packet)
        self.stock = stock[players * size :]
        if are_declared(self.rules.declarations):
            self._declare_hands()

    def _declare_hands(self) -> None:
        """Declare what can be declared, from the seat that leads (R10.1)."""
        players = len(self.hands)
        seats = [(self.turn + turn) % players for turn in range(players)]
        rules = self.rules.declarations
        found = [declaration_of(rules, seat, self.hands[seat]) for seat in seats]
        self.declared += tuple(declared for declared in found if declared is not None)
        self._set_wild()

    def _set_wild(self) -> None:
        """Note the rank that was declared for the wild card (R10.4)."""
        card = wild_card(self.rules.declarations)
        for declared in self.declared:
            if card is not None and declared.wild is not None:
                self.wild, self.wild_rank = card.mask, declared.wild

    def _take_bonus(self) -> None:
        """Give the dealer a table that makes scope by itself (R2.8, R2.9)."""
        self.dealer_bonus = bonus_of(self.rules, self.table)
        if self.dealer_bonus:
            side = self.sides[self.dealer]
            self.piles[side], self.table = self.table, 0
            self.scope[side] += self.dealer_bonus
            self.last_capturer = self.dealer

    def _see_whether_it_opens(self) -> None:
        """Take an Ace for a plain card while it would be the first card of the deal (R9.5)."""
        held = len(self.stock) + sum(hand.bit_count() for hand in self.hands)
        self.opens = held == ALL_CARDS.bit_count() - self.rules.deal.table_size
        ace = _PLAIN_ACES if self.opens else self.rules.ace
        self.taking = taking_of(self.rules.capture, ace)

    def rank_of(self, card: int) -> int:
        """Give the rank by which a card of the seat on turn takes (R1.2, R10.4)."""
        return self.wild_rank if card == self.wild else (card.bit_length() + 3) >> 2

    def playable(self) -> int:
        """Give the cards that the seat on turn may play: its hand, less Aces that may not open."""
        hand = self.hands[self.turn]
        if not self.opens or self.rules.ace.opening != "forbidden":
            return hand
        aces = hand & RANK_MASKS[ACE]
        if hand & self.wild and self.wild_rank == ACE:
            aces |= self.wild
        return hand & ~aces or hand  # R9.5

    def moves(self) -> list[tuple[int, int]]:
        """List what the seat on turn may do, as masks of (card, capture); 0 lays down."""
        found: list[tuple[int, int]] = []
        add = found.append
        hand = self.playable() if self.opens else self.hands[self.turn]
        table, taking, wild = self.table, self.taking, self.wild
        may_leave = not self.rules.capture.mandatory
        while hand:
            card = hand & -hand
            hand ^= card
            rank = (card.bit_length() + 3) >> 2 if card != wild else self.wild_rank
            options = capture_options(table, rank, taking)
            if may_leave or not options:  # R3.5, R3.13
                add((card, 0))
            for capture in options:
                add((card, capture))
        return found

    def play(self, card: int, capture: int) -> bool:
        """Make a legal move, pass the turn, and tell whether it was a scopa."""
        seat, table = self.turn, self.table
        self.hands[seat] ^= card
        self.turn = (seat + 1) % len(self.hands)  # R3.1
        if not capture and (table or not self._is_taken_alone(card)):
            self.table = table | card  # R3.5
            scopa = False
        else:
            side = self.sides[seat]
            self.table = table ^ capture
            self.piles[side] |= capture | card  # R3.8
            self.last_capturer = seat
            scopa = not self.table and bool(capture) and self._is_scopa(card, capture)
            self.scope[side] += scopa
        if self.opens:
            self._see_whether_it_opens()
        return scopa

    def _is_taken_alone(self, card: int) -> bool:
        """Tell whether a card played to an empty table goes to its player (R9.4)."""
        return self.taking.lone_ace_is_taken and self.rank_of(card) == ACE

    def _is_scopa(self, card: int, table: int) -> bool:
        """Tell whether clearing the table is a scopa (R4.1, R4.2, R9.3)."""
        if not (self.rules.sweep.last_card_counts or self.has_cards_to_play):
            return False
        if self.rules.ace.scores_scopa or not self.taking.sweeps(table, self.rank_of(card)):
            return True
        by_value = taking_of(self.rules.capture, _PLAIN_ACES)
        return table in capture_options(table, ACE, by_value)

    @property
    def hands_are_empty(self) -> bool:
        """Tell whether a round of hands is over."""
        return not any(self.hands)

    @property
    def has_cards_to_play(self) -> bool:
        """Tell whether a card is still to be played in this deal."""
        return any(self.hands) or bool(self.stock)

    @property
    def leftovers_seat(self) -> int | None:
        """Give the seat to which the cards left on the table go (R5.1 to R5.3)."""
        return self.dealer if self.rules.leftovers.to == "dealer" else self.last_capturer

    def take_leftovers(self) -> None:
        """Clear the table at the end of the deal, if the cards go to somebody (R5.1 to R5.3)."""
        seat = self.leftovers_seat
        if seat is not None:
            self.piles[self.sides[seat]] |= self.table
            self.table = 0

    def advance(self) -> bool:
        """Do what follows a move: new hands, or the end. Tell whether the deal is over."""
        if any(self.hands):
            return False
        if self.stock:
            self.deal_hands()  # R2.5
            return False
        self.take_leftovers()
        return True

    def score(self) -> DealScore:
        """Score the deal, which is over (R6)."""
        bonus = [0] * len(self.piles)
        bonus[self.sides[self.dealer]] += self.dealer_bonus
        return score_deal(
            self.rules,
            self.number,
            self.piles,
            self.scope,
            declarations=self._declared_points(),
            dealer_bonus=bonus,
        )

    def points(self) -> tuple[int, ...]:
        """Give the points of the deal, which is over, by side: what a search asks (R6)."""
        return deal_points(self.rules, self.piles, self.scope, self._declared_points())

    def _declared_points(self) -> list[int]:
        points = [0] * len(self.piles)
        for declared in self.declared:
            points[self.sides[declared.seat]] += declared.points
        return points
