"""What can go wrong with the ways in: sessions, personal tokens, passwords, recovery codes."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "InvalidPersonalToken",
    "SessionNotFound",
    "TokenNotFound",
    "TooManyTokens",
]


class SessionNotFound(DomainError):
    """Raised when the player has no session of that id."""

    kind = Kind.NOT_FOUND
    code = "session_not_found"
    title = _("No such session")
    message = _("You have no session of this id.")


class TokenNotFound(DomainError):
    """Raised when the player has no personal token of that id."""

    kind = Kind.NOT_FOUND
    code = "token_not_found"
    title = _("No such token")
    message = _("You have no personal token of this id.")


class TooManyTokens(DomainError):
    """Raised when a player has as many personal tokens as anyone may have."""

    kind = Kind.CONFLICT
    code = "too_many_tokens"
    title = _("Too many tokens")
    message = _("You have %(limit)s personal tokens. Delete one to make another.")

    def __init__(self, *, limit: int) -> None:
        super().__init__(limit=limit)
        self.limit = limit

    def members(self) -> dict[str, object]:
        """Return how many there may be."""
        return {"limit": self.limit}


class InvalidPersonalToken(DomainError):
    """Raised when a personal token cannot be made as asked; `errors` says why."""

    kind = Kind.RULES
    code = "invalid_personal_token"
    title = _("This token cannot be made")
    message = _("Something you chose cannot be accepted; see errors.")
