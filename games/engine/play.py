"""The course of a match: decks and moves in, new states and events out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from .board import Board
from .captures import capture_options
from .cards import ALL_CARDS, DECK, RANK_MASKS, Card, cards_in, mask_of
from .errors import DealNotDue, DeckInvalid, FirstDealerFixed, MatchOver, NoSuchSeat
from .events import (
    CardPlayed,
    DealScored,
    DealStarted,
    DealVoided,
    Event,
    HandsDealt,
    LeftoversTaken,
    MatchEnded,
)
from .legality import chosen_capture
from .ruleset import RuleSet, side_count, side_of
from .scoring import outcome_of, outcome_of_resignation, score_deal
from .state import MatchState, Move, PlayedMove, VoidDeal
from .validation import check_rules

_LAYING_DOWN: Final = tuple(Move(card, ()) for card in DECK)


@dataclass(frozen=True, slots=True)
class Step:
    """A new state and what happened on the way to it."""

    state: MatchState
    events: tuple[Event, ...]


def new_match(rules: RuleSet, first_dealer: int) -> MatchState:
    """Begin a match; it needs a deck.

    Raises `RuleSetInvalid`, `NoSuchSeat`, or `FirstDealerFixed` when the rules say
    that seat 0 deals first (R2.1).
    """
    check_rules(rules)
    check_seat(rules, first_dealer)
    if rules.deal.first_dealer == "seat_0" and first_dealer != 0:
        raise FirstDealerFixed(f"seat 0 deals first, not {first_dealer}")
    scores = (0,) * side_count(rules)
    return MatchState(rules, 0, first_dealer, first_dealer, scores, (), (), None, None)


def check_seat(rules: RuleSet, seat: object) -> None:
    """Raise `NoSuchSeat` unless this is the number of a seat."""
    if type(seat) is not int or not 0 <= seat < rules.table.players:
        raise NoSuchSeat(f"{seat!r} is not a seat from 0 to {rules.table.players - 1}")


def start_deal(state: MatchState, deck: Sequence[Card]) -> Step:
    """Deal a shuffled deck, index 0 first (R2).

    Hands come first, from the dealer's right, a packet to each seat; then the table.
    A deal with too many Kings on the table is void: the state still needs a deck, for
    the same dealer and number (R2.4).
    Raises `MatchOver`, `DealNotDue` while a deal is open, or `DeckInvalid`.
    """
    if state.outcome is not None:
        raise MatchOver("the match is over")
    if state.deal is not None:
        raise DealNotDue(f"deal {state.deal.number} is still open")
    deck = _checked_deck(deck)
    board = Board.opened(state.rules, state.deal_number, state.dealer, deck)
    table, kings_min = cards_in(board.table), state.rules.deal.redeal_kings_min
    if kings_min is not None and (board.table & RANK_MASKS[10]).bit_count() >= kings_min:
        void = VoidDeal(board.number, table)
        return Step(replace(state, voids=(*state.voids, void)), (DealVoided(void),))
    begun = DealStarted(board.number, board.dealer, table)
    return Step(replace(state, deal=board.frozen(None)), (begun,))


def _checked_deck(deck: Sequence[Card]) -> tuple[Card, ...]:
    """Give the deck as a tuple, or raise `DeckInvalid`."""
    try:
        cards = tuple(deck)
    except TypeError as error:
        raise DeckInvalid("the deck is not a sequence of cards") from error
    if any(type(card) is not Card for card in cards):
        raise DeckInvalid("the deck holds something that is not a card")
    if len(cards) != len(DECK) or mask_of(cards) != ALL_CARDS:
        raise DeckInvalid("the deck is not the forty cards, each once")
    return cards


def legal_moves(state: MatchState) -> tuple[Move, ...]:
    """List what the seat on turn may do; () when no move is due.

    Captures are explicit, () where the card is laid down. The order is canonical:
    cards from low to high, and for each the captures of fewer cards first.
    """
    seat = state.turn
    if state.deal is None or seat is None:
        return ()
    table = state.deal.table
    moves: list[Move] = []
    for card in cards_in(state.deal.hands[seat]):
        options = capture_options(table, card.rank)
        if options:
            moves += [Move(card, cards_in(mask)) for mask in options]
        else:
            moves.append(_LAYING_DOWN[card.index])  # R3.5
    return tuple(moves)


def apply(state: MatchState, seat: int, move: Move) -> Step:
    """Play a card (R3); after the last card of a deal, score it (R5 to R7).

    The given state is not changed. After the last card the new state has an outcome, or
    needs a deck for the next dealer. Raises `NoSuchSeat`, `MoveUnreadable`, or the
    `RuleError` that tells what is wrong with the move.
    """
    check_seat(state.rules, seat)
    deal, capture, options = chosen_capture(state, seat, move)
    board = Board(state.rules, deal)
    scopa = board.play(move.card.mask, capture)
    sole = len(options) <= 1
    played = PlayedMove(state.ply, seat, move.card, cards_in(capture), scopa, sole)
    if not board.hands_are_empty:
        return _step(state, board, played, (CardPlayed(played),))
    if not board.stock:
        return _finished_deal(state, board, played)
    board.deal_hands()  # R2.5
    dealt = HandsDealt(board.number, len(board.stock))
    return _step(state, board, played, (CardPlayed(played), dealt))


def _step(state: MatchState, board: Board, played: PlayedMove, events: tuple[Event, ...]) -> Step:
    """Freeze a deal that goes on; written out, since `replace` takes thrice as long."""
    after = MatchState(
        state.rules,
        state.ply + 1,
        state.first_dealer,
        state.dealer,
        state.scores,
        state.deals,
        state.voids,
        board.frozen(played),
        None,
    )
    return Step(after, events)


def _finished_deal(state: MatchState, board: Board, played: PlayedMove) -> Step:
    """Clear the table, score the deal, and see whether the match is over."""
    events: list[Event] = [CardPlayed(played)]
    leftovers = board.take_leftovers()
    if leftovers and board.last_capturer is not None:
        events.append(LeftoversTaken(board.last_capturer, cards_in(leftovers)))
    score = score_deal(state.rules, board.number, board.piles, board.scope)
    scores = tuple(map(sum, zip(state.scores, score.points, strict=True)))
    deals = (*state.deals, score)
    outcome = outcome_of(state.rules, scores, len(deals))  # R7.1: only now
    events.append(DealScored(score))
    if outcome is not None:
        events.append(MatchEnded(outcome))
    after = replace(
        state,
        ply=state.ply + 1,
        dealer=_next_dealer(state) if outcome is None else state.dealer,
        scores=scores,
        deals=deals,
        deal=None if outcome is None else board.frozen(played),
        outcome=outcome,
    )
    return Step(after, tuple(events))


def _next_dealer(state: MatchState) -> int:
    """Pass the deal on in the order of play (R2.6)."""
    return (state.dealer + 1) % state.rules.table.players


def resign(state: MatchState, seat: int) -> Step:
    """End the match for a seat that gives up (R7.5).

    Raises `NoSuchSeat` or `MatchOver`.
    """
    check_seat(state.rules, seat)
    if state.outcome is not None:
        raise MatchOver("the match is over")
    side = side_of(state.rules, seat)
    outcome = outcome_of_resignation(state.rules, state.scores, side)
    return Step(replace(state, outcome=outcome), (MatchEnded(outcome),))
