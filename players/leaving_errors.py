"""What can go wrong when somebody asks for their data or wants to leave, each with its code."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "AlreadyReported",
    "DeletionNotAsked",
    "DeletionNotConfirmed",
    "ExportExpired",
    "ExportInWork",
    "ExportNotFound",
    "InvalidReport",
]


class ExportInWork(DomainError):
    """Raised when the copy asked for before is still being made."""

    kind = Kind.CONFLICT
    code = "export_in_work"
    title = _("Your data are being gathered")
    message = _("The copy that you asked for before is still being made. Wait for it.")


class ExportNotFound(DomainError):
    """Raised when there is no such export, or it is somebody else's, or the link is not ours."""

    kind = Kind.NOT_FOUND
    code = "export_not_found"
    title = _("No such copy")
    message = _("There is no copy of data of this id or behind this link.")


class ExportExpired(DomainError):
    """Raised for the link of an export whose time is over."""

    kind = Kind.GONE
    code = "export_expired"
    title = _("The link has expired")
    message = _("The copy behind this link has been deleted. Ask for another.")


class DeletionNotConfirmed(DomainError):
    """Raised when whoever asks to be erased does not prove to be the player, or to mean it."""

    kind = Kind.RULES
    code = "deletion_not_confirmed"
    title = _("The deletion is not confirmed")
    message = _("Confirm it with your password; without one, by writing out your username.")


class DeletionNotAsked(DomainError):
    """Raised where there is no deletion to look at."""

    kind = Kind.NOT_FOUND
    code = "deletion_not_asked"
    title = _("No deletion")
    message = _("You have not asked for your account to be deleted.")


class AlreadyReported(DomainError):
    """Raised while a report of the same player by the same player waits for a decision."""

    kind = Kind.CONFLICT
    code = "already_reported"
    title = _("Already reported")
    message = _("Your report of this player waits for a decision.")


class InvalidReport(DomainError):
    """Raised for a report that cannot be kept; `errors` says why."""

    kind = Kind.RULES
    code = "invalid_report"
    title = _("This report cannot be kept")
    message = _("Something in the report cannot be accepted; see errors.")
