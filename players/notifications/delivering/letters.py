"""Put what goes out into words: in the language, and by the clock, of who reads it."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.mail_parts import greeting_of
from players.models import Player
from players.notifications.channels.letter import Letter, Line
from players.notifications.delivering.gathering import TURNS, Case
from players.notifications.models import Delivery, Notification
from players.notifications.queries.wording import notice_of, over_ids, words_of
from players.notifications.registry import Channel, NotificationType, Words, gathering_of
from players.notifications.services.unsubscribing import unsubscribe_url

__all__ = ["letter_of", "lines_of", "summary_words", "words_by_reader"]


def words_by_reader(rows: Sequence[Delivery], *, now: datetime) -> dict[UUID, Words]:
    """Put the notifications of deliveries into words, those of one language and zone together.

    What is left out is about something that is gone.
    """
    readers: defaultdict[tuple[str, str], list[Notification]] = defaultdict(list)
    for row in rows:
        readers[row.player.language, row.player.time_zone].append(row.notification)
    words: dict[UUID, Words] = {}
    for (language, zone), told in readers.items():
        words.update(words_of(told, language=language, zone=zone, now=now))
    return words


def summary_words(gathers: str, awaiting: int, *, language: str) -> Words:
    """Say how many matches wait, or whatever gathers so, in place of one message for each."""
    with translation.override(language):
        if gathers not in ("", TURNS):
            return gathering_of(gathers).words(awaiting)
        title = ngettext(
            "%(count)s match waits for you", "%(count)s matches wait for you", awaiting
        ) % {"count": awaiting}
        return Words(title, _("It is your turn."), "matches")


def lines_of(digests: Sequence[Delivery], *, now: datetime) -> dict[int, tuple[Line, ...]]:
    """Return what each digest lists: a line for each notification that joined it.

    What is over or read by now is left out.
    """
    if not digests:
        return {}
    joined = Delivery.objects.filter(joined_to__in=[row.pk for row in digests])
    joined = joined.filter(notification__seen_at=None).select_related("notification", "player")
    rows = list(joined.order_by("id"))
    over = over_ids([row.notification for row in rows], now=now)
    words = words_by_reader(
        [row for row in rows if row.notification.public_id not in over], now=now
    )
    lines: defaultdict[int, list[Line]] = defaultdict(list)
    for row in rows:
        said = words.get(row.notification.public_id)
        if said is not None and row.joined_to_id is not None:
            lines[row.joined_to_id].append(_line(said))
    return {key: tuple(each) for key, each in lines.items()}


def letter_of(
    case: Case,
    words: Words,
    *,
    channel: Channel,
    awaiting: int,
    lines: tuple[Line, ...] = (),
) -> Letter:
    """Write the letter of a delivery."""
    told, player, kind = case.notification, case.row.player, case.kind
    assert kind is not None, "what is unknown is dropped"  # noqa: S101 - for the types
    return Letter(
        id=told.public_id,
        type=told.type,
        title=words.title,
        body=words.body,
        language=player.language,
        created_at=told.created_at,
        collapse_id=case.gathers if case.row.is_summary else _collapse_id(kind, told),
        link=_link(words),
        match=words.match,
        badge=awaiting if channel is Channel.PUSH else None,
        is_urgent=kind.pierces(notice_of(told)),
        lines=lines,
        **_of_one(case, words),
        **(_of_mail(player, kind) if channel is Channel.MAIL else {}),
    )


def _of_one(case: Case, words: Words) -> dict[str, Any]:
    """Return what holds of one thing that is told; of a summary nothing of it does."""
    if case.row.is_summary:
        return {}
    told = case.notification
    ends = [end for end in (told.expires_at, words.until) if end is not None]
    return {"data": told.data, "expires_at": min(ends, default=None)}


def _line(words: Words) -> Line:
    said = f"{words.title}: {words.body}" if words.body else words.title
    return Line(said, _link(words))


def _collapse_id(kind: NotificationType, told: Notification) -> str:
    if kind.collapse and told.subject is not None:
        word = kind.collapse_by(notice_of(told)) if kind.collapse_by else kind.collapse
        return f"{word}:{told.subject}"
    return str(told.public_id)


def _link(words: Words) -> str:
    return f"{settings.DEEP_LINK}{words.link}" if words.link else ""


def _of_mail(player: Player, kind: NotificationType) -> dict[str, Any]:
    """Return what a mail has beside its words."""
    with translation.override(player.language):
        greeting = greeting_of(player.display_name)
    unsubscribe = unsubscribe_url(player_id=player.public_id, kind=kind.slug)
    return {"greeting": greeting, "unsubscribe": unsubscribe}
