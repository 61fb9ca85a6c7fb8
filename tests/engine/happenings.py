"""What has come about in random matches, counted from the naive program's point of view.

A comparison that has never met an Ace that sweeps says nothing about Aces that sweep.
"""

from collections import Counter

from tests import oracle
from tests.oracle import rank
from tests.oracle.most import gap


class Happenings:
    """Counts by name."""

    def __init__(self):
        self.counted = Counter(matches=1)

    def note(self, name, times=1):
        """Count something."""
        self.counted[name] += times

    def count(self, before, after):
        """Count what came about in a step."""
        self.note("voids", len(after["voids"]) - len(before["voids"]))
        told = after["told"]
        for entry in told.get("declared", []):
            self.note(entry["kind"])
            self.note("wild declared", entry["wild"] is not None)
        if told.get("bonus"):
            self.note(f"bonus of {told['bonus']['scope']}")
        if after["ply"] > before["ply"]:
            self._count_move(before, after)
        if after["outcome"] and not before["outcome"]:
            self._count_outcome(after)

    def _count_move(self, before, after):
        self.note("plies")
        rules, deal, seat = before["rules"], before["deal"], oracle.turn(before)
        over = len(after["deals"]) > len(before["deals"])
        if not over:
            self._count_play(rules, deal, after["deal"]["last_move"])
            aces_only = all(rank(card) == 1 for card in deal["hands"][seat])
            forbidden = rules["ace"]["opening"] == "forbidden"
            self.note("opens with Aces only", aces_only and forbidden and deal["played"] == 0)
            self.note("tables of twelve", len(after["deal"]["table"]) >= 12)
            return
        (card,) = deal["hands"][seat]
        worth = oracle.worths(rules, deal, seat)[card]
        whole = sorted(deal["table"])
        sweeps = whole and whole in oracle.captures(rules, deal["table"], card, worth)
        self.note("last-card sweeps", bool(sweeps))
        self._count_deal(rules, deal, after)

    def _count_play(self, rules, deal, move):
        self.note("scope", move["scopa"])
        worth = oracle.worths(rules, deal, move["seat"])[move["card"]]
        capture = move["capture"]
        self.note("wild plays", worth != rank(move["card"]))
        if not capture:
            could = oracle.captures(rules, deal["table"], move["card"], worth)
            self.note("lays a card that could take", bool(could))
            kept = rules["ace"]["on_empty_table"] == "taken" and worth == 1
            self.note("Ace kept from an empty table", kept and not deal["table"])
            return
        total = sum(rank(card) for card in capture)
        self.note("fifteens", total + worth == 15)
        if worth == 1 and total != worth and len(capture) == len(deal["table"]):
            self.note("Ace sweeps for a scopa" if move["scopa"] else "Ace sweeps for no scopa")

    def _count_deal(self, rules, deal, after):
        score = after["deals"][-1]
        scoring = rules["scoring"]
        self.note("deals")
        self.note("void primes", None in [hand["value"] for hand in score["primiera_hands"]])
        self.note("short primes", any(None in hand["best"] for hand in score["primiera_hands"]))
        for category in ["primiera", "carte", "denari"]:
            self.note(f"nobody's {category}", score[category] is None)
        self.note("re bello", score["re_bello"] is not None)
        self.note("napola", any(score["napola"]))
        self.note("napola past its cap", max(score["napola"]) > scoring["napola"]["cap"])
        self.note("grande", score["grande"] is not None)
        self.note("all four sevens", 4 in score["sevens"])
        self.note("most sevens", oracle.most(score["sevens"]) is not None)
        self.note("won outright", score["won_outright"] is not None)
        left = after["told"].get("leftovers")
        self.note("leftovers", bool(left))
        self.note(
            "leftovers to a dealer who captured before",
            bool(left) and (left["to"] == deal["dealer"] != deal["last_capturer"]),
        )
        self.note("nobody captured", deal["last_capturer"] is None and not left)
        self.note("level after a deal", after["scores"].count(max(after["scores"])) > 1)
        ahead = 0 < gap(after["scores"]) < rules["match"]["margin"]
        self.note("too small a lead", ahead and not after["outcome"])

    def _count_outcome(self, after):
        outcome = after["outcome"]
        self.note(outcome["termination"])
        self.note("drawn", outcome["winner"] is None)
        lowest = outcome["winner"] is not None and outcome["score"][outcome["winner"]] == min(
            outcome["score"]
        )
        self.note("lowest wins", lowest)
