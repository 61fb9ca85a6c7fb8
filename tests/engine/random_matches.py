"""Whole matches at random, played in both programs at once and compared at every step."""

import copy
import random
from collections import Counter

from games import engine
from tests import oracle
from tests.engine.programs import EngineGame, OracleGame, cards
from tests.engine.random_play import biased_deck, chosen_move, probe
from tests.oracle import DECK, Refused

SINGLE_DEAL = {"match.mode": "fixed_deals", "match.deals": 1}
FOUR_ALONE = {"table.players": 4}

# The presets as they are, then the same with every override that the engine takes.
WHOLE = [(preset, {}) for preset in oracle.PRESETS]
SHORT = [
    *[(preset, {"match.target": 3}) for preset in oracle.PRESETS if preset != "smazzata_singola"],
    ("smazzata_singola", {}),
    ("smazzata_singola", {"match.tie": "extra_deal"}),
    ("smazzata_singola", {"match.deals": 2}),
    ("scopa_classica", {"deal.redeal_kings_min": None, "match.target": 2}),
    ("scopa_classica", {"deal.first_dealer": "seat_0", "match.target": 1}),
    ("scopa_classica", {"sweep.last_card_counts": True, "match.target": 4}),
    ("scopa_in_tre", {"scoring.cards.award": "majority", **SINGLE_DEAL}),
    ("scopa_in_tre", {"scoring.denari.award": "majority", "match.target": 2}),
    ("scopa_in_tre", {**SINGLE_DEAL, "match.tie": "draw"}),
    ("scopa_in_tre", {"table.players": 4, "match.target": 3}),
    ("scopa_classica", {**FOUR_ALONE, **SINGLE_DEAL, "match.tie": "draw"}),
    ("scopa_classica", {**FOUR_ALONE, "sweep.last_card_counts": True, **SINGLE_DEAL}),
    ("scopa_a_coppie", {**SINGLE_DEAL, "match.tie": "draw"}),
    ("scopa_a_coppie", {"scoring.cards.award": "majority", "match.target": 1}),
    ("scopone", {"sweep.last_card_counts": True, **SINGLE_DEAL, "match.tie": "draw"}),
    ("scopone_scientifico", {**SINGLE_DEAL, "match.tie": "draw"}),
    ("scopone_scientifico", {"sweep.last_card_counts": True, "match.target": 2}),
]


class Difference(AssertionError):
    """The two programs do not agree."""


def play_match(preset, changes, seed):
    """Play one match in both programs; return what happened in it, counted."""
    return _Match(preset, changes, random.Random(seed)).play_out()


