"""A second, deliberately naive Scopa, written from the rules and from nothing else.

Cards are strings, a table is a list, a match is a dictionary that is copied at every step, and
captures are found by trying every combination of table cards. It shares no line with
`games.engine` and must never import it: that the two agree is worth something only while they
are written apart.
"""

from tests.oracle.captures import captures, choices
from tests.oracle.cards import DECK, rank, suit
from tests.oracle.dealing import open_hands, worths
from tests.oracle.ending import match_result
from tests.oracle.match import (
    legal_moves,
    needs_deck,
    new_match,
    play,
    resign,
    start_deal,
    turn,
)
from tests.oracle.most import most
from tests.oracle.random_play import random_deal
from tests.oracle.refusals import Refused, refusal
from tests.oracle.rules import PRESETS, ruleset, side_count, side_of
from tests.oracle.scoring import score_deal, score_piles

__all__ = [
    "DECK",
    "PRESETS",
    "Refused",
    "captures",
    "choices",
    "legal_moves",
    "match_result",
    "most",
    "needs_deck",
    "new_match",
    "open_hands",
    "play",
    "random_deal",
    "rank",
    "refusal",
    "resign",
    "ruleset",
    "score_deal",
    "score_piles",
    "side_count",
    "side_of",
    "start_deal",
    "suit",
    "turn",
    "worths",
]
