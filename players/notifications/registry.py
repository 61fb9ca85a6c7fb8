"""The types of notifications there are, and what each knows of itself.

`players` knows no matches and no leagues: the apps above register their types in the `ready` of
their configuration. Nothing here reads the database; the functions of a type do.
"""

import enum
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias
from uuid import UUID

from scopa_site.errors import Text

__all__ = [
    "DIGEST",
    "Channel",
    "Gathering",
    "Mode",
    "Notice",
    "NoticeSource",
    "NotificationType",
    "Over",
    "Words",
    "awaiting_of",
    "gathering_of",
    "last_plays_of",
    "mode_of",
    "notification_types",
    "register_awaiting",
    "register_gathering",
    "register_last_plays",
    "register_type",
    "types_of_event",
    "unregister_type",
]


# The type of the mail that many become.
DIGEST: Final = "digest"


class Channel(enum.StrEnum):
    """The ways out of the service. The inbox is none: it is the notification itself."""

    PUSH = "push"
    MAIL = "mail"
    WEBHOOK = "webhook"


class Mode(enum.StrEnum):
    """What a person wants of one type on one channel. `digest` is for mail alone."""

    ON = "on"
    DIGEST = "digest"
    OFF = "off"


class Over(enum.StrEnum):
    """Why there is nothing to do about a notice: it is past, or another notice tells of it."""

    PAST = "over"
    TOLD_OTHERWISE = "told_otherwise"


class Heard(Protocol):
    """An event as it is published: see players.services.feed.NewEvent."""

    @property
    def player_id(self) -> int:
        """Who is told."""
        ...

    @property
    def type(self) -> str:
        """What happened."""
        ...

    @property
    def subject(self) -> UUID | None:
        """The match it is about."""
        ...

    @property
    def data(self) -> Mapping[str, Any]:
        """Ids and public facts."""
        ...

    @property
    def aside(self) -> object:
        """What whoever published it lets those know who listen; None: nothing."""
        ...


@dataclass(frozen=True, slots=True)
class NoticeSource:
    """What a type makes of an event: the key against doubles, and what its words will need.

    Of two with the same key for one player there is only the first. `data` holds ids and public
    facts: never a name, which is looked up when it is sent, and never a card.
    """

    dedupe_key: str
    data: Mapping[str, Any] = field(default_factory=dict)
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """One notification, as its type sees it."""

    id: UUID
    player_id: int
    type: str
    subject: UUID | None
    data: Mapping[str, Any]
    created_at: datetime
    # When it is read or sent; None: not said.
    told_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """What a person reads, in the language active now.

    `link`: a path such as `match/<id>`. `until`: when it will be of no use, as things stand.
    """

    title: str
    body: str
    link: str = ""
    until: datetime | None = None

    @property
    def match(self) -> str | None:
        """The id of the match that the link opens; None where it opens something else."""
        kind, _slash, subject = self.link.partition("/")
        return subject if kind == "match" and subject else None


# What to write for each notice, in the language and time zone active now; a notice that is left out
# is about something that is gone, and is not sent.
Wording: TypeAlias = Callable[[Sequence[Notice]], Mapping[UUID, Words]]
# Those notices about which there is nothing to do any more, and why; or just their ids.
Standing: TypeAlias = Callable[
    [Sequence[Notice], datetime], Mapping[UUID, "Over"] | Collection[UUID]
]
Reader: TypeAlias = Callable[[Heard], NoticeSource | None]


def _nothing_is_over(_notices: Sequence[Notice], _now: datetime) -> Collection[UUID]:
    return ()


