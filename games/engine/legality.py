"""Whether a move is allowed, and if not, what exactly is wrong with it (R3)."""

from .captures import capture_options, is_sum
from .cards import RANK_MASKS, Card
from .errors import (
    AmbiguousCapture,
    CaptureNotOnTable,
    CaptureRequired,
    CaptureSumMismatch,
    CaptureTooFew,
    CaptureTooMany,
    CardNotInHand,
    DuplicateCaptureCard,
    EqualCardFirst,
    MatchOver,
    MoveUnreadable,
    NoDeal,
    NotYourTurn,
    RuleError,
)
from .state import DealState, MatchState, Move


def chosen_capture(
    state: MatchState, seat: int, move: Move
) -> tuple[DealState, int, tuple[int, ...]]:
    """Give the open deal, the capture that a legal move makes in it, and all that it could.

    The captures are masks; 0 lays the card down.

    Raises `MoveUnreadable`, or the first `RuleError` that applies, in this order: match
    over, no deal, turn, hand, a card named twice, a card not on the table, then the choice.
    """
    named = _named_cards(move)
    if state.outcome is not None:
        raise MatchOver("the match is over")
    deal = state.deal
    if deal is None:
        raise NoDeal("no deal is open")
    if deal.turn != seat:
        raise NotYourTurn(f"seat {deal.turn} is to play, not {seat}")
    if not deal.hands[seat] & move.card.mask:
        raise CardNotInHand(f"seat {seat} does not hold {move.card}")
    wanted = None if named is None else _wanted(named, deal.table)
    options = capture_options(deal.table, move.card.rank)
    if wanted is None:
        if len(options) > 1:
            raise AmbiguousCapture(f"{move.card} has {len(options)} captures")  # R3.6
        return deal, (options[0] if options else 0), options
    if wanted in options or (not wanted and not options):
        return deal, wanted, options
    raise _refusal(wanted, options, deal.table, move.card)


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


def _refusal(wanted: int, options: tuple[int, ...], table: int, card: Card) -> RuleError:
    """Find out what is wrong with a capture that is none of the options (R3.7)."""
    if not wanted:
        return CaptureRequired(f"{card} can take and may not be laid down")
    if any(wanted & option == option for option in options):
        return CaptureTooMany("a legal capture, and more cards beside it")
    if any(wanted & option == wanted for option in options):
        return CaptureTooFew("only a part of a legal capture")
    if table & RANK_MASKS[card.rank] and is_sum(wanted, card.rank):
        return EqualCardFirst(f"a card of rank {card.rank} lies there and goes first")
    return CaptureSumMismatch(f"the cards do not make up {card.rank}")
