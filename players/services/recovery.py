"""Bring guests back on another device, by a long code that they wrote down."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils.crypto import salted_hmac

from players.access_errors import InvalidRecoveryCode, NotAGuest
from players.errors import InvalidAccount, InvalidToken
from players.models import Player, RecoveryCode, Token
from players.services.faults import device_faults
from players.services.real_world import refuse_in_sandbox
from players.services.tokens import Session, new_session
from scopa_site.transactions import one_transaction

__all__ = ["REPEATED", "Recovered", "guest_of_code", "make_recovery_code", "recover"]

# 25 of 32 letters without look-alikes: 125 random bits, so a plain digest cannot be searched.
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUPS: Final = 5
_GROUP: Final = 5
_LENGTH: Final = _GROUPS * _GROUP
_MEANT: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})
_NEXT_SALT: Final = "players.services.recovery.next"
# So long a code that was used may be sent again, if nobody has used the token that it brought.
REPEATED: Final = timedelta(minutes=10)


@dataclass(frozen=True)
class Recovered:
    """A new session, and the code for the next time, shown this once."""

    session: Session
    code: str


def make_recovery_code(*, player_id: int, token_id: UUID, now: datetime) -> str:
    """Give a guest a code, in place of the one before; five groups of five.

    Raises RealWorldOnly, NotAGuest, and InvalidToken when the session is taken back meanwhile.
    """
    refuse_in_sandbox(player_id)
    code = "".join(secrets.choice(_LETTERS) for _letter in range(_LENGTH))
    with one_transaction():
        player = Player.objects.select_for_update().get(pk=player_id)
        if not Token.objects.filter(player=player, public_id=token_id).exists():
            raise InvalidToken
        if not player.is_guest:
            raise NotAGuest
        _keep(player, code, now)
    return _grouped(code)


def recover(*, code: str, device_name: str = "", now: datetime) -> Recovered:
    """Log a guest in by the code, which is used up by it; other devices stay logged in.

    The code for the next time follows from this one, so that an answer that got lost can be had
    again: within REPEATED, and only until the token that it held was used. Raises
    InvalidRecoveryCode alike for one that never was, was used, or is of somebody shut out, and
    InvalidAccount for the name of the device.
    """
    if faults := device_faults(device_name):
        raise InvalidAccount(errors=faults)
    plain = _plain(code)
    following = _following(plain)
    with one_transaction():
        player, is_again = _holder(plain, following, now)
        if is_again:
            _withdraw_unused(player, since=now - REPEATED)
        else:
            _keep(player, following, now)
        session = new_session(player=player, device_name=device_name, now=now, is_used=False)
        player.last_login = now
        player.save(update_fields=["last_login"])
    return Recovered(session, _grouped(following))


def guest_of_code(code: str) -> Player:
    """Return the guest whose code this is, which is not used up by it.

    Raises InvalidRecoveryCode.
    """
    held = RecoveryCode.objects.filter(digest=Token.digest_of(_plain(code)))
    guests = Player.objects.filter(is_active=True, is_guest=True)
    player = guests.filter(pk__in=held.values("player_id")).first()
    if player is None:
        raise InvalidRecoveryCode
    return player


def _holder(plain: str, following: str, now: datetime) -> tuple[Player, bool]:
    """Lock the guest whose code this is, or just was; the player first, as everywhere."""
    digests = {Token.digest_of(plain): False, Token.digest_of(following): True}
    found = RecoveryCode.objects.filter(digest__in=digests).values_list("player_id", flat=True)
    player_id = found.first()
    guests = Player.objects.select_for_update().filter(is_active=True, is_guest=True)
    player = guests.filter(pk=player_id).first() if player_id is not None else None
    row = RecoveryCode.objects.filter(player=player, digest__in=digests).first() if player else None
    if player is None or row is None:
        raise InvalidRecoveryCode
    is_again = digests[row.digest]
    if is_again and row.created_at <= now - REPEATED:
        raise InvalidRecoveryCode
    return player, is_again


def _withdraw_unused(player: Player, *, since: datetime) -> None:
    """Take back the token of the answer that got lost. Raises InvalidRecoveryCode without one."""
    unused = Token.objects.filter(player=player, last_used_at__isnull=True, scopes__isnull=True)
    deleted, _rows = unused.filter(created_at__gt=since).delete()
    if not deleted:
        raise InvalidRecoveryCode


def _keep(player: Player, code: str, now: datetime) -> None:
    kept = {"digest": Token.digest_of(code), "created_at": now}
    RecoveryCode.objects.update_or_create(player=player, defaults=kept)


def _following(plain: str) -> str:
    """Derive the next code; nobody without the secret key can, though they know this one."""
    digest = salted_hmac(_NEXT_SALT, plain, algorithm="sha256").digest()
    number = int.from_bytes(digest, "big")
    return "".join(_LETTERS[number >> 5 * place & 31] for place in range(_LENGTH))


def _plain(code: str) -> str:
    """Read a code as it may be typed: in small letters, with look-alikes, without its groups."""
    return code[: 4 * _LENGTH].upper().translate(_MEANT)


def _grouped(code: str) -> str:
    return "-".join(code[start : start + _GROUP] for start in range(0, _LENGTH, _GROUP))
