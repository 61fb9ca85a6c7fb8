"""Closed lists of reasons that people choose from, for the table of `GET /meta`.

The kernel knows none itself: the apps register theirs in the `ready` of their configuration.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from scopa_site.errors import Text

__all__ = ["Reasons", "reason_lists", "register_reasons"]

# Pairs of a code and what a person reads, in the language active now.
Reasons: TypeAlias = Iterable[tuple[str, Text]]

_lists: Final[dict[str, Callable[[], Reasons]]] = {}


def register_reasons(name: str, reasons: Callable[[], Reasons]) -> None:
    """Show what `reasons` gives, asked anew each time, as the list of that name."""
    _lists[name] = reasons


def reason_lists() -> Mapping[str, Callable[[], Reasons]]:
    """Return the lists by name."""
    return MappingProxyType(_lists)
