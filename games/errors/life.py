"""What can go wrong with pauses, plans and holidays."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "AlreadyAgreed",
    "AlreadyPaused",
    "HolidayBegun",
    "InvalidHoliday",
    "InvalidPause",
    "InvalidPlan",
    "NoPauseAsked",
    "NoPausesLeft",
    "NotPaused",
    "OwnTurn",
    "PauseAlreadyAsked",
]


class NoPausesLeft(DomainError):
    """Raised when the seat has asked for all the pauses that the clock allows it."""

    kind = Kind.CONFLICT
    code = "no_pauses_left"
    title = _("No pauses left")
    message = _("You have no pauses left in this match.")


class AlreadyPaused(DomainError):
    """Raised when a pause runs already."""

    kind = Kind.CONFLICT
    code = "already_paused"
    title = _("The match is paused")
    message = _("The match is paused already.")


class PauseAlreadyAsked(DomainError):
    """Raised when a request for a pause waits for its answer."""

    kind = Kind.CONFLICT
    code = "pause_already_asked"
    title = _("A pause is asked for")
    message = _("Somebody has asked for a pause already; it waits for an answer.")


class InvalidPause(DomainError):
    """Raised for a pause that is too short or too long."""

    kind = Kind.RULES
    code = "invalid_pause"
    title = _("Not such a pause")
    message = _("A pause of this match lasts from %(least)s to %(most)s seconds.")


class NoPauseAsked(DomainError):
    """Raised when no request for a pause waits for an answer."""

    kind = Kind.CONFLICT
    code = "no_pause_asked"
    title = _("Nobody asks for a pause")
    message = _("No request for a pause waits for an answer.")


class AlreadyAgreed(DomainError):
    """Raised when the caller has agreed to the pause, or asked for it."""

    kind = Kind.CONFLICT
    code = "already_agreed"
    title = _("You have agreed")
    message = _("You have agreed to this pause already; it waits for the others.")


class NotPaused(DomainError):
    """Raised when there is no pause to end."""

    kind = Kind.CONFLICT
    code = "not_paused"
    title = _("The match is not paused")
    message = _("The match is not paused.")


class OwnTurn(DomainError):
    """Raised when a plan is made by whoever can play at once."""

    kind = Kind.CONFLICT
    code = "own_turn"
    title = _("It is your turn")
    message = _("It is your turn: play instead of planning.")


class InvalidPlan(DomainError):
    """Raised for a plan that could never be played; `errors` says where and why."""

    kind = Kind.RULES
    code = "invalid_plan"
    title = _("This plan cannot be played")
    message = _("At least one item of the plan can never be played; see errors.")


class InvalidHoliday(DomainError):
    """Raised for a holiday that cannot be had; `errors` says where and why."""

    kind = Kind.RULES
    code = "invalid_holiday"
    title = _("Not such a holiday")
    message = _("This holiday cannot be had; see errors.")


class HolidayBegun(DomainError):
    """Raised when the beginning of a holiday that has begun is to be moved."""

    kind = Kind.CONFLICT
    code = "holiday_begun"
    title = _("Your holiday has begun")
    message = _("Your holiday has begun: give it back first, or change only its end.")
