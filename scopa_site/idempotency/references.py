"""Keep ids where a reply shows somebody, and show them as they are now when it is sent again.

Else a name that was changed, or an account that was erased, would live on in the kept replies.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["collapsed", "expanded", "register_reference"]

Data = dict[str, Any]


@dataclass(frozen=True)
class _Reference:
    collapse: Callable[[Data], str | None]
    expand: Callable[[Collection[str]], Mapping[str, object]]


_references: dict[str, _Reference] = {}


def register_reference(
    kind: str,
    *,
    collapse: Callable[[Data], str | None],
    expand: Callable[[Collection[str]], Mapping[str, object]],
) -> None:
    """Replace objects of this kind in kept replies by `{"$kind": id}`.

    `collapse` gives the id of an object that is of the kind, None for any other. `expand` gives
    the objects of many ids, in one query; one that it leaves out is shown as null. The members of
    what it gives stand in the order in which views show them.
    """
    _references[f"${kind}"] = _Reference(collapse, expand)


def collapsed(part: Any) -> Any:
    """Return the data with a reference for each object that is of a registered kind."""
    if isinstance(part, list):
        return [collapsed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    for mark, reference in _references.items():
        if (found := reference.collapse(part)) is not None:
            return {mark: found}
    return {name: collapsed(inner) for name, inner in part.items()}


def expanded(part: Any) -> Any:
    """Return the data with each reference replaced by what it stands for now."""
    wanted: dict[str, set[str]] = {}
    for mark, found in _marks(part):
        wanted.setdefault(mark, set()).add(found)
    known = {mark: _references[mark].expand(ids) for mark, ids in wanted.items()}
    return _replaced(part, known)


def _marks(part: Any) -> Iterator[tuple[str, str]]:
    if (mark := _mark_of(part)) is not None:
        yield mark
        return
    for inner in part.values() if isinstance(part, dict) else part:
        if isinstance(inner, dict | list):
            yield from _marks(inner)


def _replaced(part: Any, known: Mapping[str, Mapping[str, object]]) -> Any:
    if (mark := _mark_of(part)) is not None:
        return known[mark[0]].get(mark[1])
    if isinstance(part, list):
        return [_replaced(inner, known) for inner in part]
    if isinstance(part, dict):
        return {name: _replaced(inner, known) for name, inner in part.items()}
    return part


def _mark_of(part: Any) -> tuple[str, str] | None:
    if isinstance(part, dict) and len(part) == 1:
        ((name, value),) = part.items()
        if name in _references:
            return name, value
    return None
