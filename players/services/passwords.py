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
from players.models import Code, CodePurpose, Deletion, Player, Token
from players.services.mail import MailKind, owe_mail
from players.services.sessions import revoke_sessions
from players.services.tokens import Session, new_session
from scopa_site.api.errors import InvalidRequest
from scopa_site.api.limits import spend
from scopa_site.errors import FieldProblem, Text
from scopa_site.transactions import one_transaction

__all__ = [
    "FRESH",
    "MAX_PASSWORD_LENGTH",
    "change_password",
    "change_password_of_staff",
    "keep_password",
    "lock_present",
    "lock_same",
    "password_faults",
    "prove_presence",
]

MAX_PASSWORD_LENGTH: Final = 128  # longer ones only cost time
# So soon after a log-in nobody without a password is asked to prove themselves once more.
FRESH: Final = timedelta(minutes=10)


def prove_presence(
    *,
    player_id: int,
    token_id: UUID,
    password: str | None,
    pointer: str = "/password",
    now: datetime,
) -> Player:
    """Return the player, who has just proved by the password that it is they who ask.

    Who has none (a guest, or somebody who comes in by Apple or Google) proves it by a session that
    is not older than FRESH. Attempts are counted, right or wrong, before they are looked at.
    Raises InvalidRequest, at `pointer`, where a password is needed and was not given;
    WrongPassword, FreshLoginNeeded, TooManyRequests.
    """
    spend("password_per_player", str(player_id))
    player = Player.objects.get(pk=player_id)
    if player.has_usable_password():
        if password is None:
            text = _("This field is required.")
            raise InvalidRequest(errors=[FieldProblem(pointer, "required", text)])
        if not player.check_password(password):
            raise WrongPassword
        return player
    fresh = Token.objects.filter(player_id=player_id, public_id=token_id)
    if not fresh.filter(created_at__gt=now - FRESH).exists():
        raise FreshLoginNeeded
    return player


def lock_present(known: Player, token_id: UUID) -> Player:
    """Lock a player who has just proved to be present, and whom nobody has shut out since.

    Raises InvalidToken when the session was taken back meanwhile, or the password changed.
    """
    player = lock_same(known)
    if player is None or not Token.objects.filter(player=player, public_id=token_id).exists():
        raise InvalidToken
    return player


def lock_same(known: Player) -> Player | None:
    """Lock a player as long as what was proved of them holds; None where it does no more."""
    same = Player.objects.filter(pk=known.pk, password=known.password, is_active=True)
    return same.select_for_update().first()


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
        player_id=player_id,
        token_id=token_id,
        password=current_password,
        pointer="/current_password",
        now=now,
    )
    if player.is_guest:
        raise UpgradeFirst
    if faults := password_faults(player, new_password, pointer="/new_password"):
        raise InvalidPassword(errors=faults)
    encoded = make_password(new_password)  # slow, so before anything is locked
    with one_transaction():
        locked = lock_present(player, token_id)
        device_name = Token.objects.get(public_id=token_id).device_name
        keep_password(locked, encoded, now)
        owe_mail(player_id=player_id, kind=MailKind.PASSWORD_CHANGED, now=now)
        return new_session(player=locked, device_name=device_name, now=now)


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
        locked = lock_same(player)
        if locked is None:
            raise WrongPassword
        keep_password(locked, encoded, now)
        owe_mail(player_id=player_id, kind=MailKind.PASSWORD_CHANGED, now=now)


def keep_password(player: Player, encoded: str, now: datetime) -> None:
    """Keep the hash of a new password, within the transaction of the caller, who holds the row.

    What the old one opened dies, and codes for another; who leaves stays, as it may have been
    somebody else who asked for that.
    """
    player.password = encoded
    player.save(update_fields=["password"])
    Code.objects.filter(player=player, purpose=CodePurpose.RESET_PASSWORD).delete()
    Deletion.objects.filter(player=player, done_at=None).delete()
    revoke_sessions(player_id=player.pk, now=now)


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
    text: Text = fault.messages[0]
    if code == "password_too_short":  # Django's own catalogue has lost the Italian of this one
        text = _("A password has at least %(min_length)s characters.") % fault.params
    elif code == "password_too_similar":  # nor does it say this one of every attribute alike
        text = _("The password is too much like your username, your name or your address.")
    return FieldProblem(pointer, code, text)