class _Match:
    def __init__(self, preset, changes, dice):
        self.dice = dice
        self.seen = Counter(matches=1)
        self.log = []
        fixed = changes.get("deal.first_dealer") == "seat_0"
        players = oracle.ruleset(preset, _known(changes))["table"]["players"]
        self.first_dealer = 0 if fixed else dice.randrange(players)
        self.engine = EngineGame.new(preset, changes, first_dealer=self.first_dealer)
        self.oracle = OracleGame.new(preset, _known(changes), first_dealer=self.first_dealer)
        self.styles = [dice.choice(["any", "sweep", "lay", "most"]) for _ in range(players)]

    def play_out(self):
        self._compare()
        while self.oracle.match["outcome"] is None:
            if oracle.needs_deck(self.oracle.match):
                self._deal()
            else:
                self._probe()
                self._move()
        self._refuse_everything()
        self._rebuild()
        self._count_outcome()
        return self.seen

    def _deal(self):
        deck = biased_deck(self.dice, self.oracle.match)
        voids = len(self.oracle.match["voids"])
        self._both(lambda game: game.start_deal(deck))
        self.log.append(engine.DeckEntry(cards(deck)))
        self.seen["voids"] += len(self.oracle.match["voids"]) - voids

    def _move(self):
        match = self.oracle.match
        seat = oracle.turn(match)
        if self.dice.random() < 0.0005:
            self._both(lambda game: game.resign(seat))
            self.log.append(engine.ResignEntry(seat))
            return
        card, capture = chosen_move(self.dice, match, self.styles[seat])
        sole = len(oracle.captures(match["deal"]["table"], card)) < 2
        if sole and self.dice.random() < 0.2:
            capture = None
        self._both(lambda game: game.play(seat, card, capture))
        wanted = None if capture is None else cards(capture)
        self.log.append(engine.PlayEntry(seat, engine.Move(engine.parse_card(card), wanted)))
        self._count_move(match)

    def _both(self, act):
        act(self.engine)
        act(self.oracle)
        self._compare()

    def _compare(self):
        theirs, ours = self.engine.look(), self.oracle.look()
        if theirs != ours:
            raise Difference(f"engine {theirs}\noracle {ours}\nlog {self.log}")
        legal = engine.legal_moves(self.engine.state)
        if len(legal) != len(oracle.legal_moves(self.oracle.match)):
            raise Difference(f"engine {legal}\nlog {self.log}")
        if self.engine.legal() != self.oracle.legal():
            raise Difference(f"engine {legal}\nlog {self.log}")
        self.seen["states"] += 1

    def _probe(self):
        """Try something that is most likely illegal: same answer, and nothing changes."""
        if self.dice.random() > 0.2:
            return
        seat, card, capture = probe(self.dice, self.oracle.match)
        self._try(lambda game: game.play(seat, card, capture))

    def _refuse_everything(self):
        self._try(lambda game: game.start_deal(DECK))
        self._try(lambda game: game.resign(0))
        self._try(lambda game: game.play(0, "7D", []))

    def _try(self, act):
        answers = []
        for game in [self.engine, self.oracle]:
            trial = copy.copy(game)
            try:
                act(trial)
            except Refused as refusal:
                answers.append(refusal.code)
            else:
                answers.append(trial.look())
        if answers[0] != answers[1]:
            raise Difference(f"engine {answers[0]}\noracle {answers[1]}\nlog {self.log}")
        self.seen[answers[0] if isinstance(answers[0], str) else "legal probes"] += 1
        self._compare()

    def _rebuild(self):
        """Check that the log leads to the same state, and that the state can be written down."""
        state = self.engine.state
        if engine.replay(state.rules, self.first_dealer, self.log) != state:
            raise Difference(f"the log leads elsewhere: {self.log}")
        if engine.decode(engine.encode(state)) != state:
            raise Difference(f"the state is not written down whole: {state}")

    def _count_move(self, before):
        """Count what the move was, from the naive program's point of view."""
        after, deal = self.oracle.match, before["deal"]
        self.seen["plies"] += 1
        last_card = len(after["deals"]) > len(before["deals"])
        played = (after["deal"] or {}).get("last_move")
        self.seen["scope"] += bool(played and played["scopa"])
        if not last_card:
            return
        score = after["deals"][-1]
        self.seen["deals"] += 1
        self.seen["void primes"] += None in score["primiera_values"]
        self.seen["nobody's primiera"] += score["primiera"] is None
        self.seen["nobody's carte"] += score["carte"] is None
        self.seen["level after a deal"] += after["scores"].count(max(after["scores"])) > 1
        (card,) = deal["hands"][deal["turn"]]
        table = sorted(deal["table"])
        self.seen["last-card sweeps"] += table in [sorted(c) for c in oracle.captures(table, card)]

    def _count_outcome(self):
        outcome = self.oracle.match["outcome"]
        self.seen[outcome["termination"]] += 1
        self.seen["drawn"] += outcome["winner"] is None


def _known(changes):
    """Leave out the one override that means nothing to a program that is told the dealer."""
    return {path: value for path, value in changes.items() if path != "deal.first_dealer"}


def rules_of(preset):
    """Return a preset of the engine as plain data."""
    return engine.encode_rules(engine.resolve(preset))


def shrunk(document, shape):
    """Return of nested data what is also in `shape`."""
    return {
        name: shrunk(document[name], below) if isinstance(below, dict) else document[name]
        for name, below in shape.items()
    }


__all__ = ["SHORT", "WHOLE", "Difference", "play_match", "rules_of", "shrunk"]
