"""Points at the end of a deal, and whether they end the match."""

from tests.oracle.cards import SETTEBELLO, SUITS, rank, suit

PRIME = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}


def primiera_value(pile):
    """Return the sum of the best card in each suit, or None where a suit is missing."""
    total = 0
    for letter in SUITS:
        worth = [PRIME[rank(card)] for card in pile if suit(card) == letter]
        if not worth:
            return None
        total += max(worth)
    return total


def _most(amounts):
    """Return the side with the unique largest amount, or None. None among them never wins."""
    present = [amount for amount in amounts if amount is not None]
    if not present or present.count(max(present)) != 1:
        return None
    return amounts.index(max(present))


def _award(amounts, award, total):
    winner = _most(amounts)
    if award == "majority" and winner is not None and amounts[winner] * 2 <= total:
        return None
    return winner


def score_piles(rules, piles, scope):
    """Return the categories and the points of piles by side."""
    scoring = rules["scoring"]
    denari = [len([card for card in pile if suit(card) == "D"]) for pile in piles]
    primes = [primiera_value(pile) for pile in piles]
    holders = [side for side, pile in enumerate(piles) if SETTEBELLO in pile]
    score = {
        "carte": _award([len(pile) for pile in piles], scoring["cards"]["award"], 40),
        "denari": _award(denari, scoring["denari"]["award"], 10),
        "settebello": holders[0] if holders else None,
        "primiera": _most(primes),
        "scope": list(scope),
        "primiera_values": primes,
    }
    points = [count * rules["sweep"]["points"] for count in scope]
    for category, worth in [
        ("carte", scoring["cards"]["points"]),
        ("denari", scoring["denari"]["points"]),
        ("settebello", scoring["settebello"]),
        ("primiera", scoring["primiera"]["points"]),
    ]:
        if score[category] is not None:
            points[score[category]] += worth
    return {**score, "points": points}


def score_deal(rules, deal):
    """Return the score of a finished deal, with its number."""
    return {"number": deal["number"], **score_piles(rules, deal["piles"], deal["scope"])}


def match_result(rules, totals, deals_played):
    """Return `(over, winner)` for totals by side after a whole deal; winner None when drawn."""
    ending = rules["match"]
    leader = _most(totals)
    if ending["mode"] == "fixed_deals":
        if deals_played < ending["deals"]:
            return False, None
        if leader is None:
            return ending["tie"] == "draw", None
        return True, leader
    if leader is None or totals[leader] < ending["target"]:
        return False, None
    second = max(total for side, total in enumerate(totals) if side != leader)
    if totals[leader] - second < ending["margin"]:
        return False, None
    return True, leader
