"""A match as a plain dictionary; every step answers a new one and leaves the old alone.

Keys: rules, ply, dealer, scores, deals, voids, deal, outcome, told. `deal` is the open deal, the
last one once the match is over, and None while a deck is awaited. `told` is what the last step
did besides: hands `declared`, the dealer's `bonus`, the `leftovers`.
"""

from tests.oracle.captures import ace_has_power, choices, ordinary_captures
from tests.oracle.cards import DECK
from tests.oracle.dealing import deal_hands, declare, open_deal, worths
from tests.oracle.ending import match_result
from tests.oracle.refusals import Refused, may_not_open, refusal
from tests.oracle.rules import side_count, side_of
from tests.oracle.scoring import score_deal


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
        "told": {},
    }


def needs_deck(match):
    """Say whether the match waits for a deck."""
    return match["outcome"] is None and match["deal"] is None


def turn(match):
    """Return the seat to play, or None."""
    if match["outcome"] is not None or match["deal"] is None:
        return None
    return match["deal"]["turn"]


def start_deal(match, deck):
    """Return the match with the deck dealt, or with one more void where the table spoils it."""
    if match["outcome"] is not None:
        raise Refused("match_over")
    if match["deal"] is not None:
        raise Refused("deal_not_due")
    if sorted(deck) != sorted(DECK):
        raise Refused("deck_invalid")
    deal, told = open_deal(match["rules"], len(match["deals"]) + 1, match["dealer"], deck)
    if deal is None:
        return {**match, "voids": [*match["voids"], told["void"]], "told": {}}
    return {**match, "deal": deal, "told": told}


def legal_moves(match):
    """Return `(card, capture)` pairs for the seat to play, captures as sorted lists."""
    seat = turn(match)
    if seat is None:
        return []
    rules, deal = match["rules"], match["deal"]
    counted, first = worths(rules, deal, seat), deal["played"] == 0
    return [
        (card, capture)
        for card, worth in counted.items()
        if not may_not_open(rules, deal["hands"][seat], counted, card, opening=first)
        for capture in choices(rules, deal["table"], card, worth, opening=first)
    ]


def play(match, seat, card, capture):
    """Return the match after one card; raise Refused with the reason against it."""
    if match["outcome"] is not None:
        raise Refused("match_over")
    if match["deal"] is None:
        raise Refused("no_deal")
    if turn(match) != seat:
        raise Refused("not_your_turn")
    rules, deal = match["rules"], _copied(match["deal"])
    counted, first = worths(rules, deal, seat), deal["played"] == 0
    reason = refusal(
        rules, deal["hands"][seat], counted, deal["table"], card, capture, opening=first
    )
    if reason is not None:
        raise Refused(reason)
    options = choices(rules, deal["table"], card, counted[card], opening=first)
    taken = options[0] if capture is None else sorted(capture)
    by_power = _by_power(rules, deal["table"], taken, counted[card], first=first)
    _move_cards(rules, deal, seat, card, taken, counted[card])
    last_card = not deal["stock"] and not any(deal["hands"])
    counts = not last_card or rules["sweep"]["last_card_counts"]
    counts = counts and (not by_power or rules["ace"]["scores_scopa"])
    scopa = bool(taken) and not deal["table"] and counts
    if scopa:
        deal["scope"][side_of(rules, seat)] += 1
    deal["played"] += 1
    deal["last_move"] = {
        "ply": match["ply"],
        "seat": seat,
        "card": card,
        "capture": taken,
        "scopa": scopa,
        "sole": len(options) == 1,
    }
    after = {**match, "ply": match["ply"] + 1, "deal": deal, "told": {}}
    return _finish_deal(after) if last_card else _next_turn(after)


def _by_power(rules, table, taken, worth, *, first):
    """Say whether only the power of the Ace takes these cards, and not what it is worth."""
    if not taken or not ace_has_power(rules, worth, opening=first):
        return False
    return taken not in ordinary_captures(rules, table, worth)


def _copied(deal):
    return {
        **deal,
        "hands": [list(hand) for hand in deal["hands"]],
        "table": list(deal["table"]),
        "stock": list(deal["stock"]),
        "piles": [list(pile) for pile in deal["piles"]],
        "scope": list(deal["scope"]),
        "declared": list(deal["declared"]),
    }


def _move_cards(rules, deal, seat, card, taken, worth):
    own_pile = deal["piles"][side_of(rules, seat)]
    deal["hands"][seat].remove(card)
    kept = rules["ace"]["on_empty_table"] == "taken" and ace_has_power(
        rules, worth, opening=deal["played"] == 0
    )
    if not taken and (deal["table"] or not kept):
        deal["table"].append(card)
        return
    for other in taken:
        deal["table"].remove(other)
    own_pile += [*taken, card]
    deal["last_capturer"] = seat


def _next_turn(match):
    deal, rules = match["deal"], match["rules"]
    deal["turn"] = (deal["turn"] + 1) % rules["table"]["players"]
    if not any(deal["hands"]):
        deal["hands"], deal["stock"] = deal_hands(rules, deal["dealer"], deal["stock"])
        return {**match, "told": {"declared": declare(rules, deal)}}
    return match


def _finish_deal(match):
    rules, deal = match["rules"], match["deal"]
    told = _clear_table(rules, deal)
    score = score_deal(rules, deal)
    totals = [
        before + gained for before, gained in zip(match["scores"], score["points"], strict=True)
    ]
    deals = [*match["deals"], score]
    after = {**match, "scores": totals, "deals": deals, "told": told}
    ended, winner = match_result(rules, totals, len(deals), score["won_outright"])
    if ended is not None:
        return {**after, "outcome": _outcome(winner, ended, totals)}
    dealer = (match["dealer"] + 1) % rules["table"]["players"]
    return {**after, "dealer": dealer, "deal": None}


def _clear_table(rules, deal):
    """Give what still lies on the table to whom it belongs; to nobody where nobody captured."""
    to_dealer = rules["leftovers"]["to"] == "dealer"
    owner = deal["dealer"] if to_dealer else deal["last_capturer"]
    if not deal["table"] or owner is None:
        return {}
    left = deal["table"]
    deal["piles"][side_of(rules, owner)] += left
    deal["table"] = []
    return {"leftovers": {"to": owner, "cards": left}}


def _outcome(winner, termination, totals):
    return {"winner": winner, "termination": termination, "score": list(totals)}


def resign(match, seat):
    """Return the match given up by a seat: the best of the other sides wins, if it is alone."""
    if match["outcome"] is not None:
        raise Refused("match_over")
    loser = side_of(match["rules"], seat)
    others = {side: total for side, total in enumerate(match["scores"]) if side != loser}
    wanted = min if match["rules"]["match"]["objective"] == "lose" else max
    best = [side for side, total in others.items() if total == wanted(others.values())]
    winner = best[0] if len(best) == 1 else None
    outcome = _outcome(winner, "resigned", match["scores"])
    return {**match, "outcome": outcome, "told": {}}
