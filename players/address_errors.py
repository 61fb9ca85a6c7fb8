"""What can go wrong with an e-mail address, and with the password asked for along with it."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = ["EmailTaken", "InvalidEmail", "NothingToVerify", "WrongPassword"]


class InvalidEmail(DomainError):
    """Raised for what is no e-mail address; `errors` says why."""

    kind = Kind.RULES
    code = "invalid_email"
    title = _("This is no address")
    message = _("Something you chose cannot be accepted; see errors.")


class EmailTaken(DomainError):
    """Raised to whoever proves to hold an address that another account has verified meanwhile."""

    kind = Kind.CONFLICT
    code = "email_taken"
    title = _("The address belongs to another account")
    message = _("You have verified this address with another account.")


class NothingToVerify(DomainError):
    """Raised when a code is asked for and no address waits to be verified."""

    kind = Kind.CONFLICT
    code = "nothing_to_verify"
    title = _("Nothing to verify")
    message = _("No address of yours waits to be verified.")


class WrongPassword(DomainError):
    """Raised when the password that confirms a change is not the player's."""

    kind = Kind.RULES
    code = "wrong_password"
    title = _("Wrong password")
    message = _("This is not your password.")
