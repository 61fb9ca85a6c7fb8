"""A whole match as text: what was done, and everything that anybody could then see.

A line that starts with `>` is what was done: a deck, a play, the next deck. The lines under it
are the events and, for every seat and for a spectator, what the engine shows. What all of them
see alike is written once, under `all`; should one see it otherwise, that shows as a line more.
Of the scored deals a view shows the points alone, since the event has written out the rest.
"""

import json
import random
from dataclasses import fields, is_dataclass

from games import engine

HEAD = "# One match, {}; rewritten by: python -m tests.playthroughs.regenerate"
PRIVATE = {"seat", "rules", "legal_moves"}


def random_log(rules, first_dealer, seed):
    """Return the log of a match between random players; where a deal can be void, the first is."""
    dice = random.Random(seed)
    state, log = engine.new_match(rules, first_dealer), []
    while state.outcome is None:
        if not log and (spoilers := _spoilers(rules)):
            entry = engine.DeckEntry(_spoilt_deck(rules, spoilers))
        elif state.needs_deck:
            entry = engine.DeckEntry(tuple(dice.sample(engine.DECK, len(engine.DECK))))
        else:
            entry = engine.PlayEntry(state.turn, _some_move(dice, state))
        (step,) = engine.replay_steps(state, [entry])
        log.append(entry)
        state = step.state
    return log


def _spoilers(rules):
    """Return cards that throw a deal in when they lie on the table: Kings, or else Aces."""
    for rank, least in ((10, rules.deal.redeal_kings_min), (1, rules.deal.redeal_aces_min)):
        if least:
            return [card for card in engine.DECK if card.rank == rank][:least]
    return []


def _spoilt_deck(rules, spoilers):
    before = rules.table.players * rules.deal.hand_size
    others = [card for card in engine.DECK if card not in spoilers]
    return (*others[:before], *spoilers, *others[before:])


def _some_move(dice, state):
    move = dice.choice(engine.legal_moves(state))
    others = [other for other in engine.legal_moves(state) if other.card == move.card]
    if len(others) == 1 and dice.random() < 0.3:
        return engine.Move(move.card, None)
    return move


def dump(preset, first_dealer, log):
    """Return the lines of a playthrough of a preset."""
    rules = engine.resolve(preset)
    state = engine.new_match(rules, first_dealer)
    lines = [HEAD.format(preset), f"first dealer {first_dealer}"]
    for group, values in engine.encode_rules(rules).items():
        lines.append(f"rules {group} {json.dumps(values)}")
    lines += _seen(state)
    for entry, step in zip(log, engine.replay_steps(state, log), strict=True):
        lines += ["", _done(entry), *[f"  {_event(event)}" for event in step.events]]
        lines += _seen(step.state)
    return lines


def read(lines):
    """Return first dealer and log of a playthrough."""
    (first_dealer,) = [int(line.split()[-1]) for line in lines if line.startswith("first dealer")]
    return first_dealer, [_entry(line.split()[1:]) for line in lines if line.startswith(">")]


def _event(event):
    return f"{type(event).__name__} {_text(event)}"


def _done(entry):
    if isinstance(entry, engine.DeckEntry):
        return f"> deck {_text(entry.cards)}"
    move = entry.move
    capture = {None: "", (): " lays"}.get(move.capture, f" takes {_text(move.capture)}")
    return f"> play {entry.seat} {move.card}{capture}"


def _entry(words):
    if words[0] == "deck":
        return engine.DeckEntry(_cards(words[1:]))
    seat, card, capture = int(words[1]), engine.parse_card(words[2]), words[3:]
    return engine.PlayEntry(seat, engine.Move(card, _cards(capture[1:]) if capture else None))


def _cards(words):
    return tuple(engine.parse_card(word) for word in words)


def _seen(state):
    """Return what every seat and a spectator see, and what the seat to play may do."""
    seats = list(range(state.rules.table.players))
    views = {seat: engine.view(state, seat) for seat in [None, *seats]}
    shared = {seat: _shared(view) for seat, view in views.items()}
    lines = []
    for seen in dict.fromkeys(shared.values()):
        viewers = [str(seat) for seat in shared if shared[seat] == seen]
        lines.append(f"  {'all' if len(viewers) == len(views) else ','.join(viewers)}: {seen}")
    for seat, view in views.items():
        moves = " ".join(_move(move) for move in view.legal_moves)
        if view.deal is not None and (view.deal.hand or moves):
            may = f" may {moves}" if moves else ""
            lines.append(f"  {seat}: {_text(view.deal.hand)}{may}")
    return lines


def _shared(view):
    """Return the part of a view that should be the same for everybody, as one line."""
    shown = [_field(view, field) for field in fields(view) if field.name not in PRIVATE]
    return " ".join(shown)


def _field(value, field):
    content = getattr(value, field.name)
    if field.name == "deal" and content is not None:
        inner = [_field(content, part) for part in fields(content) if part.name != "hand"]
        return f"deal({' '.join(inner)})"
    if field.name == "deals":
        return f"deals={';'.join(_text(score.points) for score in content) or '-'}"
    return f"{field.name}={_text(content)}"


def _move(move):
    return "+".join([f"{move.card}", *map(str, move.capture)])


def _text(value):
    """Write a value shortly: cards by name, nothing as `-`."""
    if value is None:
        return "-"
    if isinstance(value, engine.Card):
        return str(value)
    if value == ():
        return "()"
    if isinstance(value, tuple):
        return (" " if _are_cards(value) else ",").join(map(_text, value))
    if isinstance(value, engine.PileView):
        return f"{value.side}:{value.count}+{value.scope}"
    if is_dataclass(value):
        inner = " ".join(
            f"{part.name}={_text(getattr(value, part.name))}" for part in fields(value)
        )
        return f"({inner})"
    return str(value)


def _are_cards(values):
    return all(isinstance(value, engine.Card) for value in values)
