"""What a password may not be made of: the words that anybody would try first here."""

import re
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

__all__ = ["ContextWordValidator"]

_WORDS: Final = (
    *("scopa", "scope", "scopone", "scopetta", "settebello", "sette", "bello", "primiera"),
    *("napola", "cirulla", "escoba", "scientifico", "classica", "carte", "cards", "password"),
)
_ONLY_WORDS: Final = re.compile(rf"(?:{'|'.join(_WORDS)})+")
_NO_LETTER: Final = re.compile(r"[\W\d_]+")


class ContextWordValidator:
    """Refuse passwords that are words of this service, with whatever digits and signs between.

    There are no rules on which sorts of characters there must be.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError for such a password."""
        if _ONLY_WORDS.fullmatch(_NO_LETTER.sub("", password.lower())):
            raise ValidationError(self.get_help_text(), code="password_context_word")

    def get_help_text(self) -> str:
        """Say what is asked."""
        return str(_("A password may not be made of words of this game alone."))
