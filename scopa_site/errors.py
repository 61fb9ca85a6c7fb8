"""What can go wrong, as types with stable codes.

Nothing here knows HTTP: `scopa_site.api.problems` maps a `Kind` to a status, once.
"""

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

__all__ = ["DomainError", "FieldProblem", "Kind", "Text"]

Text: TypeAlias = str | Promise


class Kind(enum.Enum):
    """Say what sort of refusal an error is."""

    UNREADABLE = "unreadable"
    UNAUTHENTICATED = "unauthenticated"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    CONFLICT = "conflict"
    GONE = "gone"
    TOO_LARGE = "too_large"
    OUTDATED = "outdated"
    NOT_JSON = "not_json"
    RULES = "rules"
    TOO_MANY = "too_many"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True)
class FieldProblem:
    """Point at one part of a request and say what is wrong with it.

    `pointer` is a JSON pointer into the body ("/seats/0/type"), or "?name" for a query parameter.
    `more` are further members, plain data, such as what would be allowed there.
    """

    pointer: str
    code: str
    detail: Text
    more: Mapping[str, object] = field(default_factory=dict)


class DomainError(Exception):
    """Refuse what was asked, for a reason the caller can act on.

    A subclass sets `kind`, `code` (stable, snake_case, unique), `title` and `message`. The message
    is always %-formatted with the keyword arguments, so a literal percent sign is written "%%".
    It is translated when `detail` is read, not when the error is made: the reader's language
    may be known only later.
    """

    kind: ClassVar[Kind] = Kind.RULES
    code: str = "refused"
    title: Text = _("Refused")
    message: Text = _("This is not possible.")
    retry_after: int | None = None  # seconds, for the kinds that invite to try again

    def __init__(self, *, errors: Sequence[FieldProblem] = (), **params: object) -> None:
        super().__init__(self.code)
        self.errors = tuple(errors)
        self.params: Mapping[str, object] = params

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"

    @property
    def detail(self) -> str:
        """The message in the language active now."""
        return str(self.message) % self.params

    @classmethod
    def told(cls) -> Iterable[tuple[str, Text, Text]]:
        """Yield each code that such an error may have, with its title and its message."""
        yield cls.code, cls.title, cls.message

    def members(self) -> dict[str, object]:
        """Return what a problem document carries beyond the standard members."""
        return {}
