"""How often anything may be asked: the limits, what each is counted for, and their defaults."""

import enum
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scopa_site.env import env

__all__ = ["LIMITS", "Limit", "Per"]

_MINUTE: Final = 60
_HALF_HOUR: Final = 1800
_HOUR: Final = 3600
_DAY: Final = 86_400


class Per(enum.StrEnum):
    """Say whose requests are counted together."""

    ADDRESS = "address"
    ACCOUNT = "account"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Limit:
    """`allowed` requests in each window of `seconds`; the environment may say another number.

    `is_closed`: while the counters are away it is counted in the database; any other limit lets
    all through then.
    """

    scope: str
    allowed: int
    seconds: int
    per: Per
    title: Promise
    is_closed: bool = False


def _limit(
    scope: str, allowed: int, seconds: int, per: Per, title: Promise, *, is_closed: bool = False
) -> Limit:
    return Limit(
        scope, env.int(f"LIMIT_{scope.upper()}", allowed), seconds, per, title, is_closed=is_closed
    )


_ALL: Final = (
    # Every request counts for one of these four, or for a narrower one that its view names.
    _limit("read_per_player", 300, _MINUTE, Per.PLAYER, _("Looking")),
    _limit("write_per_player", 120, _MINUTE, Per.PLAYER, _("Changing anything")),
    _limit("move_per_player", 60, _MINUTE, Per.PLAYER, _("Playing a card")),
    _limit("public_per_ip", 600, _MINUTE, Per.ADDRESS, _("Asking without a token")),
    # An account is counted by each address, and with a higher limit over all of them.
    _limit(
        "login_per_account",
        5,
        _MINUTE,
        Per.ACCOUNT,
        _("Logging in to an account from one address"),
        is_closed=True,
    ),
    _limit(
        "login_per_account_anywhere",
        50,
        _MINUTE,
        Per.ACCOUNT,
        _("Logging in to an account from anywhere"),
        is_closed=True,
    ),
    _limit(
        "login_per_ip", 20, _MINUTE, Per.ADDRESS, _("Logging in from one address"), is_closed=True
    ),
    _limit(
        "second_factor_per_player",
        10,
        _HOUR,
        Per.PLAYER,
        _("Typing a code of a second factor"),
        is_closed=True,
    ),
    _limit("signup_per_ip", 60, _HOUR, Per.ADDRESS, _("Making accounts"), is_closed=True),
    # Every mail costs a code, and may be a nuisance to whose address it is.
    _limit("email_per_player", 10, _HOUR, Per.PLAYER, _("Changing one's address"), is_closed=True),
    _limit("code_per_player", 3, _HOUR, Per.PLAYER, _("Having a code sent again"), is_closed=True),
    _limit("verify_per_player", 20, _HOUR, Per.PLAYER, _("Proving an address by a code")),
    _limit("reset_per_ip", 20, _HOUR, Per.ADDRESS, _("Asking for a new password"), is_closed=True),
    # Counted as log-ins are: a stranger must not keep who forgot a password from a new one.
    _limit(
        "reset_per_account",
        3,
        _HOUR,
        Per.ACCOUNT,
        _("Asking for a new password from one address"),
        is_closed=True,
    ),
    _limit(
        "reset_per_account_anywhere",
        20,
        _HOUR,
        Per.ACCOUNT,
        _("Asking for a new password from anywhere"),
        is_closed=True,
    ),
    _limit("reset_code_per_ip", 30, _HOUR, Per.ADDRESS, _("Giving a code"), is_closed=True),
    _limit(
        "reset_code_per_account",
        5,
        _HALF_HOUR,
        Per.ACCOUNT,
        _("Giving a code from one address"),
        is_closed=True,
    ),
    _limit(
        "reset_code_per_account_anywhere",
        50,
        _HOUR,
        Per.ACCOUNT,
        _("Giving a code from anywhere"),
        is_closed=True,
    ),
    _limit("identity_per_ip", 30, _MINUTE, Per.ADDRESS, _("Signing in by an identity")),
    _limit("identity_per_player", 10, _HOUR, Per.PLAYER, _("Linking identities")),
    _limit("webhook_per_player", 30, _HOUR, Per.PLAYER, _("Making and changing webhooks")),
    # Each may have this service call a stranger.
    _limit("webhook_test_per_player", 20, _HOUR, Per.PLAYER, _("Trying webhooks")),
    _limit("mail_per_address", 10, _HOUR, Per.ACCOUNT, _("Mails to one address")),
    _limit("guest_per_ip", 60, _HOUR, Per.ADDRESS, _("Beginning as a guest"), is_closed=True),
    _limit(
        "password_per_player",
        5,
        _MINUTE,
        Per.PLAYER,
        _("Proving oneself by the password"),
        is_closed=True,
    ),
    _limit("upgrade_per_player", 10, _HOUR, Per.PLAYER, _("Making a guest an account")),
    _limit("recover_per_ip", 20, _HOUR, Per.ADDRESS, _("Coming back by a code"), is_closed=True),
    _limit("recovery_code_per_player", 10, _HOUR, Per.PLAYER, _("Making recovery codes")),
    _limit("token_per_player", 30, _HOUR, Per.PLAYER, _("Making personal tokens")),
    _limit("create_match_per_player", 30, _MINUTE, Per.PLAYER, _("Making matches")),
    _limit("ai_match_per_player", 20, _HOUR, Per.PLAYER, _("Making matches of computers alone")),
    _limit("sandbox_per_player", 20, _MINUTE, Per.PLAYER, _("Opening sandboxes")),
    _limit("sandbox_day_per_player", 300, _DAY, Per.PLAYER, _("Making players of sandboxes")),
    _limit("sandbox_clock_per_player", 60, _MINUTE, Per.PLAYER, _("Moving a sandbox’s clock")),
    _limit("join_by_code_per_player", 20, _MINUTE, Per.PLAYER, _("Taking a seat by its code")),
    # Each of these reckons the clocks of all the player's matches.
    _limit("holiday_per_player", 10, _MINUTE, Per.PLAYER, _("Changing a holiday")),
    _limit("pause_per_player", 20, _MINUTE, Per.PLAYER, _("Asking for pauses")),
    _limit("export_per_player", 1, _DAY, Per.PLAYER, _("Asking for a copy of your data")),
    _limit("report_per_player", 20, _DAY, Per.PLAYER, _("Reporting players")),
    _limit("device_test_per_player", 20, _HOUR, Per.PLAYER, _("Trying out a device")),
    _limit("remark_per_player", 20, _MINUTE, Per.PLAYER, _("Saying something at a table")),
)
LIMITS: Final = {limit.scope: limit for limit in _ALL}
