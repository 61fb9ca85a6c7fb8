"""What is written to people by mail, in their language; each mail says why it came."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import Text

__all__ = ["LETTERS", "Letter", "MailKind"]


class MailKind(enum.StrEnum):
    """The mails there are."""

    VERIFY_EMAIL = "verify_email"
    RESET_PASSWORD = "reset_password"  # noqa: S105  # a kind of mail
    ADDRESS_TAKEN = "address_taken"
    ADDRESS_CHANGE = "address_change"
    IDENTITIES_CHANGED = "identities_changed"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105  # a kind of mail
    PASSWORD_RENEWED = "password_renewed"  # noqa: S105  # a kind of mail
    DELETION_ASKED = "deletion_asked"


@dataclass(frozen=True, slots=True)
class Letter:
    """The subject of a mail, what it says before a code, if it holds one, and after it."""

    subject: Text
    before: Text
    after: Text


_NOT_YOU: Final = _("If that was not you, change your password and look through your sessions.")

LETTERS: Final[Mapping[MailKind, Letter]] = {
    MailKind.VERIFY_EMAIL: Letter(
        _("Your code for Scopa"),
        _("This code shows that the address is yours. It holds for 30 minutes:"),
        _("If you asked for nothing, ignore this mail: without the code nothing happens."),
    ),
    MailKind.RESET_PASSWORD: Letter(
        _("A new password for Scopa"),
        _("With this code you choose a new password. It holds for 30 minutes:"),
        _("If you asked for nothing, ignore this mail: your password stays as it is."),
    ),
    MailKind.ADDRESS_TAKEN: Letter(
        _("Somebody gave your address"),
        _("Somebody gave this address for another account of Scopa. It stays yours."),
        _("If it was you, log in to the account that you have, or ask there for a new password."),
    ),
    MailKind.ADDRESS_CHANGE: Letter(
        _("Your address is to be changed"),
        _("Another address was given for your account. This one holds until that is verified."),
        _NOT_YOU,
    ),
    MailKind.IDENTITIES_CHANGED: Letter(
        _("The ways into your account"),
        _("An identity of Apple or Google was linked to your account of Scopa, or removed."),
        _NOT_YOU,
    ),
    MailKind.PASSWORD_CHANGED: Letter(
        _("Your password was changed"),
        _("The password of your account of Scopa was changed, and all devices were logged out."),
        _NOT_YOU,
    ),
    MailKind.PASSWORD_RENEWED: Letter(
        _("Your password was changed"),
        _(
            "A new password was set for your account of Scopa by a code. All devices were logged"
            " out, identities of Apple and Google that were linked in the last 24 hours were"
            " removed, and the account is not to be deleted, if that was asked for."
        ),
        _("Look through what else is linked. If that was not you, ask for another password."),
    ),
    MailKind.DELETION_ASKED: Letter(
        _("Your account is to be deleted"),
        _("Somebody asked for your account of Scopa to be deleted, and it will be in some days."),
        _("To keep it, log in and cancel that. If that was not you, change your password as well."),
    ),
}
