"""Moments of a deal, built by hand for the engine's tests: cards as text, seats from 0."""

from dataclasses import replace

from games import engine


def cards(text):
    """Return the cards of a text such as "7D 10B"."""
    return tuple(engine.parse_card(name) for name in text.split())


def mask(text):
    """Return a set of cards as the engine holds it."""
    return engine.mask_of(cards(text))


def standing(preset, table, *hands, turn=0, changes=None, **more):
    """Return a match in its first deal; the seats that are not named hold nothing.

    `more` are fields of the deal: `stock` and `piles` as texts, the rest as they are.
    """
    rules = engine.resolve(preset, changes or {})
    players, sides = rules.table.players, engine.side_count(rules)
    held = [mask(hand) for hand in hands] + [0] * (players - len(hands))
    dealer = more.pop("dealer", (turn - 1) % players)
    deal = engine.DealState(
        number=1,
        dealer=dealer,
        turn=turn,
        hands=tuple(held),
        table=mask(table),
        stock=cards(more.pop("stock", "")),
        piles=tuple(mask(pile) for pile in more.pop("piles", [""] * sides)),
        scope=more.pop("scope", (0,) * sides),
        last_capturer=more.pop("last_capturer", None),
        last_move=None,
        **more,
    )
    return replace(engine.new_match(rules, dealer), deal=deal)


def captures(state, card):
    """Return what a card of the seat on turn may take, as texts; "" where it may be laid."""
    return [
        " ".join(map(str, move.capture))
        for move in engine.legal_moves(state)
        if str(move.card) == card
    ]


def play(state, card, capture=None):
    """Play a card for the seat on turn, and return the step."""
    wanted = None if capture is None else cards(capture)
    return engine.apply(state, state.turn, engine.Move(engine.parse_card(card), wanted))


def is_scopa(step):
    """Tell whether the play of a step was a scopa."""
    return step.events[0].move.scopa


def refused(state, card, capture=None):
    """Return code and rule with which a play is refused."""
    try:
        play(state, card, capture)
    except engine.RuleError as error:
        return error.code, error.rule
    raise AssertionError(f"{card} was not refused")


def happened(step, kind):
    """Return the events of a kind."""
    return [event for event in step.events if isinstance(event, kind)]
