"""Which rules the random matches are played by: every preset, and values thrown together."""

import random

from tests import oracle
from tests.oracle.fitting import VALUES, fits

SHORT_TARGETS = [1, 2, 3]
# One match in so many of a preset goes to the preset's own target.
WHOLE_EVERY = 10

ONE_DEAL = {"match.mode": "fixed_deals", "match.deals": 1}
THREE = {"table.players": 3}
FOUR_ALONE = {"table.players": 4}
PAIRS = {"table.players": 4, "table.sides": "teams"}
SIX_ALONE = {"table.players": 6}
DEALER = {"leftovers.to": "dealer"}
OPTIONAL = {"capture.mandatory": False}
MAJORITY = {"scoring.cards.award": "majority", "scoring.denari.award": "majority"}
FEWEST = {"capture.choice": "fewest_cards"}
ANY = {"capture.choice": "any"}
LAST_CARD = {"sweep.last_card_counts": True}
SEVENS = {"scoring.primiera.method": "most_sevens"}
FEWER_SUITS = {"scoring.primiera.missing_suit": "fewer_suits_lose"}
PARTIAL = {"scoring.primiera.missing_suit": "partial_sum"}
LOSE = {"match.objective": "lose"}
DECLARATIONS = {
    "declarations.low_hand": 3,
    "declarations.three_of_a_kind": 10,
    "declarations.wild": "7C",
}

# Values that chance alone would seldom bring together.
CHOSEN = [
    ("smazzata_singola", {"match.tie": "extra_deal"}),
    ("smazzata_singola", {"match.deals": 2}),
    ("smazzata_singola", {**THREE, **MAJORITY}),
    ("scopa_classica", {"deal.redeal_kings_min": None}),
    ("scopa_classica", {"deal.redeal_aces_min": 1}),
    ("scopa_classica", {"deal.first_dealer": "seat_0", "match.margin": 2}),
    ("scopa_classica", {**FOUR_ALONE, **LAST_CARD}),
    ("scopa_classica", {**FOUR_ALONE, **ONE_DEAL, "match.tie": "draw"}),
    ("scopa_classica", {**SIX_ALONE, "match.margin": 2}),
    ("scopa_classica", {**SIX_ALONE, **LOSE, **FEWER_SUITS}),
    ("scopa_classica", {**THREE, **PARTIAL, **MAJORITY}),
    ("scopa_classica", {**OPTIONAL, **LAST_CARD}),
    ("scopa_classica", {**OPTIONAL, "capture.max_table_cards": 2, **ONE_DEAL}),
    ("scopa_classica", {**OPTIONAL, **DEALER, **ANY}),
    ("scopa_classica", {**ANY, "sweep.points": 0}),
    ("scopa_classica", {"capture.max_table_cards": 2}),
    ("scopa_classica", {**FEWEST, "capture.max_table_cards": 2}),
    ("scopa_classica", {**SEVENS, "scoring.cards.points": 0, "scoring.denari.points": 0}),
    ("scopa_classica", {**DECLARATIONS, "declarations.three_of_a_kind": 0}),
    ("scopa_in_tre", {**SEVENS, **DEALER}),
    ("scopa_in_tre", {**FEWER_SUITS, "scoring.settebello": 2}),
    ("scopa_in_tre", {"scoring.primiera.method": "off", "match.margin": 2}),
    ("scopa_in_sei", {"deal.hand_size": 6, "capture.max_table_cards": 3}),
    ("scopone", {**LAST_CARD, **ONE_DEAL, "match.tie": "draw"}),
    ("scopone_scientifico", {**LAST_CARD, **DEALER}),
    ("scopa_napola", {"scoring.napola.cap": 7, "scoring.napola.napoleone_wins": False}),
    ("scopa_assi", {"ace.with_ace_on_table": "sweeps", **LAST_CARD}),
    ("scopa_assi", {"ace.opening": "no_sweep", "ace.on_empty_table": "taken", **PAIRS}),
    ("scopa_assi", {**OPTIONAL, "ace.on_empty_table": "taken", "ace.opening": "forbidden"}),
    ("asso_piglia_tutto", {"ace.opening": "no_sweep", "capture.max_table_cards": 2}),
    ("scopone_assi", {"ace.opening": "no_sweep"}),
    ("scopa_quindici", {**FEWEST, **DEALER}),
    ("scopa_quindici", {"capture.max_table_cards": 2, **PAIRS}),
    ("escoba", {**THREE, "deal.redeal_aces_min": 1}),
    ("escoba", {**PAIRS, "scoring.primiera.method": "off", "sweep.points": 0}),
    ("scopa_a_perdere", {**THREE}),
    ("scopa_a_perdere", {**PAIRS, "match.margin": 2}),
    ("scopa_a_perdere", {**THREE, **ONE_DEAL}),
    ("cirulla", {**PAIRS, "capture.choice": "single_first"}),
    ("cirulla", {**THREE, "ace.scores_scopa": False, **FEWEST}),
    ("cirulla", {"ace.opening": "forbidden", "ace.with_ace_on_table": "sweeps"}),
    ("cirulla", {"ace.on_empty_table": "taken", "ace.opening": "no_sweep", **FEWEST}),
    ("cirulla", {"declarations.low_hand": 0, "capture.max_table_cards": 2}),
]


def cut_short(preset, changes, target):
    """Return the overrides with a target that few deals reach, where the match has a target."""
    if oracle.ruleset(preset, changes)["match"]["mode"] == "fixed_deals":
        return changes
    return {**changes, "match.target": target}


def changes_of(preset, number):
    """Return the overrides of the n-th match of a preset: most are cut short, so that many fit."""
    if number % WHOLE_EVERY == 0:
        return {}
    return cut_short(preset, {}, SHORT_TARGETS[number % len(SHORT_TARGETS)])


def thrown_together(dice):
    """Return a preset and overrides by path at random, whether or not they fit together."""
    preset = dice.choice(list(oracle.PRESETS))
    paths = dice.sample(list(VALUES), dice.randint(1, 8))
    return preset, {path: dice.choice(VALUES[path]) for path in paths}


def combination(seed):
    """Return a preset and overrides that fit together and make a short match."""
    dice = random.Random(seed)
    while True:
        preset, changes = thrown_together(dice)
        if fits(oracle.ruleset(preset, changes)):
            return preset, cut_short(preset, changes, dice.choice(SHORT_TARGETS))
