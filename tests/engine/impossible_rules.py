"""Rule sets that cannot be played: a preset, what is changed, and the path to blame (R8.2, R8.3).

Each value could stand in its field; what it stands beside makes it impossible. The one path is
the only fault of each, so that a caller can be told exactly where it lies.
"""

ALONE = {"table.sides": "solo"}
PAIRS = {"table.players": 4, "table.sides": "teams"}
TRIOS = {"table.players": 6, "table.sides": "teams"}
EMPTY = {"deal.table_size": 0, "deal.redeal_kings_min": None}
TEN = {**PAIRS, **EMPTY, "deal.hand_size": 10}
FIFTEEN = {"capture.mode": "fifteen"}
EITHER = {"capture.mode": "sum_or_fifteen"}
SINGLE = {"match.mode": "fixed_deals", "match.deals": 1}
NO_SCOPA = {"sweep.points": 0}
NO_SUM = {"scoring.primiera.method": "most_sevens"}
NO_PRIMIERA = {"scoring.primiera.method": "off"}
NOTHING = {
    "sweep.points": 0,
    "scoring.cards.points": 0,
    "scoring.denari.points": 0,
    "scoring.settebello": 0,
}

IMPOSSIBLE = [
    # Who sits at the table
    ("scopa_classica", {"table.sides": "teams"}, "table.sides"),
    ("scopa_in_tre", {"table.sides": "teams"}, "table.sides"),
    ("scopa_a_coppie", {"table.players": 2}, "table.players"),
    ("scopa_a_coppie", {"table.players": 3}, "table.players"),
    ("scopa_in_sei", {"table.players": 2}, "table.players"),
    ("scopa_in_sei", {"table.players": 3}, "table.players"),
    ("escoba", {"table.sides": "teams"}, "table.sides"),
    ("cirulla", {"table.players": 3, "table.sides": "teams"}, "table.sides"),
    # How many cards in a hand
    ("scopa_classica", {"deal.hand_size": 9}, "deal.hand_size"),
    ("scopa_classica", {**EMPTY, "deal.hand_size": 10}, "deal.hand_size"),
    ("scopa_classica", {"deal.hand_size": 6}, "deal.hand_size"),
    ("scopa_classica", EMPTY, "deal.table_size"),
    ("scopa_in_tre", {"deal.hand_size": 9}, "deal.hand_size"),
    ("scopa_in_tre", {"deal.hand_size": 6}, "deal.hand_size"),
    ("scopa_in_tre", EMPTY, "deal.table_size"),
    ("scopa_a_coppie", EMPTY, "deal.table_size"),
    ("scopa_a_coppie", {"deal.hand_size": 6}, "deal.hand_size"),
    ("scopa_a_coppie", {"deal.hand_size": 10}, "deal.hand_size"),
    ("scopa_in_sei", {"deal.hand_size": 9}, "deal.hand_size"),
    ("scopa_in_sei", {"deal.hand_size": 10}, "deal.hand_size"),
    ("scopa_in_sei", {**ALONE, "deal.hand_size": 6}, "deal.hand_size"),
    ("scopa_in_sei", {**EMPTY, "deal.hand_size": 6}, "deal.hand_size"),
    ("scopone", ALONE, "table.sides"),
    ("scopone", {"table.players": 6}, "table.players"),
    ("scopone", {"deal.hand_size": 10}, "deal.hand_size"),
    ("scopone", EMPTY, "deal.table_size"),
    ("scopone_scientifico", ALONE, "table.sides"),
    ("scopone_scientifico", {"deal.hand_size": 9}, "deal.hand_size"),
    ("scopone_scientifico", {"deal.hand_size": 3}, "deal.hand_size"),
    ("scopone_scientifico", {"deal.table_size": 4}, "deal.table_size"),
    # What a table may bring about that is not dealt
    ("scopone_scientifico", {"deal.redeal_kings_min": 3}, "deal.redeal_kings_min"),
    ("scopone_assi", {"deal.redeal_kings_min": 3}, "deal.redeal_kings_min"),
    ("scopone_scientifico", {"deal.redeal_aces_min": 1}, "deal.redeal_aces_min"),
    ("scopone_assi", {"deal.redeal_aces_min": 2}, "deal.redeal_aces_min"),
    (
        "scopone_scientifico",
        {**FIFTEEN, "deal.dealer_bonus": "groups_of_15"},
        "deal.dealer_bonus",
    ),
    ("scopone_scientifico", {**EITHER, "deal.dealer_bonus": "total_15_30"}, "deal.dealer_bonus"),
    ("scopa_classica", {"deal.dealer_bonus": "groups_of_15"}, "deal.dealer_bonus"),
    ("scopa_classica", {"deal.dealer_bonus": "total_15_30"}, "deal.dealer_bonus"),
    ("escoba", {"capture.mode": "sum"}, "capture.mode"),
    ("cirulla", {"capture.mode": "sum"}, "capture.mode"),
    # What a card may take
    ("scopa_quindici", {"capture.mandatory": False}, "capture.mandatory"),
    ("escoba", {"capture.mandatory": False}, "capture.mandatory"),
    ("cirulla", {"capture.mandatory": False}, "capture.mandatory"),
    ("scopa_classica", {**EITHER, "capture.mandatory": False}, "capture.mandatory"),
    ("scopa_quindici", {"ace.sweep": True}, "ace.sweep"),
    ("escoba", {"ace.sweep": True}, "ace.sweep"),
    ("asso_piglia_tutto", FIFTEEN, "capture.mode"),
    ("cirulla", FIFTEEN, "capture.mode"),
    ("scopa_classica", {"ace.scores_scopa": True}, "ace.scores_scopa"),
    ("asso_piglia_tutto", {"ace.sweep": False}, "ace.sweep"),
    ("cirulla", {"ace.sweep": False}, "ace.sweep"),
    ("scopa_classica", {"ace.with_ace_on_table": "sweeps"}, "ace.with_ace_on_table"),
    ("scopa_21", {"ace.with_ace_on_table": "sweeps"}, "ace.with_ace_on_table"),
    ("scopa_classica", {"ace.on_empty_table": "taken"}, "ace.on_empty_table"),
    ("scopone_scientifico", {"ace.on_empty_table": "taken"}, "ace.on_empty_table"),
    ("scopa_classica", {"ace.opening": "no_sweep"}, "ace.opening"),
    ("scopone_scientifico", {"ace.opening": "forbidden"}, "ace.opening"),
    # What scores
    ("scopa_classica", {**NOTHING, **NO_PRIMIERA}, "sweep.points"),
    ("scopa_classica", {**NOTHING, "scoring.primiera.points": 0}, "sweep.points"),
    ("scopa_bga", {**NOTHING, "scoring.primiera.points": 0}, "sweep.points"),
    ("scopa_figure", NO_SUM, "scoring.primiera.method"),
    ("scopa_figure", NO_PRIMIERA, "scoring.primiera.method"),
    ("scopa_bga", NO_SUM, "scoring.primiera.method"),
    ("scopa_bga", NO_PRIMIERA, "scoring.primiera.method"),
    (
        "scopa_classica",
        {**NO_SUM, "scoring.primiera.missing_suit": "fewer_suits_lose"},
        "scoring.primiera.missing_suit",
    ),
    ("scopa_classica", {"scoring.napola.cap": 6}, "scoring.napola.cap"),
    ("scopa_classica", {"scoring.napola.cap": 9}, "scoring.napola.cap"),
    ("cirulla", {"scoring.napola.enabled": False}, "scoring.napola.enabled"),
    (
        "scopa_a_perdere",
        {"scoring.napola.napoleone_wins": True},
        "scoring.napola.napoleone_wins",
    ),
    ("scopa_napola", {"match.objective": "lose"}, "match.objective"),
    ("cirulla", {"match.objective": "lose"}, "match.objective"),
    # What is declared
    ("scopone", {"declarations.low_hand": 3}, "declarations.low_hand"),
    ("scopone_scientifico", {"declarations.low_hand": 3}, "declarations.low_hand"),
    ("scopone", {"declarations.three_of_a_kind": 10}, "declarations.three_of_a_kind"),
    ("scopone_assi", {"declarations.three_of_a_kind": 10}, "declarations.three_of_a_kind"),
    ("scopa_classica", {"declarations.wild": "7C"}, "declarations.wild"),
    ("scopa_quindici", {"declarations.wild": "7C"}, "declarations.wild"),
    ("escoba", {"declarations.wild": "7C"}, "declarations.wild"),
    # When the match ends
    ("scopa_classica", {"match.deals": 1}, "match.deals"),
    ("scopa_classica", {"match.mode": "fixed_deals"}, "match.mode"),
    ("smazzata_singola", {"match.deals": None}, "match.deals"),
    ("smazzata_singola", {"match.mode": "target", "match.tie": "extra_deal"}, "match.mode"),
    ("scopa_classica", {"match.tie": "draw"}, "match.tie"),
    ("scopa_a_perdere", {"match.tie": "draw"}, "match.tie"),
    ("smazzata_singola", {"match.mode": "target", "match.deals": None}, "match.mode"),
    ("smazzata_singola", {"match.margin": 2}, "match.margin"),
    ("scopone", {**SINGLE, "match.margin": 2}, "match.margin"),
]

