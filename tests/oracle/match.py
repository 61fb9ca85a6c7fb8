"""A match as a plain dictionary; every step answers a new one and leaves the old alone.

Keys: rules, ply, dealer, scores, deals, voids, deal, outcome. `deal` is the open deal, the last
one once the match is over, and None while a deck is awaited.
"""

from tests.oracle.captures import Refused, captures, refusal
from tests.oracle.cards import DECK, KING, rank
from tests.oracle.rules import side_count, side_of
from tests.oracle.scoring import match_result, score_deal


def new_match(rules, first_dealer):
    """Return a match that waits for its first deck."""
    return {
        "rules": rules,
        "ply": 0,
        "dealer": first_dealer,
        "scores": [0] * side_count(rules),
        "deals": [],
        "voids": [],
        "deal": None,
        "outcome": None,
    }


def needs_deck(match):
    """Say whether the match waits for a deck."""
    return match["outcome"] is None and match["deal"] is None


def turn(match):
    """Return the seat to play, or None."""
    if match["outcome"] is not None or match["deal"] is None:
        return None
    return match["deal"]["turn"]


def _seats_from(rules, first):
    players = rules["table"]["players"]
    return [(first + step) % players for step in range(players)]


def _deal_hands(rules, dealer, stock):
    size = rules["deal"]["hand_size"]
    hands = [[] for _ in range(rules["table"]["players"])]
    for seat in _seats_from(rules, dealer + 1):
        hands[seat], stock = stock[:size], stock[size:]
    return hands, stock


def start_deal(match, deck):
    """Return the match with the deck dealt, or with one more void where the Kings spoil it."""
    if match["outcome"] is not None:
        raise Refused("match_over")
    if match["deal"] is not None:
        raise Refused("deal_not_due")
    if sorted(deck) != sorted(DECK):
        raise Refused("deck_invalid")
    rules, dealer = match["rules"], match["dealer"]
    number = len(match["deals"]) + 1
    hands, rest = _deal_hands(rules, dealer, list(deck))
    size = rules["deal"]["table_size"]
    table, stock = rest[:size], rest[size:]
    kings = len([card for card in table if rank(card) == KING])
    least = rules["deal"]["redeal_kings_min"]
    if least is not None and kings >= least:
        return {**match, "voids": [*match["voids"], {"number": number, "table": table}]}
    deal = {
        "number": number,
        "dealer": dealer,
        "turn": _seats_from(rules, dealer + 1)[0],
        "hands": hands,
        "table": table,
        "stock": stock,
        "piles": [[] for _ in match["scores"]],
        "scope": [0 for _ in match["scores"]],
        "last_capturer": None,
        "last_move": None,
        "leftovers": None,
    }
    return {**match, "deal": deal}


def legal_moves(match):
    """Return `(card, capture)` pairs for the seat to play, captures as sorted lists."""
    seat = turn(match)
    if seat is None:
        return []
    deal = match["deal"]
    return [
        (card, capture)
        for card in deal["hands"][seat]
        for capture in captures(deal["table"], card) or [[]]
    ]


def play(match, seat, card, capture):
    """Return the match after one card; raise Refused with the reason against it."""
    if match["outcome"] is not None:
        raise Refused("match_over")
    if match["deal"] is None:
        raise Refused("no_deal")
    if turn(match) != seat:
        raise Refused("not_your_turn")
    deal = _copied(match["deal"])
    reason = refusal(deal["hands"][seat], deal["table"], card, capture)
    if reason is not None:
        raise Refused(reason)
    options = captures(deal["table"], card) or [[]]
    taken = options[0] if capture is None else sorted(capture)
    _move_cards(match["rules"], deal, seat, card, taken)
    last_card = not deal["stock"] and not any(deal["hands"])
    counts = not last_card or match["rules"]["sweep"]["last_card_counts"]
    scopa = bool(taken) and not deal["table"] and counts
    if scopa:
        deal["scope"][side_of(match["rules"], seat)] += 1
    deal["last_move"] = {
        "ply": match["ply"],
        "seat": seat,
        "card": card,
        "capture": taken,
        "scopa": scopa,
        "sole": len(options) == 1,
    }
    after = {**match, "ply": match["ply"] + 1, "deal": deal}
    return _finish_deal(after) if last_card else _next_turn(after)


def _copied(deal):
    return {
        **deal,
        "hands": [list(hand) for hand in deal["hands"]],
        "table": list(deal["table"]),
        "stock": list(deal["stock"]),
        "piles": [list(pile) for pile in deal["piles"]],
        "scope": list(deal["scope"]),
    }


def _move_cards(rules, deal, seat, card, taken):
    deal["hands"][seat].remove(card)
    if not taken:
        deal["table"].append(card)
        return
    for other in taken:
        deal["table"].remove(other)
    deal["piles"][side_of(rules, seat)] += [*taken, card]
    deal["last_capturer"] = seat


def _next_turn(match):
    deal, rules = match["deal"], match["rules"]
    deal["turn"] = (deal["turn"] + 1) % rules["table"]["players"]
    if not any(deal["hands"]):
        deal["hands"], deal["stock"] = _deal_hands(rules, deal["dealer"], deal["stock"])
    return match


def _finish_deal(match):
    rules, deal = match["rules"], match["deal"]
    deal["leftovers"] = {"to": None, "cards": deal["table"]}
    if deal["table"]:
        deal["leftovers"]["to"] = deal["last_capturer"]
        deal["piles"][side_of(rules, deal["last_capturer"])] += deal["table"]
        deal["table"] = []
    score = score_deal(rules, deal)
    totals = [
        before + gained for before, gained in zip(match["scores"], score["points"], strict=True)
    ]
    deals = [*match["deals"], score]
    after = {**match, "scores": totals, "deals": deals}
    over, winner = match_result(rules, totals, len(deals))
    if over:
        return {**after, "outcome": _outcome(winner, "completed", totals)}
    dealer = (match["dealer"] + 1) % rules["table"]["players"]
    return {**after, "dealer": dealer, "deal": None}


def _outcome(winner, termination, totals):
    return {"winner": winner, "termination": termination, "score": list(totals)}


def resign(match, seat):
    """Return the match given up by a seat: the best of the other sides wins, if it is alone."""
    if match["outcome"] is not None:
        raise Refused("match_over")
    loser = side_of(match["rules"], seat)
    others = {side: total for side, total in enumerate(match["scores"]) if side != loser}
    best = [side for side, total in others.items() if total == max(others.values())]
    winner = best[0] if len(best) == 1 else None
    return {**match, "outcome": _outcome(winner, "resigned", match["scores"])}
