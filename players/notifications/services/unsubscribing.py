"""Turn mail off by a link in it: no log-in, no app, and nothing to be typed.

The link holds who and what, signed. Whoever has it can turn that person's mail off and on again,
and learns nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from players.models import Player
from players.notifications.models import Preferences
from players.notifications.registry import Channel, Mode, mode_of, notification_types
from players.notifications.services.locking import lock_preferences
from players.notifications.services.preferences import with_choice
from scopa_site.errors import Text
from scopa_site.transactions import one_transaction

__all__ = [
    "EVERYTHING",
    "Subscription",
    "subscribe_again",
    "subscription_of",
    "unsubscribe",
    "unsubscribe_url",
]

EVERYTHING: Final = "all"  # in place of a type
_SALT: Final = "players.notifications.unsubscribe"
_BETWEEN: Final = "~"  # stands in no type, no id and no signature


@dataclass(frozen=True, slots=True)
class Subscription:
    """How mail stands. `label` and `mode` are those of the type of the link.

    Both are None where the link is about all mail, or about a type that there is no more.
    """

    label: Text | None
    mode: Mode | None
    is_all_off: bool


def unsubscribe_url(*, player_id: UUID, kind: str) -> str:
    """Return the address by which a player turns off mail of a type, or EVERYTHING.

    Empty where the setting PUBLIC_URL is. It holds until the person is erased or the key forgotten.
    """
    if not settings.PUBLIC_URL:
        return ""
    token = _signer().sign(f"{player_id.hex}{_BETWEEN}{kind}")
    return settings.PUBLIC_URL + reverse("unsubscribe", args=[token])


def subscription_of(*, token: str) -> Subscription | None:
    """Tell how the mail stands that the token of a link is about; None for a bad token."""
    meant = _read(token)
    if meant is None:
        return None
    player_id, kind = meant
    return _standing(Preferences.objects.filter(pk=player_id).first() or Preferences(), kind)


def unsubscribe(*, token: str, everything: bool = False, now: datetime) -> Subscription | None:
    """Turn off the mail that a token is about, or all; again changes nothing. None as above."""

    def turn_off(chosen: Preferences, kind: str) -> None:
        if everything or kind == EVERYTHING:
            chosen.mail_off_at = chosen.mail_off_at or now
        elif kind in notification_types():
            _choose(chosen, kind, Mode.OFF)

    return _change(token, turn_off)


def subscribe_again(
    *, token: str, everything: bool = False, mode: Mode = Mode.ON
) -> Subscription | None:
    """Take back that all mail was turned off, or that of the token's type. None as above."""

    def turn_on(chosen: Preferences, kind: str) -> None:
        if everything or kind == EVERYTHING:
            chosen.mail_off_at = None
        elif kind in notification_types():
            _choose(chosen, kind, mode)

    return _change(token, turn_on)


def _change(token: str, change: Callable[[Preferences, str], None]) -> Subscription | None:
    meant = _read(token)
    if meant is None:
        return None
    player_id, kind = meant
    with one_transaction():
        chosen = lock_preferences([player_id]).get(player_id)
        if chosen is None:  # erased since the link was read
            return None
        before = _content(chosen)
        change(chosen, kind)
        if _content(chosen) != before:
            chosen.version += 1
            chosen.save(update_fields=["choices", "mail_off_at", "version"])
    return _standing(chosen, kind)


def _content(chosen: Preferences) -> tuple[Any, ...]:
    return chosen.choices, chosen.mail_off_at


def _choose(chosen: Preferences, kind: str, mode: Mode) -> None:
    chosen.choices = with_choice(chosen.choices, kind, Channel.MAIL, mode)


def _standing(chosen: Preferences, kind: str) -> Subscription:
    known = notification_types().get(kind)
    mode = None if known is None else mode_of(known, Channel.MAIL, chosen.choices)
    label = None if known is None else known.label
    return Subscription(label, mode, chosen.mail_off_at is not None)


def _read(token: str) -> tuple[int, str] | None:
    """Return the key of the player and the type, if the token is ours and the person is there."""
    try:
        hex_id, kind = _signer().unsign(token).split(_BETWEEN)
    except (BadSignature, ValueError):
        return None
    there = Player.objects.filter(public_id=UUID(hex_id), erased_at__isnull=True)
    player_id: int | None = there.values_list("pk", flat=True).first()
    return None if player_id is None else (player_id, kind)


def _signer() -> Signer:
    return Signer(salt=_SALT, sep=_BETWEEN)
