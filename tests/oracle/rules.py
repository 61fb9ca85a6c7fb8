"""The presets, written out by hand from the rules, as nested dictionaries.

The shape is the shape in which a ruleset is stored, so that a comparison can feed either side
with what the other one resolved.
"""

import copy

DEFAULTS = {
    "table": {"players": 2, "sides": "solo"},
    "deal": {
        "hand_size": 3,
        "table_size": 4,
        "redeal_kings_min": 3,
        "redeal_aces_min": None,
        "dealer_bonus": "none",
        "first_dealer": "random",
    },
    "declarations": {"low_hand": 0, "low_hand_max": 9, "three_of_a_kind": 0, "wild": None},
    "capture": {
        "mode": "sum",
        "choice": "single_first",
        "mandatory": True,
        "max_table_cards": None,
    },
    "ace": {
        "sweep": False,
        "scores_scopa": False,
        "with_ace_on_table": "by_value",
        "on_empty_table": "stays",
        "opening": "free",
    },
    "sweep": {"points": 1, "last_card_counts": False},
    "leftovers": {"to": "last_capturer"},
    "scoring": {
        "cards": {"points": 1, "award": "most"},
        "denari": {"points": 1, "award": "most"},
        "settebello": 1,
        "primiera": {
            "points": 1,
            "method": "sum",
            "scale": "standard",
            "missing_suit": "void",
        },
        "re_bello": 0,
        "napola": {"enabled": False, "cap": 10, "napoleone_wins": False},
        "grande": 0,
        "sevens": {"most": 0, "all_four": 0},
    },
    "match": {
        "mode": "target",
        "target": 11,
        "deals": None,
        "margin": 1,
        "tie": "extra_deal",
        "objective": "win",
    },
}

PAIRS = {"table.players": 4, "table.sides": "teams"}
TEN_CARDS = {
    **PAIRS,
    "deal.hand_size": 10,
    "deal.table_size": 0,
    "deal.redeal_kings_min": None,
}

PRESETS = {
    "scopa_classica": {},
    "scopa_21": {"match.target": 21},
    "scopa_breve": {"match.target": 7},
    "smazzata_singola": {"match.mode": "fixed_deals", "match.deals": 1, "match.tie": "draw"},
    "scopa_in_tre": {"table.players": 3},
    "scopa_a_coppie": PAIRS,
    "scopone": {**PAIRS, "deal.hand_size": 9},
    "scopone_scientifico": {**TEN_CARDS, "match.target": 21},
    "scopa_napola": {
        "scoring.napola.enabled": True,
        "scoring.napola.napoleone_wins": True,
        "match.target": 21,
    },
    "scopa_rebello": {"scoring.re_bello": 1},
    "scopa_assi": {"ace.sweep": True},
    "asso_piglia_tutto": {"ace.sweep": True, "ace.scores_scopa": True},
    "scopone_assi": {
        **TEN_CARDS,
        "ace.sweep": True,
        "ace.opening": "forbidden",
        "ace.on_empty_table": "taken",
        "scoring.napola.enabled": True,
    },
    "scopa_quindici": {"capture.mode": "fifteen", "deal.redeal_kings_min": None},
    "escoba": {
        "capture.mode": "fifteen",
        "deal.redeal_kings_min": None,
        "deal.dealer_bonus": "groups_of_15",
        "scoring.sevens.most": 1,
        "scoring.sevens.all_four": 1,
        "match.target": 21,
    },
    "scopa_a_perdere": {"match.objective": "lose", "match.target": 21},
    "scopa_bga": {
        "capture.choice": "fewest_cards",
        "scoring.primiera.missing_suit": "partial_sum",
    },
    "scopa_in_sei": {"table.players": 6, "table.sides": "teams"},
    "scopa_figure": {"scoring.primiera.scale": "figures_8_9_10"},
    "cirulla": {
        "capture.mode": "sum_or_fifteen",
        "capture.choice": "any",
        "ace.sweep": True,
        "ace.scores_scopa": True,
        "deal.redeal_aces_min": 2,
        "deal.redeal_kings_min": None,
        "deal.dealer_bonus": "total_15_30",
        "declarations.low_hand": 3,
        "declarations.three_of_a_kind": 10,
        "declarations.wild": "7C",
        "scoring.napola.enabled": True,
        "scoring.napola.cap": 6,
        "scoring.napola.napoleone_wins": True,
        "scoring.grande": 5,
        "match.target": 51,
    },
}


def ruleset(preset="scopa_classica", changes=None):
    """Return the full rules of a preset, with `changes` by dotted path on top."""
    rules = copy.deepcopy(DEFAULTS)
    for path, value in {**PRESETS[preset], **(changes or {})}.items():
        *parents, name = path.split(".")
        place = rules
        for parent in parents:
            place = place[parent]
        if name not in place:
            raise KeyError(path)
        place[name] = value
    return rules


def side_of(rules, seat):
    """Return the side a seat plays for: in teams the seats of equal parity are partners."""
    if rules["table"]["sides"] == "teams":
        return seat % 2
    return seat


def side_count(rules):
    """Return how many sides there are."""
    return 2 if rules["table"]["sides"] == "teams" else rules["table"]["players"]
