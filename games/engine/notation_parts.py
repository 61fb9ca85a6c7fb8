"""Plain JSON data read strictly: each refusal says where, what stands there and what is due."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from .cards import Card
from .notation import DIGITS, RecordUnreadable, read_card, read_day, read_name, shown

MOST: Final = 10**DIGITS - 1

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the data and the way to it; every method raises `RecordUnreadable`."""

    value: Any
    path: str

    def data(self) -> dict[str, Any]:
        """Take an object."""
        if not isinstance(self.value, dict):
            raise RecordUnreadable(
                "%(value)s is not an object", path=self.path, value=shown(self.value)
            )
        return self.value

    def members(self, names: str) -> dict[str, "Part"]:
        """Take an object that has exactly these names."""
        value = self.data()
        known = names.split()
        missing = ", ".join(name for name in known if name not in value)
        if missing:
            raise RecordUnreadable("missing here: %(names)s", path=self.path, names=missing)
        unknown = ", ".join(shown(name) for name in value if name not in known)
        if unknown:
            raise RecordUnreadable(
                "unknown here: %(names)s; known are: %(known)s",
                path=self.path,
                names=unknown,
                known=", ".join(known),
            )
        before = self.path and f"{self.path}."
        return {name: Part(value[name], before + name) for name in known}

    def entries(self, length: int | None = None) -> tuple["Part", ...]:
        """Take a list, of so many entries if that is known."""
        if not isinstance(self.value, list):
            raise RecordUnreadable(
                "%(value)s is not a list", path=self.path, value=shown(self.value)
            )
        if length not in (None, len(self.value)):
            raise RecordUnreadable(
                "the list has %(count)s entries and must have %(due)s",
                path=self.path,
                count=len(self.value),
                due=length,
            )
        return tuple(
            Part(value, f"{self.path}[{number}]") for number, value in enumerate(self.value)
        )

    def whole(self, most: int = MOST) -> int:
        """Take a whole number from 0 on; 1.0 and true are none."""
        if type(self.value) is not int or not 0 <= self.value <= most:
            raise RecordUnreadable(
                "%(value)s is not a whole number from 0 to %(last)s",
                path=self.path,
                value=shown(self.value),
                last=most,
            )
        return self.value

    def exactly(self, due: int) -> None:
        """Take the one number that can stand here."""
        if type(self.value) is not int or self.value != due:
            raise RecordUnreadable(
                "%(value)s stands where %(due)s is due",
                path=self.path,
                value=shown(self.value),
                due=due,
            )

    def flag(self) -> bool:
        """Take true or false."""
        if type(self.value) is not bool:
            raise RecordUnreadable(
                "%(value)s is neither true nor false", path=self.path, value=shown(self.value)
            )
        return self.value

    def text(self) -> str:
        """Take a text."""
        if type(self.value) is not str:
            raise RecordUnreadable(
                "%(value)s is not a text", path=self.path, value=shown(self.value)
            )
        return self.value

    def one_of(self, words: tuple[T, ...]) -> T:
        """Take one of a few words."""
        text = self.text()
        for word in words:
            if text == word:
                return word
        raise RecordUnreadable(
            "%(value)s is none of %(words)s",
            path=self.path,
            value=shown(text),
            words=", ".join(map(str, words)),
        )

    def name(self) -> str:
        """Take a text that is not empty."""
        return self._read(read_name, self.text())

    def day(self) -> str:
        """Take a day, or what stands for one that is not known."""
        return self._read(read_day, self.text())

    def card(self) -> Card:
        """Take a card."""
        return self._read(read_card, self.value)

    def cards(self) -> tuple[Card, ...]:
        """Take a list of cards."""
        return tuple(entry.card() for entry in self.entries())

    def _read(self, read: Callable[[Any], T], value: Any) -> T:
        try:
            return read(value)
        except RecordUnreadable as error:
            raise error.at(None, self.path) from error