# Values that no rule set can have, whatever stands beside them.
UNKNOWN = [
    ("scopa_classica", {"table.players": 5}, "table.players"),
    ("scopa_classica", {"table.players": 1}, "table.players"),
    ("scopa_classica", {"table.players": True}, "table.players"),
    ("scopa_classica", {"deal.hand_size": 4}, "deal.hand_size"),
    ("scopa_classica", {"deal.table_size": 5}, "deal.table_size"),
    ("scopa_classica", {"deal.redeal_kings_min": 2}, "deal.redeal_kings_min"),
    ("scopa_classica", {"deal.redeal_aces_min": 3}, "deal.redeal_aces_min"),
    ("scopa_classica", {"capture.mode": "eleven"}, "capture.mode"),
    ("scopa_classica", {"capture.max_table_cards": 1}, "capture.max_table_cards"),
    ("scopa_classica", {"capture.mandatory": "yes"}, "capture.mandatory"),
    ("scopa_assi", {"ace.sweep": 1}, "ace.sweep"),
    ("scopa_classica", {"sweep.points": 2}, "sweep.points"),
    ("scopa_napola", {"scoring.napola.cap": 8}, "scoring.napola.cap"),
    ("scopa_classica", {"scoring.grande": 3}, "scoring.grande"),
    ("cirulla", {"declarations.wild": "7D"}, "declarations.wild"),
    ("cirulla", {"declarations.low_hand_max": 10}, "declarations.low_hand_max"),
    ("scopa_classica", {"match.target": 0}, "match.target"),
    ("scopa_classica", {"match.target": "11"}, "match.target"),
    ("scopa_classica", {"match.margin": 3}, "match.margin"),
]
