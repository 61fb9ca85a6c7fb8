"""A deal is dealt: the hands, the table, what the dealer makes of it, the hands that declare."""

from tests.oracle import opening
from tests.oracle.cards import rank
from tests.oracle.rules import side_count, side_of


def seats_from(rules, first):
    players = rules["table"]["players"]
    return [(first + step) % players for step in range(players)]


def deal_hands(rules, dealer, stock):
    size = rules["deal"]["hand_size"]
    hands = [[] for _ in range(rules["table"]["players"])]
    for seat in seats_from(rules, dealer + 1):
        hands[seat], stock = stock[:size], stock[size:]
    return hands, stock


def open_deal(rules, number, dealer, deck):
    """Return `(deal, told)` for a deck; `(None, told)` where the table voids the deal."""
    hands, rest = deal_hands(rules, dealer, list(deck))
    size = rules["deal"]["table_size"]
    table, stock = rest[:size], rest[size:]
    bonus = opening.bonus_scope(rules, table)
    if not bonus and opening.is_void(rules, table):
        return None, {"void": {"number": number, "table": table}}
    nothing = [0 for _ in range(side_count(rules))]
    deal = {
        "number": number,
        "dealer": dealer,
        "turn": seats_from(rules, dealer + 1)[0],
        "played": 0,
        "hands": hands,
        "table": table,
        "stock": stock,
        "piles": [[] for _ in nothing],
        "scope": list(nothing),
        "bonus": list(nothing),
        "declared": [],
        "last_capturer": None,
        "last_move": None,
    }
    told = {"declared": declare(rules, deal)}
    if bonus:
        told["bonus"] = {"seat": dealer, "scope": bonus, "cards": table}
        _take_bonus(rules, deal, bonus)
    return deal, told


def _take_bonus(rules, deal, scope):
    side = side_of(rules, deal["dealer"])
    deal["piles"][side] += deal["table"]
    deal["table"] = []
    deal["scope"][side] += scope
    deal["bonus"][side] += scope
    deal["last_capturer"] = deal["dealer"]


def declare(rules, deal):
    """Let every seat whose new hand qualifies declare, in the order of play; return who did."""
    new = []
    for seat in seats_from(rules, deal["dealer"] + 1):
        declared = opening.declaration(rules, deal["hands"][seat])
        if declared:
            kind, points, wild = declared
            entry = {"seat": seat, "kind": kind, "points": points, "wild": wild}
            new.append({**entry, "cards": sorted(deal["hands"][seat])})
    deal["declared"] += new
    return new


def worths(rules, deal, seat):
    """Return what each card of a hand counts for: its rank, unless it was declared as another."""
    counted = {card: rank(card) for card in deal["hands"][seat]}
    wild = rules["declarations"]["wild"]
    for entry in deal["declared"]:
        if wild in counted and wild in entry["cards"]:
            counted[wild] = entry["wild"]
    return counted


def open_hands(match):
    """Return the declared hands of the open deal, with the cards of them that are still held."""
    deal = match["deal"]
    if deal is None:
        return []
    return [
        {
            **entry,
            "cards": [card for card in entry["cards"] if card in deal["hands"][entry["seat"]]],
        }
        for entry in deal["declared"]
    ]
