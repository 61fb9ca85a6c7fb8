"""The facts of `tests/cases/rules.jsonl`: what their words mean here."""

import json
from pathlib import Path

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "cases" / "rules.jsonl").read_text().splitlines()
]

# The variant and the players of a fact, and the preset that is played so. What the facts call
# asso_piglia_tutto assumes that an Ace's sweep is no scopa, and that is scopa_assi.
PRESET_OF = {
    ("scopa", 2): "scopa_classica",
    ("scopa", 3): "scopa_in_tre",
    ("scopa", 4): "scopa_a_coppie",
    ("scopone", 4): "scopone",
    ("scopone_scientifico", 4): "scopone_scientifico",
    ("scopa_15", 2): "scopa_quindici",
    ("scopa_assi", 2): "scopa_assi",
    ("asso_piglia_tutto", 2): "scopa_assi",
    ("napola", 2): "scopa_napola",
    ("re_bello", 2): "scopa_rebello",
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

SINGLE_DEAL = {"match.mode": "fixed_deals", "match.deals": 1, "match.tie": "draw"}


def of_kind(kind, wanted=lambda case: True):
    """Return the facts of a kind."""
    return [case for case in CASES if case["kind"] == kind and wanted(case)]


CAPTURES = of_kind("captures")
PLAYS = of_kind("play")
SCORES = of_kind("deal_score", lambda case: "total" in case["expect"])
RUNS = of_kind("deal_score", lambda case: "napola" in case["expect"])
RE_BELLO = of_kind("deal_score", lambda case: "re_bello" in case["expect"])
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
