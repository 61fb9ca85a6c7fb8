"""Make accounts, and hand out and take back tokens."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from players.errors import InvalidAccount, InvalidCredentials, InvalidToken, UsernameTaken
from players.models import DEVICE_NAME_LENGTH, Player, Token, World
from players.services.addresses import begin_verification, folded
from players.services.faults import field_problems
from players.services.tokens import new_session_token
from scopa_site.errors import FieldProblem
from scopa_site.integrity import translating

__all__ = ["MAX_PASSWORD_LENGTH", "Session", "create_guest", "log_in", "log_out", "sign_up"]

MAX_PASSWORD_LENGTH = 128  # longer ones only cost time
_GUEST_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is mistaken for another


@dataclass(frozen=True)
class Session:
    """A token, shown this once, and whose it is."""

    token: str
    player: Player


def sign_up(
    *,
    username: str,
    password: str,
    email: str = "",
    device_name: str = "",
    language: str = "en",
    now: datetime,
) -> Session:
    """Make an account with a password and log it in.

    Raises InvalidAccount (every fault at once) and UsernameTaken.
    """
    player = Player(
        username=username,
        display_name=username,
        email=folded(email),
        language=language,
        date_joined=now,
        last_login=now,
    )
    _refuse_faults([*_account_faults(player), *_password_faults(player, password)], device_name)
    player.set_password(password)
    return _kept(player, device_name=device_name, now=now)


def create_guest(
    *, device_name: str = "", language: str = "en", world: World | None = None, now: datetime
) -> Session:
    """Make a player without a password: whoever holds the token is that player.

    With `world` the player lives in that sandbox.
    """
    _refuse_faults([], device_name)
    name = "guest-" + "".join(secrets.choice(_GUEST_LETTERS) for _letter in range(8))
    player = Player(
        username=name,
        display_name=name,
        language=language,
        is_guest=True,
        world=world,
        date_joined=now,
        last_login=now,
    )
    player.set_unusable_password()
    return _kept(player, device_name=device_name, now=now)


def log_in(*, username: str, password: str, device_name: str = "", now: datetime) -> Session:
    """Give a token to whoever knows the password.

    Raises InvalidCredentials alike for a wrong password, an unknown username, a guest and an
    inactive player, having hashed once in each case: neither the answer nor the time it takes
    tells which usernames exist.
    """
    _refuse_faults([], device_name)
    player = Player.objects.named(username).first()
    if player is None:
        make_password(password)
        raise InvalidCredentials
    # Hashes once for an unusable password too, and renews a hash made by older parameters.
    if not player.check_password(password) or not player.is_active:
        raise InvalidCredentials
    with transaction.atomic():
        # Waits for a change of the password that is under way, and then finds another hash: no
        # log-in by the old password outlives it.
        same = Player.objects.filter(pk=player.pk, password=player.password, is_active=True)
        if not same.update(last_login=now):
            raise InvalidCredentials
        return _logged_in(player, device_name=device_name, now=now)


def log_out(*, secret: str) -> None:
    """Take back this one token; the player's other devices stay logged in. Raises InvalidToken."""
    deleted, _rows = Token.objects.filter(digest=Token.digest_of(secret)).delete()
    if not deleted:
        raise InvalidToken


def _kept(player: Player, *, device_name: str, now: datetime) -> Session:
    def taken() -> UsernameTaken:
        return UsernameTaken(
            errors=[FieldProblem("/username", "username_taken", _("That username is taken."))],
            username=player.username,
        )

    constraints = {"username_unique": taken, "username_unique_without_case": taken}
    with translating(Player, constraints), transaction.atomic():
        player.save(force_insert=True)
        if player.email:
            begin_verification(player=player, now=now)
        return _logged_in(player, device_name=device_name, now=now)


def _logged_in(player: Player, *, device_name: str, now: datetime) -> Session:
    secret = new_session_token(player=player, device_name=device_name, now=now)
    return Session(token=secret, player=player)


def _account_faults(player: Player) -> list[FieldProblem]:
    try:
        player.clean_fields(exclude={"password", "display_name"})  # the name shown is the username
    except ValidationError as exc:
        return field_problems(exc)
    return []


def _password_faults(player: Player, password: str) -> list[FieldProblem]:
    if len(password) > MAX_PASSWORD_LENGTH:
        text = _("A password has at most 128 characters.")
        return [FieldProblem("/password", "password_too_long", text)]
    try:
        validate_password(password, player)
    except ValidationError as exc:
        return [_password_problem(fault) for fault in exc.error_list]
    return []


def _password_problem(fault: ValidationError) -> FieldProblem:
    code = fault.code or "invalid"
    text = fault.messages[0]
    if code == "password_too_short":  # Django's own catalogue has lost the Italian of this one
        text = _("A password has at least %(min_length)s characters.") % fault.params
    return FieldProblem("/password", code, text)


def _refuse_faults(faults: list[FieldProblem], device_name: str) -> None:
    if len(device_name) > DEVICE_NAME_LENGTH:
        text = _("The name of a device has at most 60 characters.")
        faults.append(FieldProblem("/device_name", "device_name_too_long", text))
    if faults:
        raise InvalidAccount(errors=faults)
