"""A new password by a code, for who forgot theirs; nobody learns which addresses have accounts.

Asking looks up one row and writes one row, whether or not there is an account: all else is done
later, by an effect. Giving a code hashes one password, whatever comes of it.
"""

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.hashers import make_password

from players.access_errors import InvalidPassword
from players.code_errors import CodeWrong
from players.models import CodePurpose, Player
from players.services.addresses import folded
from players.services.attempts import count_reset_code
from players.services.codes import code_faults, issue_code, use_code
from players.services.faults import device_faults
from players.services.mail import MailKind, owe_mail
from players.services.passwords import keep_password, password_faults
from players.services.tokens import Session, new_session
from scopa_site.outbox.effects import owe
from scopa_site.transactions import one_transaction

__all__ = ["TOPIC", "ask_for_reset", "begin_reset", "confirm_reset", "owe_reset", "send_reset"]

TOPIC: Final = "players.reset"
_PURPOSE: Final = CodePurpose.RESET_PASSWORD
# Who needs a new password may have lost the old one to somebody, who linked an identity of theirs.
_DOUBTFUL: Final = timedelta(hours=24)


def ask_for_reset(*, email: str, now: datetime) -> None:
    """Have a code sent to the address, if an account has verified it. Tells nothing."""
    holder = _holder(email)
    with one_transaction():
        owe_reset(player_id=holder, now=now)


def owe_reset(*, player_id: int | None, now: datetime) -> None:
    """Owe a player a code for a new password, in the transaction of its cause; None owes nobody."""
    payload = {"player": player_id}
    owe(topic=TOPIC, dedupe_key=f"reset:{uuid4().hex}", payload=payload, now=now)


def begin_reset(payload: Any, now: datetime) -> None:
    """Bring about what `ask_for_reset` owes. May run twice: the code stays the same for a while."""
    if payload["player"] is not None:
        send_reset(player_id=payload["player"], now=now)


def send_reset(*, player_id: int, now: datetime) -> bool:
    """Send a player a code for a new password; False where there is no address to send it to."""
    with one_transaction():
        player = _locked(player_id)
        address = _verified_address(player_id)
        if player is None or address is None:
            return False
        issue_code(player_id=player_id, purpose=_PURPOSE, address=address, now=now)
        owe_mail(player_id=player_id, kind=MailKind.RESET_PASSWORD, now=now)
    return True


def confirm_reset(
    *,
    email: str,
    code: str,
    new_password: str,
    device_name: str = "",
    client: str,
    now: datetime,
) -> Session:
    """Set a new password by a code; every session and personal token dies, and one is returned.

    Identities that were linked in the last 24 hours open the account no more, and a deletion that
    was asked for is called off: somebody else may have done both.

    `client` is the address of who asks, for counting. Raises InvalidPassword (every fault at once),
    TooManyRequests, and CodeWrong alike for a wrong code and for an address that no account has,
    after the same work.
    """
    faults = password_faults(Player(email=email), new_password, pointer="/new_password")
    if faults := [*faults, *device_faults(device_name)]:
        raise InvalidPassword(errors=faults)
    count_reset_code(address=client, email=email)
    encoded = make_password(new_password)  # slow, so before anything is locked
    session = None
    with one_transaction():
        player = _locked(_holder(email))
        if player is not None and _is_proven(player, email, code, now):
            _refuse_likeness(player, new_password)
            session = _renewed(player, encoded, device_name, now)
    # Raised only here: an error inside would give the attempt back.
    if session is None:
        raise CodeWrong(errors=code_faults(code))
    return session


def _holder(email: str) -> int | None:
    held = EmailAddress.objects.filter(email=folded(email), verified=True)
    holder: int | None = held.values_list("user_id", flat=True).first()
    return holder


def _locked(player_id: int | None) -> Player | None:
    # One statement even for nobody.
    active = Player.objects.filter(pk=player_id or 0, is_active=True)
    return active.select_for_update().first()


def _verified_address(player_id: int) -> str | None:
    held = EmailAddress.objects.filter(user_id=player_id, verified=True)
    address: str | None = held.values_list("email", flat=True).first()
    return address


def _is_proven(player: Player, email: str, code: str, now: datetime) -> bool:
    row = use_code(player_id=player.pk, purpose=_PURPOSE, code=code, now=now)
    return row is not None and row.address == folded(email)


def _refuse_likeness(player: Player, password: str) -> None:
    """Refuse a password like the username, which only who has the code may learn."""
    if faults := password_faults(player, password, pointer="/new_password"):
        raise InvalidPassword(errors=faults)


def _renewed(player: Player, encoded: str, device_name: str, now: datetime) -> Session:
    player.last_login = now
    player.save(update_fields=["last_login"])
    keep_password(player, encoded, now)
    SocialAccount.objects.filter(user=player, date_joined__gt=now - _DOUBTFUL).delete()
    owe_mail(player_id=player.pk, kind=MailKind.PASSWORD_RENEWED, now=now)
    return new_session(player=player, device_name=device_name, now=now)
