"""Letters as mail, plain and HTML, that tell how to have no more of them."""

from smtplib import (
    SMTPDataError,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPResponseException,
)
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.mail_parts import message_id_of, unlinked
from players.notifications.channels.connections import Connections, NotOpened
from players.notifications.channels.letter import (
    Address,
    Later,
    Letter,
    Line,
    Outcome,
    Refused,
    Sent,
)
from players.notifications.registry import notification_types

__all__ = ["MailTransport"]

_NO_SERVER: Final = "django.core.mail.backends.dummy.EmailBackend"
_MOST_LINES: Final = 30  # nobody reads on, and mail programs cut off what is long
_REFUSALS: Final = range(400, 600)
_CLOSING: Final = 421  # to nobody in particular
_FOR_GOOD: Final = 500  # replies of SMTP from here on are not asked again


class MailTransport:
    """Carries letters to the server that EMAIL_URL names. Any thread may send."""

    def __init__(self) -> None:
        self._connections = Connections()

    def send(self, letter: Letter, address: Address) -> Outcome:
        """Carry one letter, within EMAIL_TIMEOUT once the server has answered."""
        if settings.EMAIL_BACKEND == _NO_SERVER:
            return Refused("no mail server", not_set_up=True)
        try:
            mail = _written(letter, address.token)
            with self._connections.lent(settings.EMAIL_TIMEOUT) as backend:
                backend.send_messages([mail])
        except NotOpened as failure:
            return _away(failure.__cause__)
        except ValueError as failure:  # an address that no header can hold
            return Refused(type(failure).__name__)
        except OSError as failure:  # SMTPException is one; its text may hold the address
            return _outcome(failure)
        return Sent(provider_id=mail.extra_headers["Message-ID"], http_status=250)

    def close(self) -> None:
        """Let go of the connections that are kept open."""
        self._connections.close()


def _outcome(failure: OSError) -> Outcome:
    """Tell what refuses this mail alone from what keeps all of them."""
    name, code = type(failure).__name__, _code(failure)
    if isinstance(failure, SMTPNotSupportedError):
        return Refused(name)
    is_of_this_mail = isinstance(failure, SMTPRecipientsRefused | SMTPDataError)
    if code is None or code == _CLOSING or not is_of_this_mail:
        return _away(failure)
    return Refused(name, code) if code >= _FOR_GOOD else Later(name, code)


def _away(failure: Any) -> Later:
    """The server is not there, or wants nothing from us."""
    return Later(type(failure).__name__, _code(failure), provider_rests=True)


def _code(failure: Any) -> int | None:
    """Return what the server answered; None for nothing that is a refusal by SMTP."""
    if isinstance(failure, SMTPRecipientsRefused):
        code = min(code for code, _text in failure.recipients.values())
    else:
        code = failure.smtp_code if isinstance(failure, SMTPResponseException) else 0
    return code if code in _REFUSALS else None


def _written(letter: Letter, address: str) -> EmailMultiAlternatives:
    with translation.override(letter.language):
        words = _words(letter)
        mail = EmailMultiAlternatives(
            words["subject"],
            render_to_string("notifications/mail.txt", words).strip() + "\n",
            to=[address],
            headers=_headers(letter),
        )
        html = render_to_string("notifications/mail.html", words)
        mail.attach_alternative(html, "text/html")
    return mail


def _words(letter: Letter) -> dict[str, Any]:
    kind = notification_types().get(letter.type)
    return {
        "language": letter.language,
        "subject": " ".join(unlinked(letter.title).split()),
        "greeting": unlinked(letter.greeting),
        "body": unlinked(letter.body),
        "lines": [Line(unlinked(each.text), each.link) for each in letter.lines[:_MOST_LINES]],
        "more": _more(len(letter.lines) - _MOST_LINES),
        "link": letter.link,
        "why": "" if kind is None else _why(str(kind.label)),
        "unsubscribe": letter.unsubscribe,
    }


def _more(count: int) -> str:
    if count <= 0:
        return ""
    return ngettext("and %(count)s more", "and %(count)s more", count) % {"count": count}


def _why(kind: str) -> str:
    return _("This is a mail of the kind “%(kind)s”, which you get until you turn it off.") % {
        "kind": kind
    }


def _headers(letter: Letter) -> dict[str, str]:
    """Return the headers: the same for the same letter, however often it is sent."""
    is_one_of_many = letter.collapse_id not in ("", str(letter.id))
    thread = uuid5(NAMESPACE_URL, letter.collapse_id) if is_one_of_many else letter.id
    headers = {
        "Message-ID": message_id_of(letter.id.hex),
        "Auto-Submitted": "auto-generated",
        "X-Entity-Ref-ID": thread.hex,
    }
    if is_one_of_many:
        headers["References"] = message_id_of(thread.hex)
    if letter.unsubscribe:
        headers["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
