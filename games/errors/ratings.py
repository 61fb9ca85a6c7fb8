"""What can go wrong with a question about ratings."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = ["UnknownFamily"]


class UnknownFamily(DomainError):
    """Raised when no family of rules has that name."""

    kind = Kind.NOT_FOUND
    code = "unknown_family"
    title = _("Unknown family of rules")
    message = _("There are no ratings of this name. There are: %(known)s.")
