"""What every mail is made of: an id, a greeting, and no words of a stranger that become a link."""

import re
import unicodedata
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

__all__ = ["greeting_of", "message_id_of", "reads_as_link", "unlinked"]

# What programs that show mail make a link of: addresses of pages and of mail, and bare domains.
# Judged is what is left of the many forms of a letter: a stop may be wide, small, or a leader's.
_STOPS: Final = r"[.\u2024\u2027\u3002\uff0e\uff61]"
_NUMBERS: Final = re.compile(rf"\d+(?:{_STOPS}\d+){{3,}}")  # of a machine: 192.0.2.7
_LINK: Final = re.compile(rf"[:@\\/]|[^\W_]{_STOPS}[^\W\d_]{{2}}|{_NUMBERS.pattern}")
# The same within a sentence of ours, which may hold a time of day, a score, or a colon at its end.
_JOINT: Final = re.compile(
    rf"""(?: [@\\]
    | (?<!\d)[:/](?=\S) | [:/](?=[^\s\d])  # neither 18:30 nor 11/9
    | (?<=[^\W_]){_STOPS}(?=[^\W\d_]{{2}})
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
    return _LINK.search(_plain(name)) is not None


def unlinked(text: str) -> str:
    """Return a sentence without what would become a link: names in it are chosen by strangers.

    What joins the parts of an address gives way to a space, and the words stay.
    """
    plain = _plain(text)
    cleaned = _JOINT.sub(" ", _NUMBERS.sub(_apart, plain))
    return text if cleaned == plain else cleaned


def _apart(numbers: re.Match[str]) -> str:
    return re.sub(_STOPS, " ", numbers[0])


def _plain(text: str) -> str:
    """Write letters and stops in the one form in which programs compare them."""
    return unicodedata.normalize("NFKC", text)
