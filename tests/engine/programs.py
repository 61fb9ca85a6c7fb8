"""The engine and the naive program behind one face, so that one test can ask both.

A game holds a state, moves it forward, and `look`s at it in plain data: cards are strings, piles
and hands sorted, so that two looks are equal exactly when the two programs agree.
"""

import dataclasses

from games import engine
from tests import oracle
from tests.engine import positions
from tests.oracle.rules import side_count

BITS = [(card.mask, str(card)) for card in engine.DECK]


def names(mask):
    """Return the sorted names of the cards in a set."""
    return sorted([name for bit, name in BITS if mask & bit])


def cards(texts):
    """Return engine cards for names."""
    return tuple(engine.parse_card(text) for text in texts)


def _score(score):
    return {
        "number": score.number,
        "points": list(score.points),
        "carte": score.carte,
        "denari": score.denari,
        "settebello": score.settebello,
        "primiera": score.primiera,
        "scope": list(score.scope),
        "primiera_values": list(score.primiera_values),
    }


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
    def score(preset, piles, scope):
        """Return the score of piles and scope by side, whatever cards are in them."""
        masks = [engine.mask_of(cards(pile)) for pile in piles]
        return _score(engine.score_deal(engine.resolve(preset), 1, masks, scope))

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
        return {
            (str(move.card), frozenset(str(card) for card in move.capture))
            for move in engine.legal_moves(self.state)
        }

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
            "deal": self._deal(state.deal) if state.deal is not None else None,
            "outcome": state.outcome
            and (
                state.outcome.winner_side,
                state.outcome.termination,
                list(state.outcome.score),
            ),
        }

    @staticmethod
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

    def leftovers(self):
        """Return who took what was left on the table in the last step, `(None, [])` if nobody."""
        for event in self.events:
            if isinstance(event, engine.LeftoversTaken):
                return event.seat, sorted(str(card) for card in event.cards)
        return None, []


class OracleGame:
    """The same match in the naive program."""

    name = "oracle"

    def __init__(self, match):
        self.match = match

    @classmethod
    def new(cls, preset, changes=None, *, first_dealer=0):
        """Return a new match of a preset, with overrides by dotted path."""
        return cls(oracle.new_match(oracle.ruleset(preset, changes), first_dealer))

    @classmethod
    def at(cls, preset, text, changes=None):
        """Return a match that stands at a position."""
        rules = oracle.ruleset(preset, changes)
        place = positions.read(text, side_count(rules))
        deal = {
            "number": 1,
            "dealer": place.dealer,
            "turn": place.turn,
            "hands": place.hands,
            "table": place.table,
            "stock": place.stock,
            "piles": place.piles,
            "scope": place.scope,
            "last_capturer": place.last,
            "last_move": None,
            "leftovers": None,
        }
        start = oracle.new_match(rules, place.dealer)
        return cls({**start, "scores": place.score, "deal": deal})

    @staticmethod
    def score(preset, piles, scope):
        """Return the score of piles and scope by side, whatever cards are in them."""
        deal = {"number": 1, "piles": piles, "scope": scope}
        return oracle.score_deal(oracle.ruleset(preset), deal)

    def start_deal(self, deck):
        """Deal a deck; raise `oracle.Refused` where it may not be dealt."""
        self.match = oracle.start_deal(self.match, deck)

    def play(self, seat, card, capture=None):
        """Play a card; raise `oracle.Refused` with the reason."""
        self.match = oracle.play(self.match, seat, card, capture)

    def resign(self, seat):
        """Give the match up."""
        self.match = oracle.resign(self.match, seat)

    def legal(self):
        """Return the legal moves as a set of card and captured cards."""
        return {(card, frozenset(capture)) for card, capture in oracle.legal_moves(self.match)}

    def look(self):
        """Return everything that can be seen of the match, in plain data."""
        match = self.match
        outcome, deal = match["outcome"], match["deal"]
        return {
            "ply": match["ply"],
            "turn": oracle.turn(match),
            "needs_deck": oracle.needs_deck(match),
            "dealer": match["dealer"],
            "scores": match["scores"],
            "deals": match["deals"],
            "voids": [(void["number"], sorted(void["table"])) for void in match["voids"]],
            "deal": self._deal(deal) if deal is not None else None,
            "outcome": outcome and (outcome["winner"], outcome["termination"], outcome["score"]),
        }

    @staticmethod
    def _deal(deal):
        seen = {key: deal[key] for key in ["number", "dealer", "stock", "scope"]}
        return {
            **seen,
            "hands": [sorted(hand) for hand in deal["hands"]],
            "table": sorted(deal["table"]),
            "piles": [sorted(pile) for pile in deal["piles"]],
            "last_capturer": deal["last_capturer"],
            "last_move": deal["last_move"],
        }

    def leftovers(self):
        """Return who took what was left on the table in the last step, `(None, [])` if nobody."""
        left = (self.match["deal"] or {}).get("leftovers")
        return (left["to"], sorted(left["cards"])) if left else (None, [])


PROGRAMS = [EngineGame, OracleGame]
