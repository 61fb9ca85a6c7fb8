"""Points at the end of a deal."""

from tests.oracle import primiera
from tests.oracle.cards import DECK, RE_BELLO, SETTEBELLO, of_rank, of_suit, rank
from tests.oracle.most import most
from tests.oracle.rules import side_of


def _award(amounts, award, total):
    winner = most(amounts)
    if award["points"] == 0:
        return None
    if award["award"] == "majority" and winner is not None and amounts[winner] * 2 <= total:
        return None
    return winner


def _holder(piles, cards, points):
    """Return the side that has all these cards, where that is worth points."""
    holders = [side for side, pile in enumerate(piles) if set(cards) <= set(pile)]
    return holders[0] if holders and points else None


def napola_run(pile):
    """Return how many denari follow one another from the Ace on; 0 where they are under three."""
    ranks = [rank(card) for card in of_suit(pile, "D")]
    run = 0
    while run + 1 in ranks:
        run += 1
    return run if run >= 3 else 0


def _napola(rules, piles):
    if not rules["scoring"]["napola"]["enabled"]:
        return [0 for _ in piles]
    return [napola_run(pile) for pile in piles]


def declared_points(rules, deal):
    """Return the points of the hands that declared, by side."""
    points = [0 for _ in deal["piles"]]
    for entry in deal["declared"]:
        points[side_of(rules, entry["seat"])] += entry["points"]
    return points


def score_piles(rules, piles, scope, declared=None):
    """Return the categories and the points of piles by side."""
    scoring = rules["scoring"]
    napola = _napola(rules, piles)
    sevens = [len(of_rank(pile, 7)) for pile in piles]
    all_denari = _holder(piles, of_suit(DECK, "D"), scoring["napola"]["napoleone_wins"])
    hands = [primiera.hand(rules, pile) for pile in piles]
    counts = [len(pile) for pile in piles]
    denari = [len(of_suit(pile, "D")) for pile in piles]
    score = {
        "counts": counts,
        "carte": _award(counts, scoring["cards"], 40),
        "denari_counts": denari,
        "denari": _award(denari, scoring["denari"], 10),
        "settebello": _holder(piles, [SETTEBELLO], scoring["settebello"]),
        "primiera": primiera.primiera_side(rules, hands),
        "primiera_hands": hands,
        "scope": list(scope),
        "re_bello": _holder(piles, [RE_BELLO], scoring["re_bello"]),
        "napola": napola,
        "grande": _holder(piles, ["8D", "9D", "10D"], scoring["grande"]),
        "sevens": sevens,
        "declarations": declared or [0 for _ in piles],
        "won_outright": all_denari,
    }
    return {**score, "points": _points(rules, score)}


def _points(rules, score):
    scoring = rules["scoring"]
    points = list(score["declarations"])
    for side, count in enumerate(score["scope"]):
        points[side] += count * rules["sweep"]["points"]
        points[side] += min(score["napola"][side], scoring["napola"]["cap"])
        if score["sevens"][side] == 4:
            points[side] += scoring["sevens"]["all_four"]
    for side, worth in [
        (score["carte"], scoring["cards"]["points"]),
        (score["denari"], scoring["denari"]["points"]),
        (score["settebello"], scoring["settebello"]),
        (score["primiera"], scoring["primiera"]["points"]),
        (score["re_bello"], scoring["re_bello"]),
        (score["grande"], scoring["grande"]),
        (most(score["sevens"]), scoring["sevens"]["most"]),
    ]:
        if side is not None:
            points[side] += worth
    return points


def score_deal(rules, deal):
    """Return the score of a finished deal, with its number."""
    score = score_piles(rules, deal["piles"], deal["scope"], declared_points(rules, deal))
    return {"number": deal["number"], "dealer_bonus": list(deal["bonus"]), **score}
