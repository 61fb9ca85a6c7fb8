"""Whether a move is allowed, and if not, what exactly is wrong with it (R3)."""

from .board import Board
from .captures import capture_options, first_two, makes_fifteen, makes_sum, may_take
from .cards import RANK_MASKS, Card
from .errors import (
    AceMayNotOpen,
    AmbiguousCapture,
    CaptureNotOnTable,
    CaptureRequired,
    CaptureSumMismatch,
    CaptureTooFew,
    CaptureTooMany,
    CardNotInHand,
    DuplicateCaptureCard,
    EqualCardFirst,
    FewestCardsFirst,
    MatchOver,
    MoveUnreadable,
    NoDeal,
    NotYourTurn,
    RuleError,
    TooManyTableCards,
)
from .state import MatchState, Move
from .taking import Taking


def judged(state: MatchState, seat: int, move: Move) -> tuple[Board, int, bool]:
    """Give the open deal, the capture that a legal move makes in it, and whether it had to.

    The capture is a mask; 0 lays the card down. It had to be when nothing else was
    possible with the card.

    Raises `MoveUnreadable`, or the first `RuleError` that applies, in this order: match
    over, no deal, turn, hand, an Ace that may not open, a card named twice, a card not on
    the table, then the choice.
    """
    named = _named_cards(move)
    if state.outcome is not None:
        raise MatchOver("the match is over")
    if state.deal is None:
        raise NoDeal("no deal is open")
    if state.deal.turn != seat:
        raise NotYourTurn(f"seat {state.deal.turn} is to play, not {seat}")
    if not state.deal.hands[seat] & move.card.mask:
        raise CardNotInHand(f"seat {seat} does not hold {move.card}")
    board = Board(state.rules, state.deal)
    if not board.playable() & move.card.mask:
        raise AceMayNotOpen("the first card of the deal may not be an Ace")
    wanted = None if named is None else _wanted(named, board.table)
    return board, *_choice(board, move.card, wanted)


def _choice(board: Board, card: Card, wanted: int | None) -> tuple[int, bool]:
    """Give the capture and whether there was no other, or raise what is wrong with it."""
    table, rank, taking = board.table, board.rank_of(card.mask), board.taking
    may_leave = not board.rules.capture.mandatory
    if wanted and not may_take(table, rank, wanted, taking):
        raise _refusal(board, card, wanted)
    possible = first_two(table, rank, taking)
    sole = not possible or (len(possible) == 1 and not may_leave)
    if wanted is None and not sole:
        raise AmbiguousCapture(f"{card} can be played in several ways")  # R3.6
    if wanted == 0 and possible and not may_leave:
        raise CaptureRequired(f"{card} can take and may not be laid down")
    if wanted is None and possible:
        return possible[0], sole
    return wanted or 0, sole


def _named_cards(move: object) -> tuple[Card, ...] | None:
    """Give the capture as named, or raise `MoveUnreadable` for anything but a move."""
    if type(move) is not Move or type(move.card) is not Card:
        raise MoveUnreadable(f"{move!r} is not a move of a card")
    named = move.capture
    if named is None:
        return None
    if type(named) is not tuple or any(type(card) is not Card for card in named):
        raise MoveUnreadable(f"{named!r} is not a tuple of cards")
    return named


def _wanted(named: tuple[Card, ...], table: int) -> int:
    """Make the mask of the named cards, which must be different and on the table."""
    wanted = 0
    for card in named:
        if wanted & card.mask:
            raise DuplicateCaptureCard(f"{card} is named twice")
        wanted |= card.mask
    if wanted & ~table:
        raise CaptureNotOnTable("a named card does not lie on the table")
    return wanted


def _refusal(board: Board, card: Card, wanted: int) -> RuleError:
    """Find out what is wrong with a capture that is none of the options (R3.7)."""
    table, rank, taking = board.table, board.rank_of(card.mask), board.taking
    options = capture_options(table, rank, taking)
    if any(wanted & option == option for option in options):
        return CaptureTooMany("a legal capture, and more cards beside it")
    if any(wanted & option == wanted for option in options):
        rule = "R9.1" if taking.sweeps(table, rank) else None
        return CaptureTooFew("only a part of a legal capture", rule=rule)
    if taking.equal_first and table & RANK_MASKS[rank] and makes_sum(wanted, rank, taking):
        return EqualCardFirst(f"a card of rank {rank} lies there and goes first")
    if makes_sum(wanted, rank, taking) or makes_fifteen(wanted, rank, taking):
        return _size_refusal(wanted, taking)
    return CaptureSumMismatch(f"the cards do not go with a card of {rank}", rule=_rule_of(taking))


def _size_refusal(wanted: int, taking: Taking) -> RuleError:
    """Tell that a capture which is right by value holds more cards than it may."""
    if wanted.bit_count() > taking.largest:
        return TooManyTableCards(f"a capture may hold {taking.largest} cards at the most")
    return FewestCardsFirst("a capture of fewer cards goes first")


def _rule_of(taking: Taking) -> str:
    """Give the clause that says what a card takes."""
    if not taking.fifteens:
        return "R3.4"
    return "R3.10" if taking.sums else "R3.9"
