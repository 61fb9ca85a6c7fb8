"""The facts of `tests/cases/rules.jsonl`: which are covered, and what their words mean here."""

import json
from pathlib import Path

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "cases" / "rules.jsonl").read_text().splitlines()
]

PRESET_OF = {
    ("scopa", 2): "scopa_classica",
    ("scopa", 3): "scopa_in_tre",
    ("scopa", 4): "scopa_a_coppie",
    ("scopone", 4): "scopone",
    ("scopone_scientifico", 4): "scopone_scientifico",
}

# What a fact calls an error, and the code the engine gives it.
CODE_OF_ERROR = {
    "must_take_single_equal_card": "capture_too_many",
    "sum_mismatch": "capture_sum_mismatch",
    "capture_card_not_on_table": "capture_not_on_table",
    "card_not_in_hand": "card_not_in_hand",
    "duplicate_card_in_take": "duplicate_capture_card",
    "capture_compulsory": "capture_required",
}
# Where the engine tells apart what the facts lump together.
CODE_OF_CASE = {"play-026": "capture_too_few"}

LATER = {
    "ap-001": "an Ace that takes the whole table",
    "ap-002": "an Ace that takes the whole table",
    "nap-001": "the napola",
    "nap-002": "the napola",
    "nap-004": "the napola",
    "nap-006": "the napola",
    "rb-001": "the re bello",
    "var15-002": "captures that make fifteen",
    "var15-003": "captures that make fifteen",
    "var15-004": "captures that make fifteen",
    "var15-006": "captures that make fifteen",
}

SINGLE_DEAL = {"match.mode": "fixed_deals", "match.deals": 1, "match.tie": "draw"}


def first_tier():
    """Return the facts that the presets of the first tier must satisfy."""
    return [case for case in CASES if (case["variant"], case["players"]) in PRESET_OF]


def of_kind(kind, wanted=lambda case: True):
    """Return the facts of a kind."""
    return [case for case in first_tier() if case["kind"] == kind and wanted(case)]


CAPTURES = of_kind("captures")
PLAYS = of_kind("play")
SCORES = of_kind("deal_score")
MATCHES = of_kind("match_score")
SIZES = of_kind("deal", lambda case: "stock" in case["expect"])
OPENINGS = of_kind("deal", lambda case: "redeal" in case["expect"])
SCRIPTS = of_kind("deal", lambda case: "moves" in case)


def preset_of(case):
    """Return the preset a fact is about."""
    return PRESET_OF[case["variant"], case["players"]]


def code_of(case):
    """Return the code with which the engine must refuse the play of a fact."""
    return CODE_OF_CASE.get(case["id"], CODE_OF_ERROR[case["expect"]["error"]])
