"""Which values a rule set may hold, and which of them fit together."""

from tests.oracle.rules import DEFAULTS

VALUES = {
    "table.players": [2, 3, 4, 6],
    "table.sides": ["solo", "teams"],
    "deal.hand_size": [3, 6, 9, 10],
    "deal.table_size": [0, 4],
    "deal.redeal_kings_min": [None, 3],
    "deal.redeal_aces_min": [None, 1, 2],
    "deal.dealer_bonus": ["none", "groups_of_15", "total_15_30"],
    "declarations.low_hand": [0, 3],
    "declarations.three_of_a_kind": [0, 10],
    "declarations.wild": [None, "7C"],
    "capture.mode": ["sum", "fifteen", "sum_or_fifteen"],
    "capture.choice": ["single_first", "fewest_cards", "any"],
    "capture.mandatory": [True, False],
    "capture.max_table_cards": [None, 2, 3, 4],
    "ace.sweep": [False, True],
    "ace.scores_scopa": [False, True],
    "ace.with_ace_on_table": ["by_value", "sweeps"],
    "ace.on_empty_table": ["stays", "taken"],
    "ace.opening": ["free", "no_sweep", "forbidden"],
    "sweep.points": [0, 1],
    "sweep.last_card_counts": [False, True],
    "leftovers.to": ["last_capturer", "dealer"],
    "scoring.cards.points": [0, 1],
    "scoring.cards.award": ["most", "majority"],
    "scoring.denari.points": [0, 1],
    "scoring.denari.award": ["most", "majority"],
    "scoring.settebello": [0, 1, 2, 3],
    "scoring.primiera.points": [0, 1],
    "scoring.primiera.method": ["sum", "most_sevens", "off"],
    "scoring.primiera.scale": ["standard", "figures_8_9_10"],
    "scoring.primiera.missing_suit": ["void", "fewer_suits_lose", "partial_sum"],
    "scoring.re_bello": [0, 1, 2, 3],
    "scoring.napola.enabled": [False, True],
    "scoring.napola.cap": [6, 7, 9, 10],
    "scoring.napola.napoleone_wins": [False, True],
    "scoring.grande": [0, 5],
    "scoring.sevens.most": [0, 1],
    "scoring.sevens.all_four": [0, 1],
    "match.mode": ["target", "fixed_deals"],
    "match.deals": [None, 1, 2],
    "match.margin": [1, 2],
    "match.tie": ["extra_deal", "draw"],
    "match.objective": ["win", "lose"],
}


def fits(rules):
    """Say whether the values of a rule set may stand together."""
    table, deal, capture, ace = rules["table"], rules["deal"], rules["capture"], rules["ace"]
    teams = table["sides"] == "teams"
    return all(
        [
            not teams or table["players"] in (4, 6),
            (40 - deal["table_size"]) % (table["players"] * deal["hand_size"]) == 0,
            deal["hand_size"] < 9 or (teams and table["players"] == 4),
            deal["hand_size"] != 6 or (teams and table["players"] == 6),
            deal["table_size"] == 4 or _opening_is_plain(deal),
            deal["dealer_bonus"] == "none" or capture["mode"] != "sum",
            capture["mandatory"] or capture["mode"] == "sum",
            ace["sweep"] or ace == DEFAULTS["ace"],
            not ace["sweep"] or capture["mode"] != "fifteen",
            _declarations_fit(rules),
            _scoring_fits(rules),
            _something_scores(rules),
            _ending_fits(rules["match"]),
        ]
    )


def _opening_is_plain(deal):
    redeals = [deal["redeal_kings_min"], deal["redeal_aces_min"]]
    return redeals == [None, None] and deal["dealer_bonus"] == "none"


def _declarations_fit(rules):
    declared = rules["declarations"]
    points = [declared["low_hand"], declared["three_of_a_kind"]]
    if points != [0, 0] and rules["deal"]["hand_size"] != 3:
        return False
    helps = points != [0, 0] or rules["deal"]["dealer_bonus"] == "total_15_30"
    return declared["wild"] is None or helps


def _scoring_fits(rules):
    napola, primiera = rules["scoring"]["napola"], rules["scoring"]["primiera"]
    summed = {"scale": "standard", "missing_suit": "void"}
    if primiera["method"] != "sum" and {**primiera, **summed} != primiera:
        return False
    if napola["cap"] != 10 and not napola["enabled"]:
        return False
    return not napola["napoleone_wins"] or rules["match"]["objective"] == "win"


def _something_scores(rules):
    scoring, declared = rules["scoring"], rules["declarations"]
    points = [
        rules["sweep"]["points"],
        scoring["cards"]["points"],
        scoring["denari"]["points"],
        scoring["settebello"],
        scoring["primiera"]["points"] if scoring["primiera"]["method"] != "off" else 0,
        scoring["re_bello"],
        scoring["napola"]["cap"] if scoring["napola"]["enabled"] else 0,
        scoring["grande"],
        scoring["sevens"]["most"],
        scoring["sevens"]["all_four"],
        declared["low_hand"],
        declared["three_of_a_kind"],
    ]
    return any(points)


def _ending_fits(match):
    if match["mode"] == "target":
        return match["deals"] is None and match["tie"] == "extra_deal"
    return match["deals"] is not None and match["margin"] == 1
