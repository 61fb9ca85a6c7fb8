"""What can go wrong with a clock that somebody asks for."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = ["InvalidClock", "UnknownClock"]


class UnknownClock(DomainError):
    """Raised for a clock that does not exist."""

    kind = Kind.RULES
    code = "unknown_clock"
    title = _("Unknown clock")
    message = _("There is no clock “%(slug)s”. Known: %(known)s.")


class InvalidClock(DomainError):
    """Raised when the changes do not make a clock; `errors` says where and why."""

    kind = Kind.RULES
    code = "invalid_clock"
    title = _("This clock cannot run")
    message = _("At least one of the changes to the clock cannot be made; see errors.")
