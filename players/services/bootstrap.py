"""Make an administrator, for whoever runs the service: by a command, never over the network."""

from datetime import datetime
from typing import Final
from uuid import uuid4

from allauth.account.models import EmailAddress

from players.address_errors import EmailTaken
from players.models import AuditEntry, Player
from players.services.accounts import sign_up
from players.services.addresses import folded, refuse_no_address
from players.services.sessions import revoke_sessions
from players.services.staff import Mandate, put_on_record
from players.staff_errors import AlreadyThus
from scopa_site.integrity import translating
from scopa_site.transactions import one_transaction

__all__ = ["make_administrator"]

_ACTION: Final = "bootstrap"


def make_administrator(
    *, username: str, password: str, email: str = "", another: bool = False, now: datetime
) -> Player:
    """Make a superuser; the address counts as verified, on the word of whoever runs the service.

    Where there is one already AlreadyThus is raised, but with `another`. Raises InvalidAccount,
    InvalidEmail, UsernameTaken, EmailTaken, and AlreadyDone for one of two at once.
    """
    with one_transaction():
        key = _key(another=another)  # before the look: whoever is second finds one, or has the name
        if not another and Player.objects.filter(is_superuser=True).exists():
            raise AlreadyThus
        player = sign_up(
            username=username, password=password, is_of_the_service=True, now=now
        ).player
        revoke_sessions(player_id=player.pk, now=now)
        player.is_staff = player.is_superuser = True
        player.save(update_fields=["is_staff", "is_superuser"])
        if email:
            _give_address(player, folded(email))
        by = Mandate(actor_id=None, reason="manage.py bootstrap", key=key)
        put_on_record(_ACTION, player, by, {}, {"is_superuser": True}, now)
    return player


def _key(*, another: bool) -> str:
    """Name the deed: two first ones at once have one name, so that one of them fails."""
    if another:
        return uuid4().hex
    return f"{_ACTION}-{AuditEntry.objects.filter(action=_ACTION).count()}"


def _give_address(player: Player, email: str) -> None:
    refuse_no_address(email)
    with translating(EmailAddress, {"unique_verified_email": EmailTaken}):
        EmailAddress.objects.create(user=player, email=email, primary=True, verified=True)
    player.email = email
    player.save(update_fields=["email"])
