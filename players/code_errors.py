"""What can go wrong with a code that was sent by mail."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = ["CodeWrong"]


class CodeWrong(DomainError):
    """Raised for a code that is wrong, used, too old or tried too often; never says which."""

    kind = Kind.RULES
    code = "code_wrong"
    title = _("The code does not hold")
    message = _("The code is wrong, used or too old. Ask for a new one.")
