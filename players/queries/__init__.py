"""Reads of who plays, and of what they were told. They change nothing."""

from players.queries.accounts import (
    Caller,
    caller_for_token,
    is_anybody_shut_out,
    player_by_username,
    player_for_token,
    time_zones,
)
from players.queries.addresses import Addresses, addresses_of
from players.queries.boards import Board, Ranked, board_of
from players.queries.cards import Card, card_of, find_player, player_seen
from players.queries.exports import ExportShown, export_text, get_export
from players.queries.exports import shown as shown_export
from players.queries.feed import (
    Page,
    Position,
    events_after,
    feed_position,
    feeds_ahead,
    latest_cursor,
    read_cursor,
    starting_cursor,
)
from players.queries.friends import FRIENDSHIPS, friendship, list_friends
from players.queries.identities import LinkedIdentity, identities_of
from players.queries.leaving import deletion_due_at, get_deletion, left_of_the_erased
from players.queries.ratings import (
    StandingNow,
    history_of,
    is_counted,
    rating_in,
    ratings_of,
)
from players.queries.reports import (
    REPORT_REASONS,
    REPORT_TEXT_LENGTH,
    list_reports,
    report_reasons,
)
from players.queries.standing import (
    rating_course,
    shown_rating,
    shown_ratings,
)
from players.queries.ties import (
    blocked_with,
    is_blocked_between,
    list_blocks,
    list_mutes,
    muted_by,
)
from players.queries.tokens import (
    digest_of,
    list_personal_tokens,
    list_sessions,
    still_valid,
)

__all__ = [
    "FRIENDSHIPS",
    "REPORT_REASONS",
    "REPORT_TEXT_LENGTH",
    "Addresses",
    "Board",
    "Caller",
    "Card",
    "ExportShown",
    "LinkedIdentity",
    "Page",
    "Position",
    "Ranked",
    "StandingNow",
    "addresses_of",
    "blocked_with",
    "board_of",
    "caller_for_token",
    "card_of",
    "deletion_due_at",
    "digest_of",
    "events_after",
    "export_text",
    "feed_position",
    "feeds_ahead",
    "find_player",
    "friendship",
    "get_deletion",
    "get_export",
    "history_of",
    "identities_of",
    "is_anybody_shut_out",
    "is_blocked_between",
    "is_counted",
    "latest_cursor",
    "left_of_the_erased",
    "list_blocks",
    "list_friends",
    "list_mutes",
    "list_personal_tokens",
    "list_reports",
    "list_sessions",
    "muted_by",
    "player_by_username",
    "player_for_token",
    "player_seen",
    "rating_course",
    "rating_in",
    "ratings_of",
    "read_cursor",
    "report_reasons",
    "shown_export",
    "shown_rating",
    "shown_ratings",
    "starting_cursor",
    "still_valid",
    "time_zones",
]
