"""Make accounts, and hand out and take back tokens."""

import secrets
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction

from players.errors import InvalidAccount, InvalidCredentials, InvalidToken
from players.models import Player, Token, World
from players.services.addresses import begin_verification, folded
from players.services.faults import (
    account_faults,
    device_faults,
    reserved_name_faults,
    unique_names,
)
from players.services.passwords import password_faults
from players.services.tokens import Session, new_session
from scopa_site.errors import FieldProblem
from scopa_site.integrity import translating

__all__ = ["Session", "create_guest", "log_in", "log_out", "proven_player", "sign_up"]

_GUEST_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is mistaken for another


def sign_up(
    *,
    username: str,
    password: str,
    email: str = "",
    device_name: str = "",
    language: str = "en",
    is_of_the_service: bool = False,
    now: datetime,
) -> Session:
    """Make an account with a password and log it in.

    Only with `is_of_the_service` may the name be a reserved one. Raises InvalidAccount (every
    fault at once) and UsernameTaken.
    """
    player = Player(
        username=username,
        display_name=username,
        email=folded(email),
        language=language,
        date_joined=now,
        last_login=now,
    )
    reserved = [] if is_of_the_service else reserved_name_faults(username)
    faults = [*account_faults(player), *reserved, *password_faults(player, password)]
    _refuse_faults(faults, device_name)
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


def proven_player(*, username: str, password: str) -> Player:
    """Return the active player to whom username and password belong.

    Raises InvalidCredentials alike for a wrong password, an unknown username, a guest and an
    inactive player, having hashed once in each case: neither the answer nor the time it takes
    tells which usernames exist.
    """
    player = Player.objects.named(username).first()
    if player is None:
        make_password(password)
        raise InvalidCredentials
    # Hashes once for an unusable password too, and renews a hash made by older parameters.
    if not player.check_password(password) or not player.is_active:
        raise InvalidCredentials
    return player


def log_in(*, username: str, password: str, device_name: str = "", now: datetime) -> Session:
    """Give a token to whoever knows the password. Raises what `proven_player` raises."""
    _refuse_faults([], device_name)
    player = proven_player(username=username, password=password)
    with transaction.atomic():
        # Waits for a change of the password that is under way, and then finds another hash: no
        # log-in by the old password outlives it.
        same = Player.objects.filter(pk=player.pk, password=player.password, is_active=True)
        if not same.update(last_login=now):
            raise InvalidCredentials
        return new_session(player=player, device_name=device_name, now=now)


def log_out(*, secret: str) -> None:
    """Take back this one token; the player's other devices stay logged in. Raises InvalidToken."""
    deleted, _rows = Token.objects.filter(digest=Token.digest_of(secret)).delete()
    if not deleted:
        raise InvalidToken


def _kept(player: Player, *, device_name: str, now: datetime) -> Session:
    with translating(Player, unique_names(player)), transaction.atomic():
        player.save(force_insert=True)
        if player.email:
            begin_verification(player=player, now=now)
        return new_session(player=player, device_name=device_name, now=now)


def _refuse_faults(faults: list[FieldProblem], device_name: str) -> None:
    if faults := [*faults, *device_faults(device_name)]:
        raise InvalidAccount(errors=faults)
