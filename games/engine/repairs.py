"""What would make values of a rule set fit together, for whoever is told that they do not."""

from collections.abc import Iterable, Mapping, Set
from typing import Final, TypeAlias

from .combinations import COMBINATIONS, Combination, Leaves
from .fields import FIELDS, Value, is_one_of

Broken: TypeAlias = Set[Combination]

_MOST: Final = 4  # fields that are named to be changed too
_TRIED: Final = 5  # values of a field; where there are more they are numbers, and all alike


def broken(leaves: Leaves) -> tuple[Combination, ...]:
    """Give the combinations that values by path do not fit, in the order of the table."""
    return tuple(rule for rule in COMBINATIONS if not rule.fits(leaves))


def blamed(rule: Combination, asked: Leaves) -> str:
    """Give the path to blame: of those that were asked for, the one that the rule names first."""
    return next((path for path in rule.paths if path in asked), rule.path)


def values_that_mend(leaves: Leaves, path: str, others: Broken) -> tuple[Value, ...]:
    """Give the values of a field with which no more is broken than `others`."""
    return tuple(
        value for value in FIELDS[path].known if others >= {*broken({**leaves, path: value})}
    )


def values_that_stand(leaves: Leaves, path: str) -> tuple[Value, ...]:
    """Give the values of a field that fit beside all others."""
    return tuple(
        value
        for value in FIELDS[path].known
        if not any(path in rule.paths for rule in broken({**leaves, path: value}))
    )


def companions(
    leaves: Leaves, kept: Iterable[str], others: Broken, defaults: Leaves
) -> dict[str, Value]:
    """Give the fewest other values by path with which no more is broken than `others`.

    What stands at the paths `kept` stays. Empty where no few values do.
    """
    for most in range(_MOST + 1):
        found = _search(leaves, frozenset(kept), others, defaults, most)
        if found is not None:
            return found
    return {}


def _search(
    leaves: Leaves, kept: frozenset[str], others: Broken, defaults: Leaves, most: int
) -> dict[str, Value] | None:
    wrong = next((rule for rule in broken(leaves) if rule not in others), None)
    if wrong is None:
        return {}
    if most == 0:
        return None
    for path in wrong.paths:
        if path not in kept:
            for value in _other_values(leaves, path, defaults):
                changed = {**leaves, path: value}
                found = _search(changed, kept | {path}, others, defaults, most - 1)
                if found is not None:
                    return {path: value, **found}
    return None


def _other_values(leaves: Leaves, path: str, defaults: Mapping[str, Value]) -> list[Value]:
    """List some values that a field does not have, the usual one first."""
    values = [defaults[path], *FIELDS[path].known[:_TRIED]]
    return [value for value in values if not is_one_of(leaves[path], (value,))]
