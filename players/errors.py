"""What can go wrong with an account, each with its stable code."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "InvalidAccount",
    "InvalidCredentials",
    "InvalidProfile",
    "InvalidToken",
    "UsernameTaken",
]


class InvalidAccount(DomainError):
    """Raised when a username, password or the like cannot be accepted; `errors` says why."""

    kind = Kind.RULES
    code = "invalid_account"
    title = _("This account cannot be made")
    message = _("Something you chose cannot be accepted; see errors.")


class UsernameTaken(DomainError):
    """Raised when somebody has that username, in whatever case."""

    kind = Kind.RULES
    code = "username_taken"
    title = _("Username taken")
    message = _("The username “%(username)s” is taken. Choose another.")


class InvalidCredentials(DomainError):
    """Raised when username and password do not belong together; never says which is wrong."""

    kind = Kind.UNAUTHENTICATED
    code = "invalid_credentials"
    title = _("Wrong username or password")
    message = _("The username and the password do not belong together.")


class InvalidToken(DomainError):
    """Raised for a token that was never given out, or has been given back."""

    kind = Kind.UNAUTHENTICATED
    code = "invalid_token"
    title = _("The token is not valid")
    message = _("The token is not valid, or no longer. Log in again.")


class InvalidProfile(DomainError):
    """Raised when a change of the profile cannot be accepted; `errors` says why."""

    kind = Kind.RULES
    code = "invalid_profile"
    title = _("This profile cannot be kept")
    message = _("Something you chose cannot be accepted; see errors.")
