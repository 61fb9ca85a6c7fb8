"""Plain data read strictly: whatever is not exactly as written is `StateUnreadable`."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from .cards import RANKS, Card, mask_of, parse_card
from .errors import StateUnreadable

MANY: Final = 1 << 30  # more moves, deals or points than any match has

T = TypeVar("T")


def require(condition: bool, what: str) -> None:
    """Raise `StateUnreadable` unless a condition holds."""
    if not condition:
        raise StateUnreadable(what)


def record(value: object, names: str) -> dict[str, Any]:
    """Give an object that has exactly these names."""
    if not isinstance(value, dict) or set(value) != set(names.split()):
        raise StateUnreadable(f"not a record of {names}")
    return value


def whole(value: object, low: int, high: int) -> int:
    """Give a whole number in a range."""
    if type(value) is not int or not low <= value <= high:
        raise StateUnreadable(f"{value!r} is not a number from {low} to {high}")
    return value


def flag(value: object) -> bool:
    """Give true or false."""
    if type(value) is not bool:
        raise StateUnreadable(f"{value!r} is neither true nor false")
    return value


def list_of(value: object, read: Callable[[Any], T], length: int | None = None) -> tuple[T, ...]:
    """Give the entries of a list, each read."""
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise StateUnreadable(f"{value!r} is not a list of the right length")
    return tuple(map(read, value))


def optional(value: object, read: Callable[[Any], T]) -> T | None:
    """Give None, or what is read."""
    return None if value is None else read(value)


def count(value: object) -> int:
    """Give a number of things."""
    return whole(value, 0, MANY)


def cards(value: object) -> tuple[Card, ...]:
    """Give cards that are named, each once."""
    found = list_of(value, parse_card)
    require(mask_of(found).bit_count() == len(found), "a card is listed twice")
    return found


def mask(value: object) -> int:
    """Give a set of cards."""
    return mask_of(cards(value))


def rank(value: object) -> int:
    """Give the rank of a card."""
    return whole(value, RANKS[0], RANKS[-1])


def maybe_count(value: object) -> int | None:
    """Give None, or a number of things."""
    return optional(value, count)


def maybe_card(value: Any) -> Card | None:
    """Give None, or a card that is named."""
    return None if value is None else parse_card(value)


def one_of(value: object, words: tuple[T, ...]) -> T:
    """Give one of a few words."""
    for word in words:
        if value == word:
            return word
    raise StateUnreadable(f"{value!r} is none of {words}")
