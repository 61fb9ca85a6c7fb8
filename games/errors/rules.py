"""What can go wrong with the rules of a match, or with a move by them."""

import json
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import engine
from games.engine.fields import FIELDS
from games.errors.matches import NotYourTurn
from games.rule_texts import RULE_MESSAGES, RULE_TITLES
from scopa_site.errors import DomainError, FieldProblem, Kind, Text

__all__ = ["IllegalMove", "InvalidRules", "UnknownPreset", "move_data", "rules_problem"]


class UnknownPreset(DomainError):
    """Raised for a preset that does not exist."""

    kind = Kind.RULES
    code = "unknown_preset"
    title = _("Unknown preset")
    message = _("There is no preset “%(slug)s”. Known: %(known)s.")


class InvalidRules(DomainError):
    """Raised when the overrides do not make a playable RuleSet; `errors` says where and why."""

    kind = Kind.RULES
    code = "invalid_rules"
    title = _("These rules cannot be played")
    message = _("At least one of the rules asked for cannot be played; see errors.")


class IllegalMove(DomainError):
    """Raised for a move against the rules. Its code is the rule's; it carries what is legal."""

    kind = Kind.RULES
    code = "illegal_move"
    title = _("Illegal move")
    message = _("That move is against the rules.")

    @classmethod
    def told(cls) -> Iterable[tuple[str, Text, Text]]:
        """Yield the codes of the rules; that of a wrong turn has an error of its own."""
        for code, title in RULE_TITLES.items():
            if code != NotYourTurn.code:
                yield code, title, RULE_MESSAGES[code]

    def __init__(self, error: engine.RuleError, legal_moves: Sequence[engine.Move]) -> None:
        super().__init__()
        self.code, self.rule = error.code, error.rule
        self.title = RULE_TITLES.get(error.code, self.title)
        self.message = RULE_MESSAGES.get(error.code, self.message)
        self.legal_moves = tuple(legal_moves)

    def members(self) -> dict[str, Any]:
        """Name the clause of docs/rules.md that was broken, and list the moves that are legal."""
        return {"rule": self.rule, "legal_moves": [move_data(move) for move in self.legal_moves]}


_SHOWN = 64  # letters of a name or a value that somebody made up
_LISTED = 12  # more numbers than this are told as a range
_ALIKE = 3  # paths that are suggested for one that does not exist


def move_data(move: engine.Move) -> dict[str, Any]:
    """Write a move as plain data."""
    return {"card": str(move.card), "capture": [str(card) for card in move.capture or ()]}


def rules_problem(problem: engine.RuleSetProblem) -> FieldProblem:
    """Turn the engine's word on a rule into a field error of the request.

    The answer stays short, whatever path or value somebody made up.
    """
    italian = (get_language() or "").startswith("it")
    name = problem.path[:_SHOWN].replace("~", "~0").replace("/", "~1")  # RFC 6901
    return FieldProblem(
        pointer=f"/rules/{name}",
        code=problem.code,
        detail=_sentence(problem.reason_it if italian else problem.reason_en),
        more={
            "value": _shown_value(problem.value),
            "allowed": _allowed(problem),
            "also": dict(problem.also),
        },
    )


def _shown_value(value: object) -> object:
    """Give a value as it stood there; one that is too long is given as a text that is cut."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return value if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _allowed(problem: engine.RuleSetProblem) -> object:
    """Give what may stand there: the values, a range of them, or the paths most alike."""
    if problem.code == "unknown_path" and len(problem.allowed) == len(FIELDS):
        return get_close_matches(problem.path[:_SHOWN], map(str, problem.allowed), _ALIKE)
    numbers = [value for value in problem.allowed if type(value) is int]
    if len(numbers) <= _LISTED:
        return list(problem.allowed)
    return {"min": min(numbers), "max": max(numbers)}


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}."
