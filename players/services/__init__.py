"""Change who plays: the only way in for views, admin actions and commands."""

from players.services.accounts import Session, create_guest, log_in, log_out, sign_up
from players.services.attempts import count_login
from players.services.exports import ask_export, sweep_exports
from players.services.feed import NewEvent, lock_feeds, mark_read, publish, trim_feeds
from players.services.friends import befriend, unfriend
from players.services.profile import update_profile
from players.services.sessions import revoke_sessions
from players.services.ties import block, mute, unblock, unmute

__all__ = [
    "NewEvent",
    "Session",
    "ask_export",
    "befriend",
    "block",
    "count_login",
    "create_guest",
    "lock_feeds",
    "log_in",
    "log_out",
    "mark_read",
    "mute",
    "publish",
    "revoke_sessions",
    "sign_up",
    "sweep_exports",
    "trim_feeds",
    "unblock",
    "unfriend",
    "unmute",
    "update_profile",
]
