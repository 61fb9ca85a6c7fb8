"""What went wrong, in the words of whoever reads it. It is stored in one language, for all."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import Text

__all__ = ["error_told"]

_TOLD: Final[dict[str, Text]] = {
    "no answer in time": _("no answer in time"),
    "no trust in its certificate": _("its certificate is not trusted"),
    "no connection, or no answer that can be read": _("no connection, or an unreadable answer"),
    "not the address of a public machine": _("not the address of a public machine"),
    "the receiver wants no more": _("the receiver wants no more"),
    "it points elsewhere, where nobody goes": _("it redirects, and redirects are not followed"),
    "it was not taken": _("it was not taken"),
    "no longer there": _("no longer there"),
    "its key is forgotten": _("its key can no longer be read"),
    "its address is not called": _("its address is not called"),
    "FCM is not set up": _("FCM is not set up"),
    "APNs is not set up": _("APNs is not set up"),
    "Web Push is not set up": _("Web Push is not set up"),
    "no mail server": _("there is no mail server"),
}


def error_told(error: str) -> str:
    """Put a stored error into the language of now; a provider's own code stays as it is."""
    provider, mark, rest = error.partition(": ")
    if mark and rest in _TOLD:
        return f"{provider}: {_TOLD[rest]}"
    return str(_TOLD.get(error, error))
