"""Count attempts to log in, wherever they are made."""

from players.services.addresses import folded
from scopa_site.api.limits import spend

__all__ = ["count_login", "count_reset", "count_reset_code", "count_second_factor"]


def count_login(*, address: str, username: str) -> None:
    """Count an attempt, right or wrong, before it is looked at. Raises TooManyRequests.

    An account is counted by the address that tries it: who knows a username cannot lock its
    player out from elsewhere. The limit over all addresses is higher, and only slows down those
    who have many. What one limit refuses is not counted by the next.
    """
    account = username.lower()
    spend("login_per_ip", address)
    spend("login_per_account", f"{address} {account}")
    spend("login_per_account_anywhere", account)


def count_reset(*, address: str, email: str) -> None:
    """Count who asks for a code for a new password. Raises TooManyRequests.

    As log-ins are counted: nobody keeps the holder of an account from asking elsewhere.
    """
    account = folded(email)
    spend("reset_per_account", f"{address} {account}")
    spend("reset_per_account_anywhere", account)


def count_reset_code(*, address: str, email: str) -> None:
    """Count a code for a new password, right or wrong, before it is looked at, as log-ins are.

    Raises TooManyRequests.
    """
    account = folded(email)
    spend("reset_code_per_account", f"{address} {account}")
    spend("reset_code_per_account_anywhere", account)


def count_second_factor(*, player_id: int) -> None:
    """Count a code of a second factor, before it is looked at. Raises TooManyRequests.

    Whoever gets here knew the password. A code has six digits, so few are allowed.
    """
    spend("second_factor_per_player", str(player_id))
