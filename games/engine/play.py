"""The course of a match: decks and moves in, new states and events out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from .board import Board
from .cards import ALL_CARDS, DECK, Card, cards_in, mask_of
from .errors import DealNotDue, DeckInvalid, FirstDealerFixed, MatchOver, NoSuchSeat
from .events import (
    CardPlayed,
    DealerBonus,
    DealScored,
    DealStarted,
    DealVoided,
    Event,
    HandDeclared,
    HandsDealt,
    LeftoversTaken,
    MatchEnded,
)
from .legality import judged
from .opening import is_void, table_dealt
from .outcome import outcome_of, outcome_of_resignation
from .ruleset import RuleSet, side_count, side_of
from .state import MatchState, Move, PlayedMove, VoidDeal
from .validation import check_rules


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
    A deal with too many Kings or Aces on the table is void: the state still needs a deck,
    for the same dealer and number (R2.4, R2.7).
    Raises `MatchOver`, `DealNotDue` while a deal is open, or `DeckInvalid`.
    """
    if state.outcome is not None:
        raise MatchOver("the match is over")
    if state.deal is not None:
        raise DealNotDue(f"deal {state.deal.number} is still open")
    deck = _checked_deck(deck)
    table = table_dealt(state.rules, deck)
    if is_void(state.rules, table):
        void = VoidDeal(state.deal_number, cards_in(table))
        return Step(replace(state, voids=(*state.voids, void)), (DealVoided(void),))
    board = Board.opened(state.rules, state.deal_number, state.dealer, deck)
    events = _events_of_opening(board, cards_in(table))
    return Step(replace(state, deal=board.frozen(None)), events)


def _events_of_opening(board: Board, table: tuple[Card, ...]) -> tuple[Event, ...]:
    events: list[Event] = [DealStarted(board.number, board.dealer, table)]
    if board.dealer_bonus:
        events.append(DealerBonus(board.dealer, board.dealer_bonus, table))
    return (*events, *_declared(board, since=0))


def _declared(board: Board, since: int) -> tuple[Event, ...]:
    """Tell of the declarations after so many of this deal."""
    return tuple(
        HandDeclared(declared.seat, declared.kind, declared.points, declared.cards)
        for declared in board.declared[since:]
    )


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

    Captures are explicit, () where the card takes nothing. The order is canonical:
    cards from low to high, and for each the captures of fewer cards first.
    """
    if state.deal is None or state.outcome is not None:
        return ()
    return tuple([_move(*move) for move in Board(state.rules, state.deal).moves()])


@lru_cache(maxsize=1 << 14)
def _move(card: int, capture: int) -> Move:
    """Write a move out; most are made again and again."""
    return Move(DECK[card.bit_length() - 1], cards_in(capture))


def apply(state: MatchState, seat: int, move: Move) -> Step:
    """Play a card (R3); after the last card of a deal, score it (R5 to R7).

    The given state is not changed. After the last card the new state has an outcome, or
    needs a deck for the next dealer. Raises `NoSuchSeat`, `MoveUnreadable`, or the
    `RuleError` that tells what is wrong with the move.
    """
    check_seat(state.rules, seat)
    board, capture, sole = judged(state, seat, move)
    scopa = board.play(move.card.mask, capture)
    played = PlayedMove(state.ply, seat, move.card, cards_in(capture), scopa, sole)
    if not board.hands_are_empty:
        return _step(state, board, played, (CardPlayed(played),))
    if not board.stock:
        return _finished_deal(state, board, played)
    before = len(board.declared)
    board.deal_hands()  # R2.5
    dealt = HandsDealt(board.number, len(board.stock))
    events = (CardPlayed(played), dealt, *_declared(board, since=before))
    return _step(state, board, played, events)


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
    leftovers, taker = board.table, board.leftovers_seat
    board.take_leftovers()
    if leftovers and taker is not None:  # R5.2
        events.append(LeftoversTaken(taker, cards_in(leftovers)))
    score = board.score()
    scores = tuple(map(sum, zip(state.scores, score.points, strict=True)))
    deals = (*state.deals, score)
    outcome = outcome_of(state.rules, scores, deals)  # R7.1: only now
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
