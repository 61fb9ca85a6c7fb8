"""Whole matches at random, played in both programs at once and compared at every step."""

import copy
import random

from games import engine
from tests import oracle
from tests.engine.happenings import Happenings
from tests.engine.programs import EngineGame, OracleGame, cards
from tests.engine.random_play import biased_deck, chosen_move, probe, styles
from tests.oracle import DECK, Refused

RESIGNS = 0.0005
PROBES = 0.2
WRITTEN_DOWN = 0.03


class Difference(AssertionError):
    """The two programs do not agree."""


def play_match(preset, changes, seed):
    """Play one match in both programs; return what happened in it, counted."""
    return _Match(preset, changes, random.Random(seed)).play_out()


class _Match:
    def __init__(self, preset, changes, dice):
        self.dice = dice
        self.what = f"{preset} {changes}"
        self.seen = Happenings()
        self.log = []
        rules = oracle.ruleset(preset, changes)
        players = rules["table"]["players"]
        fixed = rules["deal"]["first_dealer"] == "seat_0"
        self.first_dealer = 0 if fixed else dice.randrange(players)
        self.engine = EngineGame.new(preset, changes, first_dealer=self.first_dealer)
        self.oracle = OracleGame.new(preset, changes, first_dealer=self.first_dealer)
        self.styles, self.moves = [], []

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
        return self.seen.counted

    def _deal(self):
        deck = biased_deck(self.dice, self.oracle.match)
        self.styles = styles(self.dice, self.oracle.match["rules"])
        self._both(lambda game: game.start_deal(deck))
        self.log.append(engine.DeckEntry(cards(deck)))

    def _move(self):
        match = self.oracle.match
        seat = oracle.turn(match)
        if self.dice.random() < RESIGNS:
            self._both(lambda game: game.resign(seat))
            self.log.append(engine.ResignEntry(seat))
            return
        card, capture = chosen_move(self.dice, match, self.moves, self.styles[seat])
        sole = len([move for move in self.moves if move[0] == card]) == 1
        if sole and self.dice.random() < PROBES:
            capture = None
        self._both(lambda game: game.play(seat, card, capture))
        wanted = None if capture is None else cards(capture)
        self.log.append(engine.PlayEntry(seat, engine.Move(engine.parse_card(card), wanted)))

    def _both(self, act):
        before = self.oracle.match
        act(self.engine)
        act(self.oracle)
        self._same("told", self.engine.told(), self.oracle.told())
        self._compare()
        self.seen.count(before, self.oracle.match)
        if self.dice.random() < WRITTEN_DOWN:
            self._same_when_read_back()

    def _compare(self):
        self._same_state()
        self.moves = sorted(self.oracle.moves())
        self._same("legal moves", sorted(self.engine.moves()), self.moves)
        if (self.oracle.match["deal"] or {}).get("declared"):
            self._same("open hands", self.engine.open_hands(), self.oracle.open_hands())

    def _same_state(self):
        self._same("state", self.engine.look(), self.oracle.look())

    def _same(self, name, theirs, ours):
        if theirs != ours:
            log = "\n".join(map(str, self.log))
            raise Difference(
                f"{self.what}: {name}\nengine {theirs}\noracle {ours}\n"
                f"first dealer {self.first_dealer}, log\n{log}"
            )

    def _probe(self):
        """Try something that is most likely illegal: same answer, and nothing changes."""
        first = self.oracle.match["deal"]["played"] == 0
        if not first and self.dice.random() > PROBES:
            return
        seat, card, capture = probe(self.dice, self.oracle.match)
        self._try(f"{seat} {card} {capture}", lambda game: game.play(seat, card, capture))

    def _refuse_everything(self):
        self._try("deal", lambda game: game.start_deal(DECK))
        self._try("resign", lambda game: game.resign(0))
        self._try("play", lambda game: game.play(0, "7D", []))

    def _try(self, what, act):
        answers = []
        for game in [self.engine, self.oracle]:
            trial = copy.copy(game)
            try:
                act(trial)
            except Refused as refusal:
                answers.append(refusal.code)
            else:
                answers.append(trial.look())
        self._same(f"answer to {what}", *answers)
        self.seen.note(answers[0] if isinstance(answers[0], str) else "legal probes")
        self._same_state()

    def _same_when_read_back(self):
        state = self.engine.state
        self._same("decoded", engine.decode(engine.encode(state)), state)

    def _rebuild(self):
        """Check that the log leads to the same state, and that the state can be written down."""
        state = self.engine.state
        self._same("replay", engine.replay(state.rules, self.first_dealer, self.log), state)
        self._same_when_read_back()
