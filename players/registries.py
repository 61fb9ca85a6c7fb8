"""What the apps above add to a player: to the copy of the data, to erasure, to the public card,
and to what the staff are told before they shut somebody out.

`players` knows no matches and no leagues. They register here, in the `ready` of their app.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

__all__ = [
    "CardPart",
    "CardShape",
    "Eraser",
    "Exporter",
    "Leaver",
    "Listener",
    "PagedExporter",
    "StaffNote",
    "Stake",
    "card_parts",
    "card_shapes",
    "erasers",
    "exporters",
    "leavers",
    "listeners",
    "paged_exporters",
    "register_card_part",
    "register_eraser",
    "register_exporter",
    "register_leaver",
    "register_listener",
    "register_paged_exporter",
    "register_staff_note",
    "register_stake",
    "register_zone_listener",
    "staff_notes",
    "stakes",
    "zone_listeners",
]

# What is held of a player (its key), as plain data.
Exporter: TypeAlias = Callable[[int], Any]
# One page of what may be much: (whose, where the page before ended, 0 at first). Gives the rows,
# none only on the last page, and where this page ended, None on the last.
PagedExporter: TypeAlias = Callable[[int, int], tuple[list[Any], int | None]]
# Takes a player out of what goes on, before the erasure: opens transactions of its own, and may be
# called again.
Leaver: TypeAlias = Callable[[int, datetime], None]
# Takes a player out of what an app keeps, within the transaction of the erasure.
Eraser: TypeAlias = Callable[[int, datetime], None]
# Hears the events that are published to players, within their transaction: see services.feed.
Listener: TypeAlias = Callable[[Sequence[Any], datetime], None]
# Members of the public card of one player, as another sees it now: (whose, their id, who looks).
CardPart: TypeAlias = Callable[[int, UUID, int, datetime], dict[str, Any]]
CardShape: TypeAlias = Callable[[], dict[str, Any]]
# What becomes of a player's things who is shut out: a sentence each, in the language of the reader.
StaffNote: TypeAlias = Callable[[int], list[str]]
# Whether there is anything of a player that stays, for the sake of others, when they are gone.
Stake: TypeAlias = Callable[[int], bool]
# Hears that the clock of a player (its key) shows another time now, within the transaction of that.
ZoneListener: TypeAlias = Callable[[int, datetime], None]

exporters: Final[dict[str, Exporter]] = {}
paged_exporters: Final[dict[str, PagedExporter]] = {}
leavers: Final[dict[str, Leaver]] = {}
listeners: Final[dict[str, Listener]] = {}
erasers: Final[dict[str, Eraser]] = {}
card_parts: Final[dict[str, CardPart]] = {}
staff_notes: Final[dict[str, StaffNote]] = {}
stakes: Final[dict[str, Stake]] = {}
zone_listeners: Final[dict[str, ZoneListener]] = {}
card_shapes: Final[dict[str, CardShape]] = {}


def register_exporter(name: str, exporter: Exporter) -> None:
    """Add a member `name` to the copy that players may ask for. It is data, and no names in it."""
    exporters[name] = exporter


def register_paged_exporter(name: str, exporter: PagedExporter) -> None:
    """Add a list `name` to that copy, read page by page, each in a second or two at most."""
    paged_exporters[name] = exporter


def register_leaver(name: str, leaver: Leaver) -> None:
    """Have `leaver(player_id, now)` called before a player is erased; in order of names."""
    leavers[name] = leaver


def register_listener(name: str, listener: Listener) -> None:
    """Have `listener(events, now)` called in the transaction in which events are published."""
    listeners[name] = listener


def register_eraser(name: str, eraser: Eraser) -> None:
    """Have `eraser(player_id, now)` called when a player is erased; they run in order of names."""
    erasers[name] = eraser


def register_card_part(name: str, part: CardPart, shape: CardShape) -> None:
    """Add the members that `part(player_id, public_id, viewer_id)` gives to the public card.

    `shape()` describes these members for the document of the API: a serializer field for each.
    """
    card_parts[name] = part
    card_shapes[name] = shape


def register_staff_note(name: str, note: StaffNote) -> None:
    """Have `note(player_id)` told to the staff on the page that asks whether to shut one out."""
    staff_notes[name] = note


def register_stake(name: str, stake: Stake) -> None:
    """Have `stake(player_id)` asked whether an idle guest must be erased, and not just deleted."""
    stakes[name] = stake


def register_zone_listener(name: str, listener: ZoneListener) -> None:
    """Have `listener(player_id, now)` called in the transaction that changes a time zone."""
    zone_listeners[name] = listener
