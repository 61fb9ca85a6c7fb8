"""Change who plays: the only way in for views, admin actions and commands."""

from players.services.accounts import Session, create_guest, log_in, log_out, sign_up
from players.services.addresses import (
    change_address,
    remove_address,
    send_code_again,
    verify_address,
)
from players.services.attempts import (
    count_login,
    count_reset,
    count_second_factor,
)
from players.services.codes import LIFETIME as CODE_LIFETIME
from players.services.codes import forget_codes
from players.services.deletion import ask_deletion, cancel_deletion, sweep_deletions
from players.services.erasure import erase
from players.services.exports import ask_export, sweep_exports
from players.services.feed import NewEvent, lock_feeds, mark_read, publish, trim_feeds
from players.services.friends import befriend, unfriend
from players.services.identities import (
    link_identity,
    sign_in_by_identity,
    unlink_identity,
)
from players.services.profile import update_profile
from players.services.rating_replay import (
    Difference,
    rated_families,
    recompute_ratings,
    verify_ratings,
)
from players.services.ratings import SeatResult, amend_result, annul_result, record_result
from players.services.reports import report_player
from players.services.reset import ask_for_reset, confirm_reset, owe_reset, send_reset
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
    "CODE_LIFETIME",
    "Difference",
    "MadeToken",
    "NewEvent",
    "SeatResult",
    "Session",
    "amend_result",
    "annul_result",
    "ask_deletion",
    "ask_export",
    "ask_for_reset",
    "befriend",
    "block",
    "cancel_deletion",
    "change_address",
    "confirm_reset",
    "count_login",
    "count_reset",
    "count_second_factor",
    "create_guest",
    "erase",
    "forget_codes",
    "forget_tokens",
    "link_identity",
    "lock_feeds",
    "log_in",
    "log_out",
    "make_token",
    "mark_read",
    "mute",
    "note_use",
    "owe_reset",
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
    "send_reset",
    "sign_in_by_identity",
    "sign_up",
    "sweep_deletions",
    "sweep_exports",
    "trim_feeds",
    "unblock",
    "unfriend",
    "unlink_identity",
    "unmute",
    "update_profile",
    "verify_address",
    "verify_ratings",
]
