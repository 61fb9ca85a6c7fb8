"""What every mail is made of: an id, a greeting, and no words of a stranger that become a link."""

import re
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

__all__ = ["greeting_of", "message_id_of", "reads_as_link", "unlinked"]

# What programs that show mail make a link of: addresses of pages and of mail, and bare domains.
_LINK: Final = re.compile(r"[:@\\/]|[^\W_][.\u3002\uff0e\uff61][^\W\d_]{2}")
# The same within a sentence of ours, which may hold a time of day, a score, or a colon at its end.
_JOINT: Final = re.compile(
    r"""(?: [@\\]
    | (?<!\d)[:/](?=\S) | [:/](?=[^\s\d])  # neither 18:30 nor 11/9
    | (?<=[^\W_])[.\u3002\uff0e\uff61](?=[^\W\d_]{2})
    )+""",
    re.VERBOSE,
)


def message_id_of(name: str) -> str:
    """Return the Message-ID of a mail: the same name, the same mail."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return f"<{name}@{domain}>"


def greeting_of(name: str) -> str:
    """Greet by name, in the language active now; by none where the name reads as a link."""
    return _("Hello,") if not name or reads_as_link(name) else _("Hello %(name)s,") % {"name": name}


def reads_as_link(name: str) -> bool:
    """Tell whether programs that show mail would make a link of a name."""
    return _LINK.search(name) is not None


def unlinked(text: str) -> str:
    """Return a sentence without what would become a link: names in it are chosen by strangers.

    What joins the parts of an address gives way to a space, and the words stay.
    """
    return _JOINT.sub(" ", text)
