"""Show what a record of a match says, position by position, and where it is wrong."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games import engine
from games.engine import CheckedStep, MatchState, RecordDifference
from games.telling import event_told
from games.terminal.account import account_lines
from games.terminal.cards import card_rows
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
    "void": gettext_lazy("thrown in"),
    "winner": gettext_lazy("winner"),
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
    state: MatchState, difference: RecordDifference, names: Sequence[str]
) -> Iterator[str]:
    """Yield where a record is wrong: the ply, the rule, what it says and what is so."""
    yield _("First difference at ply %(ply)s, rule %(rule)s: %(what)s") % {
        "ply": difference.ply,
        "rule": difference.rule,
        "what": _PARTS.get(difference.what, difference.what),
    }
    yield _("  in the record: %(said)s") % {"said": _said(difference.recorded)}
    if not isinstance(difference.replayed, engine.EngineError):
        yield _("  by the rules: %(said)s") % {"said": _said(difference.replayed)}
        return
    error = difference.replayed
    yield _("  by the rules: refused (%(code)s), %(why)s") % {"code": error.code, "why": error}
    legal, tried = engine.legal_moves(state), difference.recorded
    card = tried.card if isinstance(tried, engine.RecordedMove) else None
    moves = [move for move in legal if move.card == card] or legal
    if moves and state.turn is not None:
        yield _("  %(name)s could play: %(moves)s") % {
            "name": names[state.turn],
            "moves": ", ".join(map(_move_written, moves)),
        }


def _move_written(move: engine.Move) -> str:
    return engine.write_move(engine.RecordedMove(move.card, move.capture or (), scopa=False))


def _said(value: object) -> str:
    match value:
        case None:
            return _NOBODY
        case engine.RecordedMove():
            return engine.write_move(value)
        case engine.RecordedHand(seat, kind, points, cards):
            return f"{seat} {kind} {points} {_said(cards)}"
        case engine.Outcome(winner, termination, score):
            return f"{_NOBODY if winner is None else winner} {termination} {_said(score)}"
        case tuple():
            numbers = all(isinstance(item, int) for item in value)
            return ("-" if numbers else " ").join(map(_said, value)) or _NOBODY
        case bool():
            return _("yes") if value else _("no")
        case _:
            return str(value)
