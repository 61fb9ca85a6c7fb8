"""The presets of the first tier, written out by hand from the rules, as nested dictionaries.

The shape is the shape in which a ruleset is stored, so that a comparison can feed either side
with what the other one resolved.
"""

import copy

DEFAULTS = {
    "table": {"players": 2, "sides": "solo"},
    "deal": {"hand_size": 3, "table_size": 4, "redeal_kings_min": 3},
    "capture": {"choice": "single_first", "mandatory": True},
    "sweep": {"points": 1, "last_card_counts": False},
    "leftovers": {"to": "last_capturer"},
    "scoring": {
        "cards": {"points": 1, "award": "most"},
        "denari": {"points": 1, "award": "most"},
        "settebello": 1,
        "primiera": {"points": 1},
    },
    "match": {
        "mode": "target",
        "target": 11,
        "deals": None,
        "margin": 1,
        "tie": "extra_deal",
    },
}

PRESETS = {
    "scopa_classica": {},
    "scopa_21": {"match.target": 21},
    "scopa_breve": {"match.target": 7},
    "smazzata_singola": {"match.mode": "fixed_deals", "match.deals": 1, "match.tie": "draw"},
    "scopa_in_tre": {"table.players": 3},
    "scopa_a_coppie": {"table.players": 4, "table.sides": "teams"},
    "scopone": {"table.players": 4, "table.sides": "teams", "deal.hand_size": 9},
    "scopone_scientifico": {
        "table.players": 4,
        "table.sides": "teams",
        "deal.hand_size": 10,
        "deal.table_size": 0,
        "deal.redeal_kings_min": None,
        "match.target": 21,
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
    """Return the side a seat plays for: with pairs the seats of equal parity are partners."""
    if rules["table"]["sides"] == "teams":
        return seat % 2
    return seat


def side_count(rules):
    """Return how many sides there are."""
    return 2 if rules["table"]["sides"] == "teams" else rules["table"]["players"]
