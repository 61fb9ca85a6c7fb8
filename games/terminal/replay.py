"""Show what a record of a match says, position by position, and where it is wrong."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games import engine
from games.engine import CheckedStep, RecordDifference
from games.telling import event_told
from games.terminal.account import account_lines
from games.terminal.cards import card_rows
from games.terminal.refusals import refused_told
from games.terminal.screen import Screen
from games.wording import cards_count, points_count, scope_count, side_names

__all__ = ["deal_lines", "difference_lines", "position_lines"]

_NOBODY = "–"
# The parts of a record in which `check_record` finds a difference.
_PARTS = {
    "bonus": gettext_lazy("dealer's bonus"),
    "deal": gettext_lazy("deal"),
    "dealer": gettext_lazy("dealer"),
    "declared": gettext_lazy("declared hands"),
    "move": gettext_lazy("move"),
    "number": gettext_lazy("number of the deal"),
    "points": gettext_lazy("points"),
    "resigned": gettext_lazy("resignation"),
    "result": gettext_lazy("result"),
    "score": gettext_lazy("score"),
    "scopa": gettext_lazy("scopa"),
    "table": gettext_lazy("table"),
    "table_size": gettext_lazy("number of cards on the table"),
    "termination": gettext_lazy("way it ended"),
    "void": gettext_lazy("thrown in"),
    "winner": gettext_lazy("winner"),
}

_ENDS = {
    "completed": gettext_lazy("played to the end"),
    "deal_limit": gettext_lazy("ended as it stood"),
    "resigned": gettext_lazy("by resignation"),
}
_KINDS = {
    "low_hand": gettext_lazy("low hand"),
    "three_of_a_kind": gettext_lazy("three of a kind"),
}


def deal_lines(step: CheckedStep, names: Sequence[str], screen: Screen) -> Iterator[str]:
    """Yield what is said when a deal is dealt, or thrown in."""
    deal = step.deal
    if deal is None or step.state.outcome is not None:
        return
    yield screen.rule()
    words = {"number": deal.number, "name": names[deal.dealer]}
    yield screen.painted(_("Deal %(number)s, dealt by %(name)s") % words, 1)
    if not step.knows_hands:
        yield _("The pack is not in the record: hands are not shown.")


def position_lines(step: CheckedStep, names: Sequence[str], screen: Screen) -> Iterator[str]:
    """Yield what happened beside the move, and the table, piles and hands as they are then."""
    yield from _events_told(step, names)
    deal, state = step.state.deal, step.state
    if deal is None or state.outcome is not None:
        return
    yield screen.painted(pgettext("place", "Table"), 1)
    yield from card_rows(engine.cards_in(deal.table), screen)
    if not deal.table:
        yield _("(empty)")
    if step.knows_hands:
        for seat, hand in enumerate(deal.hands):
            marked = "> " if seat == state.turn else "  "
            yield marked + _row(names, seat, engine.cards_in(hand))
    for side, name in enumerate(side_names(state.rules, names)):
        yield _("%(name)s  %(points)s · taken: %(cards)s, %(scope)s") % {
            "name": name,
            "points": points_count(state.scores[side]),
            "cards": cards_count(deal.piles[side].bit_count()),
            "scope": scope_count(deal.scope[side]),
        }


def _row(names: Sequence[str], seat: int, cards: Iterable[engine.Card]) -> str:
    return f"{names[seat].ljust(max(map(len, names)))}  {' '.join(map(str, cards)) or _NOBODY}"


def _events_told(step: CheckedStep, names: Sequence[str]) -> Iterator[str]:
    for event in step.events:
        told = event_told(event, names)
        if told:
            yield told
        if isinstance(event, engine.DealScored):
            state = step.state
            sides = side_names(state.rules, names)
            yield ""
            yield from account_lines(state.rules, event.score, state.scores, sides)


def difference_lines(
    step: CheckedStep, difference: RecordDifference, names: Sequence[str]
) -> Iterator[str]:
    """Yield where a record is wrong: the ply, the rule, what it says and what is so."""
    said = partial(_said, what=difference.what, rules=step.state.rules, names=names)
    yield _("First difference at ply %(ply)s, rule %(rule)s: %(what)s") % {
        "ply": difference.ply,
        "rule": difference.rule,
        "what": _PARTS.get(difference.what, difference.what),
    }
    yield _("  in the record: %(said)s") % {"said": said(difference.recorded)}
    error = difference.replayed
    if not isinstance(error, engine.EngineError):
        yield _("  by the rules: %(said)s") % {"said": said(error)}
        return
    yield _("  by the rules: refused (%(code)s), %(why)s") % {
        "code": error.code,
        "why": refused_told(error),
    }
    moves = _moves_instead(step)
    if moves and step.state.turn is not None:
        yield _("  %(name)s could play: %(moves)s") % {
            "name": names[step.state.turn],
            "moves": ", ".join(map(_move_written, moves)),
        }


def _moves_instead(step: CheckedStep) -> Sequence[engine.Move]:
    """Give what could be played: with the card that was, or where the hand is known with any."""
    legal, tried = engine.legal_moves(step.state), step.move
    moves = [move for move in legal if tried is not None and move.card == tried.card]
    return moves or (legal if step.knows_hands else ())


def _move_written(move: engine.Move) -> str:
    return engine.write_move(engine.RecordedMove(move.card, move.capture or (), scopa=False))


def _said(value: object, *, what: str, rules: engine.RuleSet, names: Sequence[str]) -> str:
    """Say a value of that part of a record."""
    match what, value:
        case "winner", _side:
            return _winner(value, rules, names)
        case "termination", str():
            return str(_ENDS.get(value, value))
        case (("dealer" | "resigned"), int()):
            return names[value]
        case _part, engine.Outcome(winner, termination, score):
            how = _ENDS.get(termination, termination)
            return f"{_winner(winner, rules, names)}, {how}, {_written(score)}"
        case "result", None:
            return _("still going on")
        case "declared", tuple(hands):
            return "; ".join(_hand(hand, names) for hand in hands) or _NOBODY
    return _written(value)


def _winner(side: object, rules: engine.RuleSet, names: Sequence[str]) -> str:
    return side_names(rules, names)[side] if isinstance(side, int) else _("drawn")


def _hand(hand: engine.RecordedHand, names: Sequence[str]) -> str:
    points = points_count(hand.points)
    return f"{names[hand.seat]}: {_KINDS[hand.kind]}, {points}, {_written(hand.cards)}"


def _written(value: object) -> str:
    """Write a value as the notation does."""
    match value:
        case None:
            return _NOBODY
        case engine.RecordedMove():
            return engine.write_move(value)
        case tuple():
            numbers = all(isinstance(item, int) for item in value)
            return ("-" if numbers else " ").join(map(str, value)) or _NOBODY
        case bool():
            return _("yes") if value else _("no")
        case _:
            return str(value)
