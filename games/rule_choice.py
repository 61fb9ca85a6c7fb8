"""The rules that somebody asks for: a preset, and what differs from it."""

from collections.abc import Mapping
from typing import Final

from games import engine
from games.errors import InvalidRules, UnknownPreset, rules_problem

__all__ = ["rules_asked_for"]

_SHOWN: Final = 64  # letters of a slug; problems of one answer, which is more than there are fields


def rules_asked_for(preset: str, overrides: Mapping[str, object]) -> engine.RuleSet:
    """Give a preset's rules with some values changed by path.

    Raises UnknownPreset, or InvalidRules with an error for each path that is wrong.
    """
    try:
        return engine.resolve(preset, overrides)
    except engine.UnknownPreset as error:
        known = ", ".join(error.known)
        raise UnknownPreset(slug=str(error.slug)[:_SHOWN], known=known) from error
    except engine.RuleSetInvalid as error:
        problems = error.errors[:_SHOWN]
        raise InvalidRules(errors=[rules_problem(problem) for problem in problems]) from error
