"""What is written to a terminal and read from it, as far as the terminal can show it."""

import textwrap
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["LeftTable", "Screen", "in_ascii"]

_ASCII = str.maketrans(
    {
        "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...", "·": "|",
        "à": "a'", "è": "e'", "é": "e'", "ì": "i'", "ò": "o'", "ù": "u'", "È": "E'",
    }
)  # fmt: skip


class LeftTable(Exception):
    """Raised when the person gets up: by a command, or by closing the input."""


@dataclass(slots=True)
class Screen:
    """A terminal. `plain`: ASCII only. `interactive`: a person watches, so the pace is a person's.

    `write` takes a text with its line ends; `read` returns a line, "" once the input is closed.
    """

    write: Callable[[str], object]
    read: Callable[[], str]
    width: int = 80
    plain: bool = False
    colour: bool = False
    interactive: bool = False

    def say(self, *lines: str) -> None:
        """Write lines, an empty one when there is none; sentences are broken between words."""
        for line in lines or ("",):
            shown = self.shown(line)
            # A coloured line is one of the drawing, which fits already.
            if len(shown) > self.width and "\033" not in shown:
                shown = textwrap.fill(shown, self.width, subsequent_indent="    ")
            self.write(f"{shown}\n")

    def say_verbatim(self, line: str) -> None:
        """Write a line that somebody may copy: not broken, not spelt in another way."""
        self.write(f"{line}\n")

    def ask(self, prompt: str) -> str:
        """Ask for a line and return it without the blanks around it.

        Raises LeftTable when the input is closed.
        """
        self.write(self.shown(prompt))
        line = self.read()
        if not line:
            self.say()
            raise LeftTable
        answer = line.strip()
        if not self.interactive:
            # Nobody typed it here, so the transcript would lack it.
            self.say(answer)
        return answer

    def pause(self, seconds: float) -> None:
        """Give a person the time to read."""
        if self.interactive:
            time.sleep(seconds)

    def rule(self) -> str:
        """Give a line across the terminal."""
        return ("-" if self.plain else "─") * min(self.width, 79)

    def painted(self, text: str, code: int) -> str:
        """Colour a text by its ANSI code, where there is colour."""
        return f"\033[{code}m{text}\033[0m" if self.colour else text

    def shown(self, text: str) -> str:
        """Give a text as the terminal can show it."""
        return in_ascii(text) if self.plain else text


def in_ascii(text: str) -> str:
    """Write a text with ASCII letters alone, accents as typewriters did them."""
    plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return letters.encode("ascii", "replace").decode("ascii")
