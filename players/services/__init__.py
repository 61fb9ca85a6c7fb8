"""Change who plays: the only way in for views, admin actions and commands."""

from players.services.accounts import Session, create_guest, log_in, log_out, sign_up
from players.services.addresses import (
    change_address,
    remove_address,
    send_code_again,
    verify_address,
)
from players.services.attempts import count_login, count_second_factor
from players.services.deletion import ask_deletion, cancel_deletion, sweep_deletions
from players.services.erasure import erase
from players.services.exports import ask_export, sweep_exports
from players.services.feed import NewEvent, lock_feeds, mark_read, publish, trim_feeds
from players.services.friends import befriend, unfriend
from players.services.profile import update_profile
from players.services.rating_replay import (
    Difference,
    rated_families,
    recompute_ratings,
    verify_ratings,
)
from players.services.ratings import SeatResult, amend_result, annul_result, record_result
from players.services.reports import report_player
from players.services.sessions import (
    forget_tokens,
    note_use,
    revoke_other_sessions,
    revoke_session,
    revoke_sessions,
)
from players.services.ties import block, mute, unblock, unmute
from players.services.tokens import MadeToken, make_token, revoke_token

__all__ = [
    "Difference",
    "MadeToken",
    "NewEvent",
    "SeatResult",
    "Session",
    "amend_result",
    "annul_result",
    "ask_deletion",
    "ask_export",
    "befriend",
    "block",
    "cancel_deletion",
    "change_address",
    "count_login",
    "count_second_factor",
    "create_guest",
    "erase",
    "forget_tokens",
    "lock_feeds",
    "log_in",
    "log_out",
    "make_token",
    "mark_read",
    "mute",
    "note_use",
    "publish",
    "rated_families",
    "recompute_ratings",
    "record_result",
    "remove_address",
    "report_player",
    "revoke_other_sessions",
    "revoke_session",
    "revoke_sessions",
    "revoke_token",
    "send_code_again",
    "sign_up",
    "sweep_deletions",
    "sweep_exports",
    "trim_feeds",
    "unblock",
    "unfriend",
    "unmute",
    "update_profile",
    "verify_address",
    "verify_ratings",
]
