"""Name the rules that were changed but do nothing beside the others: a form would hide them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from games.engine import RuleSet, encode_rules
from games.engine.fields import Value
from games.engine.ruleset import leaves_of
from games.plain_rules.both import Both, joined
from games.plain_rules.field_texts import FIELD_TEXTS, GROUP_TEXTS
from games.plain_rules.value_labels import value_label

__all__ = ["idle_told"]

Leaves = Mapping[str, Any]


def _as_good_as_single_first(at: Leaves) -> bool:
    """Where all captures make fifteen no card is taken for being equal."""
    return bool(at["capture.mode"] == "fifteen" and at["capture.choice"] == "any")


def _no_primiera(at: Leaves) -> bool:
    return not at["scoring.primiera.points"]


# By path: when the value there makes no difference.
_IDLE: Final[Mapping[str, Callable[[Leaves], bool]]] = {
    "capture.choice": _as_good_as_single_first,
    "scoring.cards.award": lambda at: not at["scoring.cards.points"],
    "scoring.denari.award": lambda at: not at["scoring.denari.points"],
    "scoring.primiera.method": _no_primiera,
    "scoring.primiera.scale": _no_primiera,
    "scoring.primiera.missing_suit": _no_primiera,
    "declarations.low_hand_max": lambda at: not at["declarations.low_hand"],
    "match.target": lambda at: at["match.mode"] == "fixed_deals",
}
_DEFAULTS: Final[Leaves] = dict(leaves_of(encode_rules(RuleSet())))


def idle_told(rules: RuleSet) -> Iterator[Both]:
    """Yield one sentence, if any rule is set that has no effect here."""
    at = dict(leaves_of(encode_rules(rules)))
    changed = [
        _named(path, at[path])
        for path, is_idle in _IDLE.items()
        if at[path] != _DEFAULTS[path] and is_idle(at)
    ]
    if changed:
        named = joined(changed, Both("; ", "; "))
        yield Both(f"Qui non ha effetto: {named.it}.", f"Without effect here: {named.en}.")


def _named(path: str, value: Value) -> Both:
    """Name a field by its group and its title, and the value that it has."""
    group, title = GROUP_TEXTS[path.rpartition(".")[0]].title, FIELD_TEXTS[path].title
    label = value_label(path, value)
    return Both(
        f"{group.it}, {title.it.lower()}: {label.it.lower()}",
        f"{group.en}, {title.en.lower()}: {label.en.lower()}",
    )
