"""What can go wrong with the ways in: sessions, personal tokens, passwords, recovery codes."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "FreshLoginNeeded",
    "InvalidPassword",
    "InvalidPersonalToken",
    "InvalidRecoveryCode",
    "NotAGuest",
    "SessionNotFound",
    "TokenNotFound",
    "TooManyTokens",
    "UpgradeFirst",
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


class FreshLoginNeeded(DomainError):
    """Raised when somebody without a password asks for this long after the log-in."""

    kind = Kind.RULES
    code = "fresh_login_needed"
    title = _("Log in once more")
    message = _("You have no password, so this needs a log-in of the last ten minutes.")


class InvalidPassword(DomainError):
    """Raised when a new password cannot be accepted; `errors` says why."""

    kind = Kind.RULES
    code = "invalid_password"
    title = _("This password cannot be accepted")
    message = _("Choose another password; see errors.")


class UpgradeFirst(DomainError):
    """Raised when a guest asks for what only an account has."""

    kind = Kind.CONFLICT
    code = "upgrade_first"
    title = _("You are a guest")
    message = _("Choose a username and a password at POST /api/v1/auth/upgrade first.")


class NotAGuest(DomainError):
    """Raised when an account asks for what is only for guests."""

    kind = Kind.CONFLICT
    code = "not_a_guest"
    title = _("You are no guest")
    message = _("This is for guests, and you have an account.")


class InvalidRecoveryCode(DomainError):
    """Raised for a code that never was, was used, or is nobody's any more; never says which."""

    kind = Kind.UNAUTHENTICATED
    code = "invalid_recovery_code"
    title = _("This code opens nothing")
    message = _("No guest comes back by this code. It may have been used, or replaced.")
