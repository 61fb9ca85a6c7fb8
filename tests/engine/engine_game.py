"""The engine behind the face that `programs` describes."""

import dataclasses

from games import engine
from tests import oracle
from tests.engine import positions

BITS = [(card.mask, str(card)) for card in engine.DECK]


def names(mask):
    """Return the sorted names of the cards in a set."""
    return sorted([name for bit, name in BITS if mask & bit])


def cards(texts):
    """Return engine cards for names."""
    return tuple(engine.parse_card(text) for text in texts)


class EngineGame:
    """A match in the engine under test."""

    name = "engine"

    def __init__(self, state):
        self.state = state
        self.events = ()

    @classmethod
    def new(cls, preset, changes=None, *, first_dealer=0):
        """Return a new match of a preset, with overrides by dotted path."""
        return cls(engine.new_match(engine.resolve(preset, changes or {}), first_dealer))

    @classmethod
    def at(cls, preset, text, changes=None):
        """Return a match that stands at a position."""
        rules = engine.resolve(preset, changes or {})
        place = positions.read(text, engine.side_count(rules))
        deal = engine.DealState(
            number=1,
            dealer=place.dealer,
            turn=place.turn,
            hands=tuple(engine.mask_of(cards(hand)) for hand in place.hands),
            table=engine.mask_of(cards(place.table)),
            stock=cards(place.stock),
            piles=tuple(engine.mask_of(cards(pile)) for pile in place.piles),
            scope=tuple(place.scope),
            last_capturer=place.last,
            last_move=None,
        )
        start = engine.new_match(rules, place.dealer)
        return cls(dataclasses.replace(start, scores=tuple(place.score), deal=deal))

    @staticmethod
    def score(preset, piles, scope, changes=None):
        """Return the score of piles and scope by side, whatever cards are in them."""
        masks = [engine.mask_of(cards(pile)) for pile in piles]
        return _score(engine.score_deal(engine.resolve(preset, changes or {}), 1, masks, scope))

    def start_deal(self, deck):
        """Deal a deck; raise `oracle.Refused` where it may not be dealt."""
        self._step(lambda: engine.start_deal(self.state, cards(deck)))

    def play(self, seat, card, capture=None):
        """Play a card; raise `oracle.Refused` with the engine's code."""
        wanted = None if capture is None else cards(capture)
        move = engine.Move(engine.parse_card(card), wanted)
        self._step(lambda: engine.apply(self.state, seat, move))

    def resign(self, seat):
        """Give the match up."""
        self._step(lambda: engine.resign(self.state, seat))

    def _step(self, act):
        try:
            step = act()
        except engine.EngineError as error:
            raise oracle.Refused(error.code) from error
        self.state, self.events = step.state, step.events

    def legal(self):
        """Return the legal moves as a set of card and captured cards."""
        return {(card, frozenset(capture)) for card, capture in self.moves()}

    def moves(self):
        """Return the legal moves as pairs of a card and the sorted cards it takes."""
        return [
            (str(move.card), sorted(str(card) for card in move.capture))
            for move in engine.legal_moves(self.state)
        ]

    def look(self):
        """Return everything that can be seen of the match, in plain data."""
        state = self.state
        return {
            "ply": state.ply,
            "turn": state.turn,
            "needs_deck": state.needs_deck,
            "dealer": state.dealer,
            "scores": list(state.scores),
            "deals": [_score(score) for score in state.deals],
            "voids": [(void.number, sorted(map(str, void.table))) for void in state.voids],
            "deal": _deal(state.deal) if state.deal is not None else None,
            "outcome": state.outcome
            and (
                state.outcome.winner_side,
                state.outcome.termination,
                list(state.outcome.score),
            ),
        }

    def open_hands(self):
        """Return the declared hands as a spectator sees them, with the cards still held."""
        deal = engine.view(self.state, None).deal
        return [] if deal is None else [_declared(entry) for entry in deal.declared]

    def told(self):
        """Return what the last step told of declarations, bonus and leftovers."""
        told = {"declared": [], "bonus": None, "leftovers": None}
        for event in self.events:
            if isinstance(event, engine.HandDeclared):
                shown = sorted(str(card) for card in event.cards)
                told["declared"].append((event.seat, event.kind, event.points, shown))
            elif isinstance(event, engine.DealerBonus):
                shown = sorted(str(card) for card in event.cards)
                told["bonus"] = (event.seat, event.scope, shown)
            elif isinstance(event, engine.LeftoversTaken):
                told["leftovers"] = (event.seat, sorted(str(card) for card in event.cards))
        return told

    def leftovers(self):
        """Return who took what was left on the table in the last step, `(None, [])` if nobody."""
        return self.told()["leftovers"] or (None, [])


def _deal(deal):
    last = deal.last_move
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "hands": [names(hand) for hand in deal.hands],
        "table": names(deal.table),
        "stock": [str(card) for card in deal.stock],
        "piles": [names(pile) for pile in deal.piles],
        "scope": list(deal.scope),
        "dealer_bonus": deal.dealer_bonus,
        "declared": [_declared(entry) for entry in deal.declared],
        "last_capturer": deal.last_capturer,
        "last_move": last
        and {
            "ply": last.ply,
            "seat": last.seat,
            "card": str(last.card),
            "capture": sorted(str(card) for card in last.capture),
            "scopa": last.scopa,
            "sole": last.sole,
        },
    }


def _declared(entry):
    return {
        "seat": entry.seat,
        "kind": entry.kind,
        "points": entry.points,
        "wild": entry.wild,
        "cards": sorted(str(card) for card in entry.cards),
    }


def _score(score):
    detail = score.detail
    return {
        "number": score.number,
        "points": list(score.points),
        "carte": score.carte,
        "denari": score.denari,
        "settebello": score.settebello,
        "primiera": score.primiera,
        "scope": list(score.scope),
        "primiera_values": list(score.primiera_values),
        "detail": {
            "cards": list(detail.cards),
            "denari": list(detail.denari),
            "primiera": [_prime(hand) for hand in detail.primiera],
            "re_bello": detail.re_bello,
            "napola": list(detail.napola),
            "grande": detail.grande,
            "sevens": list(detail.sevens),
            "declarations": list(detail.declarations),
            "dealer_bonus": list(detail.dealer_bonus),
            "won_outright": detail.won_outright,
        },
    }


def _prime(hand):
    return {
        "best": [card and str(card) for card in hand.best],
        "value": hand.value,
        "counts": hand.counts and list(hand.counts),
    }
