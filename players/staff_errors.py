"""What can go wrong when the staff act on a player. Told in the admin and by commands."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "AlreadyDone",
    "AlreadyThus",
    "NotOnYourself",
    "NowhereToSend",
    "OutOfReach",
    "WrongFactorCode",
]


class AlreadyDone(DomainError):
    """Raised for a form that has been sent before: what it asked for was done then."""

    kind = Kind.CONFLICT
    code = "already_done"
    title = _("Done already")
    message = _("This form was sent before, and what it asks for was done then.")


class AlreadyThus(DomainError):
    """Raised where there is nothing left to change, as when two of the staff act at once."""

    kind = Kind.CONFLICT
    code = "already_thus"
    title = _("Nothing to change")
    message = _("Nothing was changed: it is so already. Somebody may have been faster.")


class NotOnYourself(DomainError):
    """Raised where one of the staff would act on themselves."""

    kind = Kind.RULES
    code = "not_on_yourself"
    title = _("That is you")
    message = _("You cannot do this to yourself; ask a colleague.")


class NowhereToSend(DomainError):
    """Raised where a player is to be written to and has verified no address, or is shut out."""

    kind = Kind.RULES
    code = "nowhere_to_send"
    title = _("No address")
    message = _("Nothing was sent: the player has no verified address, or may not log in.")


class OutOfReach(DomainError):
    """Raised where it takes a superuser: to act on the staff, or to say who may do what."""

    kind = Kind.RULES
    code = "out_of_reach"
    title = _("Above you")
    message = _("Only a superuser may do this.")


class WrongFactorCode(DomainError):
    """Raised for a code of a second factor that is wrong, used or too old; never says which."""

    kind = Kind.UNAUTHENTICATED
    code = "wrong_factor_code"
    title = _("The code does not hold")
    message = _("The code is wrong, too old, or was used before. Wait for the next one.")
