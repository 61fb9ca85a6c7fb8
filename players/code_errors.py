"""What can go wrong with a code that was sent by mail."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = ["CodeWrong"]


class CodeWrong(DomainError):
    """Raised for a code that is wrong, used, too old or tried too often; never says which.

    `errors` may say that it cannot be a code, which is known without looking for one.
    """

    kind = Kind.RULES
    code = "code_wrong"
    title = _("The code does not hold")
    message = _(
        "The code is wrong, used or too old. Look at it once more and type it again: there are"
        " five attempts within half an hour. After that ask for a new one."
    )
