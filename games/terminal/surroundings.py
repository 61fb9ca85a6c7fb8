"""What the environment says about the terminal and about the person at it."""

import getpass
from collections.abc import Mapping

__all__ = ["can_show", "language_of", "login_name"]

_SHOWN = "┌─┐│└┘♦♥♠♣"
# The order in which a program asks for the locale of its texts, and of its letters.
_TEXTS, _LETTERS = ("LC_ALL", "LC_MESSAGES", "LANG"), ("LC_ALL", "LC_CTYPE", "LANG")


def language_of(environment: Mapping[str, str]) -> str:
    """Give the language of the person's locale: Italian, or else English."""
    return "it" if _first(environment, _TEXTS).startswith("it") else "en"


def can_show(environment: Mapping[str, str], encoding: str | None) -> bool:
    """Tell whether the drawn cards can be shown.

    The stream must be able to write them, and no locale may say that the terminal is not UTF-8:
    Python writes UTF-8 under LC_ALL=C, whatever the terminal.
    """
    try:
        _SHOWN.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    locale = _first(environment, _LETTERS).lower()
    return not locale or "utf-8" in locale or "utf8" in locale


def login_name() -> str:
    """Give the name of the person who is logged in to this computer."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "player"


def _first(environment: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((environment[name] for name in names if environment.get(name)), "")
