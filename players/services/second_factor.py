"""The second factor of the staff: a code of an app by the time, or a recovery code, each once."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.utils.crypto import constant_time_compare

from players.models import Player
from players.services.staff import Mandate, acting_on, put_on_record, refuse_oneself
from players.services.web_sessions import end_web_sessions
from players.staff_errors import AlreadyThus, WrongFactorCode
from scopa_site.transactions import one_transaction

__all__ = [
    "Enrolled",
    "enrol",
    "factor_of",
    "new_secret",
    "pass_second_factor",
    "qr_code",
    "renew_recovery_codes",
    "reset_second_factor",
]

_TOTP: Final = Authenticator.Type.TOTP
_RECOVERY: Final = Authenticator.Type.RECOVERY_CODES


@dataclass(frozen=True)
class Enrolled:
    """The key of the new factor, and the recovery codes, which are shown this once."""

    factor_id: int
    codes: tuple[str, ...]


def new_secret() -> str:
    """Return a secret for an app that shows codes: 160 random bits, in base 32."""
    secret: str = generate_totp_secret()
    return secret


def qr_code(*, player: Player, secret: str) -> str:
    """Draw what the app scans, as an SVG document."""
    adapter = get_adapter()
    drawn: str = adapter.build_totp_svg(adapter.build_totp_url(player, secret))
    return drawn


def factor_of(player_id: int) -> int | None:
    """Return the key of the player's second factor, None without one."""
    rows = Authenticator.objects.filter(user_id=player_id, type=_TOTP)
    key: int | None = rows.values_list("pk", flat=True).first()
    return key


def enrol(*, player_id: int, secret: str, code: str, now: datetime) -> Enrolled:
    """Keep a secret as the second factor, once a code proves that an app holds it.

    Raises WrongFactorCode, and AlreadyThus for a player who has a factor.
    """
    counter = _counter_of(secret, code, after=-1)
    if counter is None:
        raise WrongFactorCode
    with one_transaction():
        player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
        if factor_of(player_id) is not None:
            raise AlreadyThus
        factor = TOTP.activate(player, secret).instance
        _spend(factor, counter, now)
        return Enrolled(factor.pk, _new_recovery_codes(player))


def pass_second_factor(*, player_id: int, code: str, now: datetime) -> int:
    """Check a code of the app, or a recovery code; either holds once. Return the factor's key.

    Raises WrongFactorCode. Count the attempt before.
    """
    with one_transaction():
        factor = _locked(player_id)
        if not (_is_shown_by_app(factor, code, now) or _is_recovery_code(player_id, code, now)):
            raise WrongFactorCode
        key: int = factor.pk
        return key


def renew_recovery_codes(*, player_id: int, code: str, now: datetime) -> tuple[str, ...]:
    """Make new recovery codes against a code of the app; the old ones are void.

    Raises WrongFactorCode.
    """
    with one_transaction():
        factor = _locked(player_id)
        if not _is_shown_by_app(factor, code, now):
            raise WrongFactorCode
        return _new_recovery_codes(Player.objects.get(pk=player_id))


def reset_second_factor(*, player_id: int, by: Mandate, now: datetime) -> None:
    """Take a colleague's second factor away, who lost it: the next log-in begins a new one.

    For superusers alone. Ends the colleague's sessions in the admin. Raises AlreadyDone,
    AlreadyThus, NotOnYourself, OutOfReach and PlayerNotFound.
    """
    with acting_on(player_id, by, superusers_only=True) as player:
        refuse_oneself(player, by.actor_id)
        removed, _rows = Authenticator.objects.filter(user=player).delete()
        if not removed:
            raise AlreadyThus
        ended = end_web_sessions(player_id=player.pk, now=now)
        put_on_record("reset_second_factor", player, by, {}, {"web_sessions_ended": ended}, now)


def _locked(player_id: int) -> Authenticator:
    """Lock the factor, so that of two requests with one code the second finds it used."""
    rows = Authenticator.objects.select_for_update().filter(user_id=player_id, type=_TOTP)
    factor = rows.first()
    if factor is None:
        raise WrongFactorCode
    return factor


def _is_shown_by_app(factor: Authenticator, code: str, now: datetime) -> bool:
    secret = get_adapter().decrypt(factor.data["secret"])
    counter = _counter_of(secret, code, after=factor.data["counter"])
    if counter is None:
        return False
    _spend(factor, counter, now)
    return True


def _counter_of(secret: str, code: str, *, after: int) -> int | None:
    """Find the period whose code this is, among those that hold now and are not used up.

    allauth would remember used codes in the cache, which may be emptied; RFC 6238 (5.2) wants
    each accepted once, so the last period that was is kept with the secret.
    """
    typed = "".join(code.split())
    counter: int
    for counter in yield_hotp_counters_from_time():
        expected = format_hotp_value(hotp_value(secret, counter))
        if counter > after and constant_time_compare(expected, typed):
            return counter
    return None


def _spend(factor: Authenticator, counter: int, now: datetime) -> None:
    factor.data["counter"] = counter
    factor.last_used_at = now
    factor.save(update_fields=["data", "last_used_at"])


def _is_recovery_code(player_id: int, code: str, now: datetime) -> bool:
    row = Authenticator.objects.filter(user_id=player_id, type=_RECOVERY).first()
    if row is None or not RecoveryCodes(row).validate_code("".join(code.split())):
        return False
    Authenticator.objects.filter(pk=row.pk).update(last_used_at=now)
    return True


def _new_recovery_codes(player: Player) -> tuple[str, ...]:
    Authenticator.objects.filter(user=player, type=_RECOVERY).delete()
    return tuple(RecoveryCodes.activate(player).generate_codes())