def _never(_notice: Notice) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class NotificationType:
    """One type.

    `slug`: its name in the API. `event`: the type of feed event that it comes from; empty where
    somebody calls `notify`. `further_events`: others that it comes from. `read`: what is made of
    such an event, None for nothing. `defaults`: the mode for each channel until the person chooses;
    a channel that is missing cannot be chosen.
    `collapse`: the word before the subject in the id by which a later message replaces an earlier
    one on a telephone; `collapse_by` says another for some. `replaces`: a later one about the same
    subject says all that matters of an earlier one, which is then told to nobody but programs.
    `is_turn`: it says that a match waits, and many of it become one. `gathers`: the gathering of
    which many become one, for other types: see `register_gathering`.
    `after_play`: kept back while the person has just played somewhere. `pierces`: goes through
    quiet hours.
    """

    slug: str
    label: Text
    words: Wording
    defaults: Mapping[Channel, Mode]
    event: str = ""
    further_events: tuple[str, ...] = ()
    read: Reader | None = None
    over: Standing = _nothing_is_over
    pierces: Callable[[Notice], bool] = _never
    collapse: str = ""
    collapse_by: Callable[[Notice], str] | None = None
    replaces: bool = False
    is_turn: bool = False
    gathers: str = ""
    after_play: bool = False
    in_inbox: bool = True


# Of these players (keys): how many matches wait for each.
Awaiting: TypeAlias = Callable[[Collection[int]], Mapping[int, int]]
# Of these players, those who played a card since the instant, and when last.
LastPlays: TypeAlias = Callable[[Collection[int], datetime], Mapping[int, datetime]]


@dataclass(frozen=True, slots=True)
class Gathering:
    """Notifications of which many become one: how many things wait for each, and what is said."""

    count: Awaiting
    words: Callable[[int], Words]


_gatherings: Final[dict[str, Gathering]] = {}
_types: Final[dict[str, NotificationType]] = {}
_by_event: Final[dict[str, list[NotificationType]]] = {}
_awaiting: Final[list[Awaiting]] = []
_last_plays: Final[list[LastPlays]] = []


def register_type(kind: NotificationType) -> None:
    """Make a type known; the last of a slug holds."""
    unregister_type(kind.slug)
    _types[kind.slug] = kind
    for event in _events(kind):
        _by_event.setdefault(event, []).append(kind)


def unregister_type(slug: str) -> None:
    """Forget a type, if it is known: what was told of it is dropped when it comes to be sent."""
    kind = _types.pop(slug, None)
    if kind is not None:
        for event in _events(kind):
            _by_event[event].remove(kind)


def _events(kind: NotificationType) -> list[str]:
    return [event for event in (kind.event, *kind.further_events) if event]


def notification_types() -> Mapping[str, NotificationType]:
    """Return the types by slug."""
    return MappingProxyType(_types)


def types_of_event(event: str) -> Sequence[NotificationType]:
    """Return the types that come from events of this name."""
    return _by_event.get(event, ())


def mode_of(
    kind: NotificationType, channel: Channel, choices: Mapping[str, Mapping[str, str]]
) -> Mode:
    """Return what holds for a type on a channel, given what a person chose by type and channel."""
    chosen = choices.get(kind.slug, {}).get(channel)
    return kind.defaults.get(channel, Mode.OFF) if chosen is None else Mode(chosen)


def register_awaiting(awaiting: Awaiting) -> None:
    """Have `awaiting(player_ids)` asked how many things wait for each player."""
    _awaiting.append(awaiting)


def register_gathering(name: str, gathering: Gathering) -> None:
    """Have many notifications of types that gather under this name become one."""
    _gatherings[name] = gathering


def gathering_of(name: str) -> Gathering:
    """Return the gathering of a name. Raises KeyError."""
    return _gatherings[name]


def register_last_plays(last_plays: LastPlays) -> None:
    """Have `last_plays(player_ids, since)` asked who played since then."""
    _last_plays.append(last_plays)


def awaiting_of(player_ids: Collection[int]) -> dict[int, int]:
    """Return how many things wait for each of these players."""
    totals = dict.fromkeys(player_ids, 0)
    for awaiting in _awaiting:
        for player_id, count in awaiting(player_ids).items():
            totals[player_id] += count
    return totals


def last_plays_of(player_ids: Collection[int], since: datetime) -> dict[int, datetime]:
    """Return when those who played since that instant did so last."""
    latest: dict[int, datetime] = {}
    for last_plays in _last_plays:
        for player_id, moment in last_plays(player_ids, since).items():
            latest[player_id] = max(moment, latest.get(player_id, moment))
    return latest
