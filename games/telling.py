"""Say in a sentence what was played, whose turn it is, and how a match ended."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games import engine
from games.engine import Event, Outcome, PlayedMove, PlayerView
from games.wording import card_name, cards_named, points_count, scope_count, side_names

__all__ = ["event_told", "move_told", "result_told", "state_told"]


def event_told(event: Event, names: Sequence[str]) -> str:
    """Say what happened beside the moves; "" for what a move or a score tells already."""
    match event:
        case engine.HandDeclared(seat, _kind, points, cards):
            return _("%(name)s declares %(cards)s: %(points)s.") % {
                "name": names[seat],
                "cards": cards_named(cards),
                "points": points_count(points),
            }
        case engine.DealerBonus(seat, scope, cards):
            return _("%(name)s takes the table as it is dealt: %(cards)s, %(scope)s.") % {
                "name": names[seat],
                "cards": cards_named(cards),
                "scope": scope_count(scope),
            }
        case engine.LeftoversTaken(seat, cards):
            return _("What is left on the table goes to %(name)s: %(cards)s.") % {
                "cards": cards_named(cards),
                "name": names[seat],
            }
        case engine.DealVoided(void):
            return _("Thrown in, for the cards on the table: %(cards)s.") % {
                "cards": cards_named(void.table)
            }
    return ""


def move_told(move: PlayedMove, names: Sequence[str]) -> str:
    """Say what a move did; `names` are by seat."""
    words = {"name": names[move.seat], "card": card_name(move.card)}
    if not move.capture:
        return _("%(name)s laid down the %(card)s.") % words
    words["taken"] = cards_named(move.capture)
    told = _("%(name)s played the %(card)s and took: %(taken)s.") % words
    return f"{told} {_('Scopa!')}" if move.scopa else told


def state_told(view: PlayerView, names: Sequence[str]) -> str:
    """Say whose turn it is, or how the match ended; `names` are by seat."""
    if view.outcome is not None:
        return result_told(view.outcome, side_names(view.rules, names))
    if view.turn is None:
        return _("Nothing to play.")
    return _("%(name)s to play") % {"name": names[view.turn]}


def result_told(outcome: Outcome, sides: Sequence[str]) -> str:
    """Say who won and how; `sides` are names by side."""
    score = "–".join(map(str, outcome.score))
    if outcome.winner_side is None:
        return _("Drawn, %(score)s") % {"score": score}
    winner = sides[outcome.winner_side]
    if outcome.termination == "resigned":
        return _("Won by resignation: %(name)s") % {"name": winner}
    if outcome.termination == "deal_limit":
        return _("Won at the limit of deals: %(name)s, %(score)s") % {
            "name": winner,
            "score": score,
        }
    return _("Won: %(name)s, %(score)s") % {"name": winner, "score": score}
