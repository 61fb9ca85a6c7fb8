"""The naive program behind the face that `programs` describes."""

from tests import oracle
from tests.engine import positions


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
        sides = oracle.side_count(rules)
        place = positions.read(text, sides)
        unplayed = len(place.stock) + sum(len(hand) for hand in place.hands)
        deal = {
            "number": 1,
            "dealer": place.dealer,
            "turn": place.turn,
            "played": len(oracle.DECK) - rules["deal"]["table_size"] - unplayed,
            "hands": place.hands,
            "table": place.table,
            "stock": place.stock,
            "piles": place.piles,
            "scope": place.scope,
            "bonus": [0] * sides,
            "declared": [],
            "last_capturer": place.last,
            "last_move": None,
        }
        start = oracle.new_match(rules, place.dealer)
        return cls({**start, "scores": place.score, "deal": deal})

    @staticmethod
    def score(preset, piles, scope, changes=None):
        """Return the score of piles and scope by side, whatever cards are in them."""
        deal = {
            "number": 1,
            "piles": piles,
            "scope": scope,
            "bonus": [0 for _ in piles],
            "declared": [],
        }
        return _score(oracle.score_deal(oracle.ruleset(preset, changes), deal))

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
        return {(card, frozenset(capture)) for card, capture in self.moves()}

    def moves(self):
        """Return the legal moves as pairs of a card and the sorted cards it takes."""
        return oracle.legal_moves(self.match)

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
            "deals": [_score(score) for score in match["deals"]],
            "voids": [(void["number"], sorted(void["table"])) for void in match["voids"]],
            "deal": _deal(deal) if deal is not None else None,
            "outcome": outcome and (outcome["winner"], outcome["termination"], outcome["score"]),
        }

    def open_hands(self):
        """Return the declared hands as everybody sees them, with the cards still held."""
        return oracle.open_hands(self.match)

    def told(self):
        """Return what the last step told of declarations, bonus and leftovers."""
        told = self.match["told"]
        bonus, left = told.get("bonus"), told.get("leftovers")
        return {
            "declared": [
                (entry["seat"], entry["kind"], entry["points"], entry["cards"])
                for entry in told.get("declared", [])
            ],
            "bonus": bonus and (bonus["seat"], bonus["scope"], sorted(bonus["cards"])),
            "leftovers": left and (left["to"], sorted(left["cards"])),
        }

    def leftovers(self):
        """Return who took what was left on the table in the last step, `(None, [])` if nobody."""
        return self.told()["leftovers"] or (None, [])


def _deal(deal):
    seen = {key: deal[key] for key in ["number", "dealer", "stock", "scope", "declared"]}
    return {
        **seen,
        "hands": [sorted(hand) for hand in deal["hands"]],
        "table": sorted(deal["table"]),
        "piles": [sorted(pile) for pile in deal["piles"]],
        "dealer_bonus": sum(deal["bonus"]),
        "last_capturer": deal["last_capturer"],
        "last_move": deal["last_move"],
    }


CATEGORIES = ["number", "points", "carte", "denari", "settebello", "primiera", "scope"]
DETAILS = ["re_bello", "napola", "grande", "sevens", "declarations", "dealer_bonus", "won_outright"]


def _score(score):
    hands = score["primiera_hands"]
    return {
        **{name: score[name] for name in CATEGORIES},
        "primiera_values": [hand["value"] for hand in hands],
        "detail": {
            **{name: score[name] for name in DETAILS},
            "cards": score["counts"],
            "denari": score["denari_counts"],
            "primiera": hands,
        },
    }
