"""Change who plays: the only way in for views, admin actions and commands."""

from players.services.accounts import Session, create_guest, log_in, log_out, sign_up
from players.services.attempts import count_login
from players.services.profile import update_profile

__all__ = [
    "Session",
    "count_login",
    "create_guest",
    "log_in",
    "log_out",
    "sign_up",
    "update_profile",
]
