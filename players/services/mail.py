"""Mail as an effect: owed with its cause, addressed and worded only when it is sent.

What is owed holds ids alone. An address or a name that is erased meanwhile is written to nobody.
"""

import logging
from datetime import datetime
from smtplib import SMTPRecipientsRefused
from typing import Any, Final
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation

from players.mail_parts import greeting_of, message_id_of
from players.mail_texts import LETTERS, MailKind
from players.models import Code, CodePurpose, Player
from players.services.codes import code_of
from scopa_site.outbox.effects import owe

__all__ = ["TOPIC", "MailKind", "MailNotSent", "deliver", "owe_mail"]

logger = logging.getLogger(__name__)

TOPIC: Final = "players.mail"
_REFUSED_FOR_GOOD: Final = 500  # replies of SMTP from here on are not asked again


class MailNotSent(Exception):
    """Raised when the server did not take a mail; says the kind of failure, never the address."""


def owe_mail(
    *, player_id: int, kind: MailKind, now: datetime, address_id: int | None = None
) -> None:
    """Owe one mail to a player, in the transaction of its cause.

    A code goes to where it was issued for, a change of address to the EmailAddress `address_id`,
    all else to the address that the player has verified.
    """
    message = uuid4().hex
    payload = {"player": player_id, "kind": kind, "address": address_id, "message": message}
    owe(topic=TOPIC, dedupe_key=f"mail:{message}", payload=payload, now=now)


def deliver(payload: Any, now: datetime) -> None:
    """Send what is owed, unless there is nobody to send it to any more.

    A mail sent twice has the same Message-ID. Raises MailNotSent.
    """
    kind = MailKind(payload["kind"])
    player = _recipient(payload["player"])
    if player is None:
        return
    address, code = _destination(kind, player, payload["address"], now)
    if not address:
        return
    if kind is MailKind.VERIFY_EMAIL and (holder := _other_holder(address, player)):
        player, kind, code = holder, MailKind.ADDRESS_TAKEN, ""
    _send(_written(kind, player, address, code, payload["message"]), player)


def _recipient(player_id: int) -> Player | None:
    """Find who is written to: nobody who left or was shut out, and nobody in a sandbox."""
    real = Player.objects.filter(is_active=True, erased_at__isnull=True, world__isnull=True)
    return real.filter(pk=player_id).first()


def _destination(
    kind: MailKind, player: Player, address_id: int | None, now: datetime
) -> tuple[str, str]:
    """Return the address and the code; an empty address where nothing is to be sent any more."""
    if kind in (MailKind.VERIFY_EMAIL, MailKind.RESET_PASSWORD):
        row = Code.objects.filter(player=player, purpose=CodePurpose(kind.value)).first()
        code = code_of(row, now=now) if row is not None else None
        return ("", "") if row is None or code is None else (row.address, code)
    held = EmailAddress.objects.filter(user=player, verified=True)
    held = held.filter(primary=True) if address_id is None else held.filter(pk=address_id)
    return held.values_list("email", flat=True).first() or "", ""


def _other_holder(address: str, player: Player) -> Player | None:
    """Find another player who has verified the address."""
    held = EmailAddress.objects.filter(email=address, verified=True).exclude(user=player)
    holder = held.values_list("user_id", flat=True).first()
    return None if holder is None else Player.objects.get(pk=holder)


def _written(
    kind: MailKind, player: Player, address: str, code: str, message: str
) -> EmailMultiAlternatives:
    letter = LETTERS[kind]
    with translation.override(player.language):
        words = {
            "language": player.language,
            "subject": str(letter.subject),
            "greeting": _greeting(player, address),
            "before": str(letter.before),
            "code": f"{code[:4]} {code[4:]}" if code else "",
            "after": str(letter.after),
        }
        parts = [words[part] for part in ("greeting", "before", "code", "after") if words[part]]
        mail = EmailMultiAlternatives(
            words["subject"],
            "\n\n".join(parts) + "\n",
            to=[address],
            headers={"Message-ID": message_id_of(message), "Auto-Submitted": "auto-generated"},
        )
        mail.attach_alternative(render_to_string("players/mail.html", words), "text/html")
    return mail


def _greeting(player: Player, address: str) -> str:
    """Greet by name only whoever is known to have chosen it, and by none that reads as a link.

    The address of a stranger can be given by anybody, whose words would come to it as ours.
    """
    known = EmailAddress.objects.filter(user=player, email=address, verified=True).exists()
    return greeting_of(player.display_name if known else "")


def _send(mail: EmailMultiAlternatives, player: Player) -> None:
    try:
        mail.send()
    except SMTPRecipientsRefused as refusal:
        replies = [code for code, _text in refusal.recipients.values()]
        if min(replies) < _REFUSED_FOR_GOOD:
            raise MailNotSent(f"the server answered {min(replies)}") from None
        logger.warning("the address of player %s is refused: %s", player.pk, min(replies))
    except OSError as failure:  # SMTPException is one; its text may hold the address
        reply = getattr(failure, "smtp_code", None)
        raise MailNotSent(f"{type(failure).__name__} {reply or failure.errno or ''}") from None
