"""What a player chose to be told, where and when."""

from dataclasses import dataclass
from datetime import time
from typing import Final
from uuid import UUID

from players.notifications.models import MutedSubject, Preferences
from players.notifications.registry import (
    DIGEST,
    Channel,
    Mode,
    NotificationType,
    mode_of,
    notification_types,
)
from scopa_site.errors import Text

__all__ = ["MODES", "Chosen", "TypeChosen", "chosen_by", "modes_of", "offered"]

# Only mail is gathered into digests.
MODES: Final = {
    Channel.PUSH: (Mode.ON, Mode.OFF),
    Channel.MAIL: (Mode.ON, Mode.DIGEST, Mode.OFF),
    Channel.WEBHOOK: (Mode.ON, Mode.OFF),
}
_MUTED_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class TypeChosen:
    """How one type is told by each channel; a channel on which it never comes has no mode."""

    type: str
    label: Text
    modes: dict[Channel, Mode]


@dataclass(frozen=True, slots=True)
class Chosen:
    """All that holds for a player. `muted`: the matches muted last."""

    types: list[TypeChosen]
    quiet_hours: tuple[time, time] | None
    digest_hours: list[int]
    has_mail: bool
    muted: list[UUID]


def offered(kind: NotificationType, channel: Channel) -> list[Mode]:
    """Return the modes to choose from; none where the type never comes in this way.

    A digest is not kept for the next one.
    """
    if channel not in kind.defaults:
        return []
    return [mode for mode in MODES[channel] if (kind.slug, mode) != (DIGEST, Mode.DIGEST)]


def chosen_by(player_id: int) -> Chosen:
    """Return what holds for a player, by their choice or by default. Two queries."""
    row = Preferences.objects.filter(pk=player_id).first() or Preferences()
    muted = MutedSubject.objects.filter(player_id=player_id).order_by("-pk")
    quiet = None
    if row.quiet_from is not None and row.quiet_until is not None:
        quiet = (row.quiet_from, row.quiet_until)
    return Chosen(
        types=modes_of(row),
        quiet_hours=quiet,
        digest_hours=list(row.digest_hours),
        has_mail=row.mail_off_at is None,
        muted=list(muted.values_list("subject", flat=True)[:_MUTED_SHOWN]),
    )


def modes_of(row: Preferences) -> list[TypeChosen]:
    """Return the mode of each type on each of its channels."""
    return [
        TypeChosen(
            kind.slug,
            kind.label,
            {
                channel: mode_of(kind, channel, row.choices)
                for channel in Channel
                if channel in kind.defaults
            },
        )
        for kind in notification_types().values()
    ]
