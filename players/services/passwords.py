"""Choose passwords, and prove by one that it is still oneself who asks."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.access_errors import FreshLoginNeeded, InvalidPassword, UpgradeFirst
from players.address_errors import WrongPassword
from players.errors import InvalidToken
from players.models import Code, CodePurpose, Player, Token
from players.services.mail import MailKind, owe_mail
from players.services.sessions import revoke_sessions
from players.services.tokens import Session, new_session
from scopa_site.api.limits import spend
from scopa_site.errors import FieldProblem
from scopa_site.transactions import one_transaction

__all__ = [
    "FRESH",
    "MAX_PASSWORD_LENGTH",
    "change_password",
    "change_password_of_staff",
    "password_faults",
    "prove_presence",
]

MAX_PASSWORD_LENGTH: Final = 128  # longer ones only cost time
# So soon after a log-in nobody without a password is asked to prove themselves once more.
FRESH: Final = timedelta(minutes=10)


def prove_presence(
    *, player_id: int, token_id: UUID, password: str | None, now: datetime
) -> Player:
    """Return the player, who has just proved by the password that it is they who ask.

    Who has none (a guest, or somebody who comes in by Apple or Google) proves it by a session that
    is not older than FRESH. Attempts are counted, right or wrong, before they are looked at.
    Raises WrongPassword, FreshLoginNeeded, TooManyRequests.
    """
    spend("password_per_player", str(player_id))
    player = Player.objects.get(pk=player_id)
    if player.has_usable_password():
        if password is None or not player.check_password(password):
            raise WrongPassword
        return player
    fresh = Token.objects.filter(player_id=player_id, public_id=token_id)
    if not fresh.filter(created_at__gt=now - FRESH).exists():
        raise FreshLoginNeeded
    return player


def change_password(
    *,
    player_id: int,
    token_id: UUID,
    current_password: str | None,
    new_password: str,
    now: datetime,
) -> Session:
    """Set another password; every token dies, and this session goes on by the one returned.

    Raises what `prove_presence` raises, UpgradeFirst for a guest, InvalidPassword (every fault at
    once), and InvalidToken when the session is taken back meanwhile.
    """
    player = prove_presence(
        player_id=player_id, token_id=token_id, password=current_password, now=now
    )
    if player.is_guest:
        raise UpgradeFirst
    if faults := password_faults(player, new_password, pointer="/new_password"):
        raise InvalidPassword(errors=faults)
    encoded = make_password(new_password)  # slow, so before anything is locked
    with one_transaction():
        locked = Player.objects.select_for_update().get(pk=player_id)
        session = Token.objects.filter(player=locked, public_id=token_id).first()
        if session is None or locked.password != player.password:
            raise InvalidToken
        _keep(locked, encoded, now)
        return new_session(player=locked, device_name=session.device_name, now=now)


def change_password_of_staff(
    *, player_id: int, current_password: str, new_password: str, now: datetime
) -> None:
    """Set another password of oneself in the admin, whose session goes on; every token dies.

    Attempts are counted as in `prove_presence`. Raises WrongPassword, InvalidPassword and
    TooManyRequests.
    """
    spend("password_per_player", str(player_id))
    player = Player.objects.get(pk=player_id)
    if not player.check_password(current_password):
        raise WrongPassword
    if faults := password_faults(player, new_password, pointer="/new_password"):
        raise InvalidPassword(errors=faults)
    encoded = make_password(new_password)
    with one_transaction():
        locked = Player.objects.select_for_update().get(pk=player_id)
        if locked.password != player.password:
            raise WrongPassword
        _keep(locked, encoded, now)


def _keep(player: Player, encoded: str, now: datetime) -> None:
    """Keep the hash of a new password: what the old one opened, and codes for another, die."""
    player.password = encoded
    player.save(update_fields=["password"])
    Code.objects.filter(player=player, purpose=CodePurpose.RESET_PASSWORD).delete()
    revoke_sessions(player_id=player.pk, now=now)
    owe_mail(player_id=player.pk, kind=MailKind.PASSWORD_CHANGED, now=now)


def password_faults(
    player: Player, password: str, *, pointer: str = "/password"
) -> list[FieldProblem]:
    """Return what is wrong with a password for this player: its length, or that it is guessed."""
    if len(password) > MAX_PASSWORD_LENGTH:
        text = _("A password has at most 128 characters.")
        return [FieldProblem(pointer, "password_too_long", text)]
    try:
        validate_password(password, player)
    except ValidationError as exc:
        return [_password_problem(fault, pointer) for fault in exc.error_list]
    return []


def _password_problem(fault: ValidationError, pointer: str) -> FieldProblem:
    code = fault.code or "invalid"
    text = fault.messages[0]
    if code == "password_too_short":  # Django's own catalogue has lost the Italian of this one
        text = _("A password has at least %(min_length)s characters.") % fault.params
    return FieldProblem(pointer, code, text)
