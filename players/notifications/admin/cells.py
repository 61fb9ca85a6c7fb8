"""What stands in the cells: players, types and channels in words, and how a delivery went."""

from collections.abc import Iterable
from typing import Any, Final

from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from players.models import Player
from players.notifications.models import Delivery, DeliveryStatus, Target
from players.notifications.queries.explaining import Way
from players.notifications.queries.failures import error_told
from players.notifications.registry import Channel, notification_types
from scopa_site.admin.cells import moment_cell

__all__ = [
    "CHANNELS",
    "STATUS_COLOURS",
    "as_the_player_reads_it",
    "channel_cell",
    "earlier_cell",
    "ended_cell",
    "how_it_went",
    "linked",
    "next_try_cell",
    "player_cell",
    "status_cell",
    "targets_cell",
    "type_cell",
]

CHANNELS: Final = {
    Channel.PUSH.value: _("push"),
    Channel.MAIL.value: _("mail"),
    Channel.WEBHOOK.value: _("webhook"),
}
STATUS_COLOURS: Final[dict[str, str]] = {
    DeliveryStatus.WAITING: "info",
    DeliveryStatus.HELD: "info",
    DeliveryStatus.SENDING: "info",
    DeliveryStatus.SENT: "success",
    DeliveryStatus.JOINED: "success",
    DeliveryStatus.DROPPED: "default",
    DeliveryStatus.FAILED: "danger",
}
_UNDER_WAY: Final = {DeliveryStatus.WAITING, DeliveryStatus.HELD, DeliveryStatus.SENDING}


def linked(page: str, key: object, text: object) -> SafeString:
    """Link to the page of an object."""
    address = reverse(f"admin:{page}_change", args=[key])
    return format_html('<a class="scopa-link" href="{}">{}</a>', address, text)


def player_cell(player: Player) -> SafeString:
    """Link to a player."""
    return linked("players_player", player.pk, player)


def type_cell(slug: str) -> str:
    """Name a type of notification; one that nobody knows any more, by its slug."""
    kind = notification_types().get(slug)
    return slug if kind is None else str(kind.label)


def channel_cell(channel: str) -> str:
    """Name a channel."""
    return str(CHANNELS.get(channel, channel))


def status_cell(delivery: Delivery) -> str:
    """Say how a delivery stands, and why: in the words that its player reads."""
    status = str(delivery.get_status_display())
    return f"{status} ({delivery.get_reason_display()})" if delivery.reason else status


def how_it_went(deliveries: Iterable[Delivery]) -> SafeString:
    """Say on a line for each channel what became of a notification there."""
    told = [(channel_cell(each.channel), status_cell(each)) for each in deliveries]
    lines = format_html_join(SafeString("<br>"), "{}: {}", told)
    return lines or SafeString(gettext("inbox alone"))


def as_the_player_reads_it(ways: Iterable[Way]) -> SafeString:
    """Say on a line for each channel what its player is told, also where there was no way."""
    told = [(channel_cell(each.channel), _with_reason(each)) for each in ways]
    return format_html_join(SafeString("<br>"), "{}: {}", told)


def _with_reason(way: Way) -> str:
    return f"{way.status_text} ({way.reason_text})" if way.reason else str(way.status_text)


def next_try_cell(delivery: Delivery) -> str:
    """Show when a delivery that is under way is looked at again."""
    if delivery.status not in _UNDER_WAY:
        return "–"
    return moment_cell(delivery.available_at or delivery.created_at)


def ended_cell(delivery: Delivery) -> str:
    """Show when a delivery came to its end."""
    return moment_cell(delivery.done_at or delivery.dead_at)


def targets_cell(targets: Iterable[Target]) -> SafeString:
    """Say on a line for each device or webhook how it answered."""
    lines = format_html_join(SafeString("<br>"), "{}", [(_target(each),) for each in targets])
    return lines or SafeString("–")


def _target(target: Target) -> str:
    tried = ngettext("%(count)s attempt", "%(count)s attempts", target.attempts)
    words = [
        f"{_where(target)}: {target.get_status_display()}",
        tried % {"count": target.attempts},
        *([f"HTTP {target.http_status}"] if target.http_status else []),
        *([error_cell(target.error)] if target.error else []),
    ]
    return ", ".join(words)


def earlier_cell(outcomes: Any) -> SafeString:
    """Say on a line each how it had ended before it was sent again: see services.resending."""
    lines = [(_outcome(each),) for each in outcomes or ()]
    return format_html_join(SafeString("<br>"), "{}", lines) or SafeString("–")


def _outcome(outcome: Any) -> str:
    row = Delivery(status=outcome["status"], reason=outcome["reason"])
    ended_at = parse_datetime(outcome["at"] or "")
    answers = [Target(**{**each, "tried_at": None}) for each in outcome["targets"]]
    return "; ".join([f"{moment_cell(ended_at)}: {status_cell(row)}", *map(_target, answers)])


def _where(target: Target) -> str:
    return f"{target.label} ({target.provider})" if target.label else target.provider


def error_cell(error: Any) -> str:
    """Show an error, which names no token and no address: see channels.letter."""
    return error_told(str(error)) or "–"
