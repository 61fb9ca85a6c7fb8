"""The values of the tags of a record, read strictly; each raises `RecordUnreadable`."""

from collections.abc import Callable
from typing import Final

from .cards import Card
from .notation import (
    DECLARATION_KINDS,
    DIGITS,
    UNKNOWN,
    RecordedHand,
    RecordUnreadable,
    read_card,
    shown,
)
from .notation_text import LIMIT, NONE

_WORDS_OF_A_HAND: Final = 4


def read_hand(text: str, players: int) -> RecordedHand:
    """Read a hand that was declared: seat, kind, points, cards."""
    words = text.split(" ", 3)
    if len(words) != _WORDS_OF_A_HAND:
        raise RecordUnreadable("a hand is written as its seat, kind, points and cards")
    seat, kind, points, cards = words
    known = next((known for known in DECLARATION_KINDS if known == kind), None)
    if known is None:
        raise RecordUnreadable(
            "%(value)s is none of %(words)s", value=shown(kind), words=", ".join(DECLARATION_KINDS)
        )
    return RecordedHand(below(players)(seat), known, read_number(points), read_cards(cards))


def read_pack(text: str) -> tuple[Card, ...] | None:
    """Read a pack, None where it is not known."""
    return None if text == UNKNOWN else read_cards(text)


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards with a blank between them."""
    return () if text == NONE else tuple(map(read_card, text.split(" ")))


def read_yes(text: str) -> bool:
    """Take the one word that a deal thrown in may be marked with."""
    if text != "yes":
        raise RecordUnreadable("only %(word)s can stand here", word="yes")
    return True


def read_limit(text: str) -> bool:
    """Take the one word that says how a match ended."""
    if text != LIMIT:
        raise RecordUnreadable("only %(word)s can stand here", word=LIMIT)
    return True


def read_number(text: str) -> int:
    """Read a whole number."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise RecordUnreadable(
            "%(value)s is not a whole number of at most %(digits)s digits",
            value=shown(text),
            digits=DIGITS,
        )
    return int(text)


def read_positive(text: str) -> int:
    """Read a whole number that is written only where there is something to count."""
    number = read_number(text)
    if not number:
        raise RecordUnreadable("the tag is left out where there is no bonus")
    return number


def below(limit: int) -> Callable[[str], int]:
    """Make a reader of whole numbers below a limit."""

    def read(text: str) -> int:
        number = read_number(text)
        if number >= limit:
            raise RecordUnreadable(
                "%(value)s is not from 0 to %(last)s", value=number, last=limit - 1
            )
        return number

    return read


def numbers_by_side(count: int) -> Callable[[str], tuple[int, ...]]:
    """Make a reader of so many whole numbers, with a hyphen between them."""

    def read(text: str) -> tuple[int, ...]:
        numbers = tuple(map(read_number, text.split("-")))
        if len(numbers) != count:
            raise RecordUnreadable(
                "%(count)s numbers must stand here, one for each side", count=count
            )
        return numbers

    return read
