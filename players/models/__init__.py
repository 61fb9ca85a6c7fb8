"""Who plays, the tokens by which they are known, and what they are told."""

from players.models.audit import (
    AUDIT_ACTIONS,
    AUDIT_REASON_LENGTH,
    ERASED_REASON,
    AuditEntry,
    action_told,
    subject_told,
)
from players.models.code import Code, CodePurpose, RecoveryCode, SpentIdentityToken
from players.models.feed import EVENT_TYPE_LENGTH, Feed, FeedEvent
from players.models.leaving import (
    REPORT_TEXT_LENGTH,
    Deletion,
    Export,
    ExportPart,
    Report,
    ReportReason,
    ReportStatus,
)
from players.models.player import (
    DISPLAY_NAME_LENGTH,
    LANGUAGES,
    USERNAME_LENGTH,
    Player,
    validate_display_name,
    validate_time_zone,
)
from players.models.standing import (
    FAMILY_LENGTH,
    RatedResult,
    RatedSeat,
    Rating,
    RatingChange,
    RatingSystem,
)
from players.models.tie import Tie, TieKind
from players.models.token import DEVICE_NAME_LENGTH, Token, TokenKind
from players.models.world import World

__all__ = [
    "AUDIT_ACTIONS",
    "AUDIT_REASON_LENGTH",
    "DEVICE_NAME_LENGTH",
    "DISPLAY_NAME_LENGTH",
    "ERASED_REASON",
    "EVENT_TYPE_LENGTH",
    "FAMILY_LENGTH",
    "LANGUAGES",
    "REPORT_TEXT_LENGTH",
    "USERNAME_LENGTH",
    "AuditEntry",
    "Code",
    "CodePurpose",
    "Deletion",
    "Export",
    "ExportPart",
    "Feed",
    "FeedEvent",
    "Player",
    "RatedResult",
    "RatedSeat",
    "Rating",
    "RatingChange",
    "RatingSystem",
    "RecoveryCode",
    "Report",
    "ReportReason",
    "ReportStatus",
    "SpentIdentityToken",
    "Tie",
    "TieKind",
    "Token",
    "TokenKind",
    "World",
    "action_told",
    "subject_told",
    "validate_display_name",
    "validate_time_zone",
]
