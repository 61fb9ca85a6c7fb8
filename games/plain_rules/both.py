"""A text in Italian and in English, side by side: the two can never say different things."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

_NUMBERS: Final = (
    *(("zero", "no"), ("una", "one"), ("due", "two"), ("tre", "three"), ("quattro", "four")),
    *(("cinque", "five"), ("sei", "six"), ("sette", "seven"), ("otto", "eight")),
    *(("nove", "nine"), ("dieci", "ten")),
)


class Both(NamedTuple):
    """One text in both languages."""

    it: str
    en: str

    @property
    def by_language(self) -> Mapping[str, str]:
        """Give the texts by language, "it" and "en"."""
        return MappingProxyType(self._asdict())


def joined(texts: Sequence[Both], separator: Both) -> Both:
    """Put texts one after another."""
    return Both(
        separator.it.join(text.it for text in texts),
        separator.en.join(text.en for text in texts),
    )


def listed(texts: Sequence[Both]) -> Both:
    """Join at least one text as in a sentence: “a, b and c”.

    >>> listed([Both("a", "a"), Both("b", "b"), Both("c", "c")]).it
    'a, b e c'
    """
    *first, last = texts
    if not first:
        return last
    before = joined(first, Both(", ", ", "))
    return Both(f"{before.it} e {last.it}", f"{before.en} and {last.en}")


def number(value: int) -> Both:
    """Write a number, in words up to ten; one of it is feminine, as cards and deals are."""
    return Both(*_NUMBERS[value]) if value < len(_NUMBERS) else Both(str(value), str(value))


def points(value: int) -> Both:
    """Say how many points, to begin a sentence with."""
    if value == 1:
        return Both("Un punto", "One point")
    text = number(value)
    return Both(f"{text.it.capitalize()} punti", f"{text.en.capitalize()} points")
