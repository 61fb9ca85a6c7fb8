"""What is sent, where to, and what came of it: plain values, the same for every channel."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

__all__ = ["Address", "Gone", "Later", "Letter", "Line", "Outcome", "Refused", "Sent", "Transport"]


@dataclass(frozen=True, slots=True)
class Line:
    """One of the things that a message is about, and what to open for it."""

    text: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """One message. It holds no card: what is hidden stays at the match.

    `id` is the same whenever the same thing is sent again. `collapse_id`: a later message with the
    same replaces an earlier one. `badge`: how many matches wait; None: leave the badge as it is.
    `link`: what to open, as `scopa://match/<id>`. `match`: which match that is; None: none.
    `is_urgent`: it may break through what silences a telephone. `unsubscribe`: where mail of this
    type is turned off by one click. `lines`: what a mail lists below its text.
    """

    id: UUID
    type: str
    title: str
    body: str
    language: str
    created_at: datetime
    collapse_id: str = ""
    link: str = ""
    match: str | None = None
    badge: int | None = None
    is_urgent: bool = False
    expires_at: datetime | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    unsubscribe: str = ""
    greeting: str = ""
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Address:
    """Where to: `provider` is fcm, apns, webpush, mail or webhook.

    `token`: that of the device, the subscription as JSON, the mail address, or the URL. `secrets`:
    those that sign, the newest first.
    """

    provider: str
    token: str = field(repr=False)
    is_sandbox: bool = False
    secrets: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Sent:
    """The receiver has it, and acknowledged that."""

    provider_id: str = ""
    http_status: int | None = None


@dataclass(frozen=True, slots=True)
class Gone:
    """The device or the receiver is no more: nothing is ever sent there again."""

    error: str
    http_status: int | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """This message is not taken, however often it is sent. `error` names no token and no address.

    `not_set_up`: the service itself has no access to the provider.
    """

    error: str
    http_status: int | None = None
    not_set_up: bool = False


@dataclass(frozen=True, slots=True)
class Later:
    """It did not get through: try again, after `retry_after` seconds where the receiver says so.

    `provider_rests`: nothing at all gets through to this provider; leave it alone for a while.
    `is_ours`: the operator set it up wrongly; nobody was asked.
    """

    error: str
    http_status: int | None = None
    retry_after: float | None = None
    provider_rests: bool = False
    is_ours: bool = False


Outcome = Sent | Gone | Refused | Later


class Transport(Protocol):
    """Something that carries letters. It keeps to a limit of time and raises nothing."""

    def send(self, letter: Letter, address: Address) -> Outcome:
        """Carry one letter."""
        ...
