"""Codes that take a seat: made, digested, and sealed for a reply that is kept."""

import hashlib
import secrets
from typing import Final

__all__ = ["code_of_number", "digest_of", "new_code", "number_of_code"]

# 31 letters, none that is mistaken for another: twelve are 59 bits, and guesses are counted.
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH, _GROUP = 12, 4


def new_code() -> str:
    """Make a code, such as "k7pm-x2nd-4hqa"."""
    return code_of_number(secrets.randbelow(len(_LETTERS) ** _LENGTH))


def digest_of(code: str) -> str:
    """Digest a code as people type it: in any case, with or without the dashes.

    It opens one seat of one match, for days: a plain SHA-256 is enough.
    """
    return hashlib.sha256(_letters(code).encode()).hexdigest()


def number_of_code(code: str) -> int:
    """Write a code as a number below 2^63. Raises ValueError for a letter that no code has."""
    number = 0
    for letter in _letters(code):
        number = number * len(_LETTERS) + _LETTERS.index(letter)
    return number


def code_of_number(number: int) -> str:
    """Write a number as the code that it stands for."""
    letters = ""
    for _place in range(_LENGTH):
        number, digit = divmod(number, len(_LETTERS))
        letters = _LETTERS[digit] + letters
    return "-".join(letters[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP))


def _letters(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()
