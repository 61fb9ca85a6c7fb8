"""Search what a player received for cards that the player could not know.

What is secret is worked out from the moves of the whole match, once it is over, and not from
anything that was shown on the way: at a ply the cards of the running deal that were played then or
later, but for those that the player held already. Cards of past deals are known, so those parts of
an answer that tell of them are cut out before the rest is searched as text.
"""

import json
import re
from dataclasses import dataclass

_CARD = re.compile(r"(?<![0-9A-Za-z_-])(?:[1-9]|10)[DCSB](?![0-9A-Za-z_-])")
_NOTHING_HIDDEN_IN = ("deals", "voids")  # of a view: deals that are over


@dataclass(frozen=True)
class Leak:
    """Cards in an answer that its receiver should not have seen."""

    path: str
    ply: int
    cards: tuple
    text: str


class Truth:
    """What was played in a match: the items of its moves, all of them."""

    def __init__(self, moves, *, seats, hand_size):
        self.moves = moves
        self._round = seats * hand_size
        self._first = {}
        for move in moves:
            self._first.setdefault(move["deal"], move["ply"])

    def first_ply(self, ply):
        """Give the first ply of the deal to which a ply belongs."""
        return self._first[self.moves[min(ply, len(self.moves) - 1)]["deal"]]

    def secrets(self, seat, ply):
        """Give the cards that a seat cannot know when a ply is about to be played."""
        if ply >= len(self.moves):
            return set()
        deal, first = self.moves[ply]["deal"], self.first_ply(ply)

        def is_held(move):
            same_hand = (move["ply"] - first) // self._round == (ply - first) // self._round
            return move["seat"] == seat and same_hand

        later = [move for move in self.moves[ply:] if move["deal"] == deal]
        return {move["card"] for move in later if not is_held(move)}


def leaks(heard, match, seat, truth):
    """List what a seat received that names a card it could not know."""
    found = []
    for each in heard:
        for ply, text in _parts(each, match, truth):
            known_not = truth.secrets(seat, ply)
            cards = tuple(sorted(set(_CARD.findall(text)) & known_not))
            if cards:
                found.append(Leak(each.path, ply, cards, text))
    return found


def _parts(heard, match, truth):
    """Yield texts, each with the ply as of which it tells."""
    yield heard.ply, heard.headers
    data = json.loads(heard.body) if heard.body else None
    if not isinstance(data, dict):
        return
    if "type" in data and "match" in data:
        yield from _event_parts(data, match, truth)
    elif heard.path.startswith("/events"):
        for item in data.get("items", []):
            yield from _event_parts(item, match, truth)
    elif "legal_moves" in data and "seats" in data:
        if data["id"] == match:
            shown = {key: value for key, value in data.items() if key not in _NOTHING_HIDDEN_IN}
            yield data["ply"], json.dumps(shown)
    elif heard.path.startswith(f"/matches/{match}/moves") and "items" in data:
        ply = max((move["ply"] for move in data["items"]), default=-1) + 1
        recent = [move for move in data["items"] if move["ply"] >= truth.first_ply(ply)]
        yield ply, json.dumps(recent)
    elif heard.path.startswith(f"/matches/{match}") or "/matches/" not in heard.path:
        # Problems, plans, lists, summaries: as of the last view, which may be older than they are.
        yield heard.ply, heard.body.decode()


def _event_parts(item, match, truth):
    if item["match"] != match:
        return
    data = dict(item["data"])
    ply = data.get("ply")
    if ply is None:  # no such event tells of cards
        yield 0, json.dumps(item)
        return
    first = truth.first_ply(ply)
    data["plays"] = [play for play in data.get("plays", []) if play["ply"] >= first]
    yield ply, json.dumps({**item, "data": data})
