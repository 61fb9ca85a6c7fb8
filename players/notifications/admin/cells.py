"""What stands in the cells: players, types and channels in words, and how a delivery went.

To the staff a reason is told of the player, not to the player.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from players.models import Player
from players.notifications.models import Delivery, DeliveryStatus, Notification, Reason, Target
from players.notifications.queries.explaining import Way
from players.notifications.queries.failures import error_told
from players.notifications.registry import Channel, notification_types
from scopa_site.admin.cells import moment_cell

__all__ = [
    "CHANNELS",
    "REASONS",
    "STATUS_COLOURS",
    "as_the_player_reads_it",
    "channel_cell",
    "earlier_cell",
    "ended_cell",
    "how_it_went",
    "linked",
    "moment_there",
    "next_try_cell",
    "player_cell",
    "reason_cell",
    "sent_out_cell",
    "status_cell",
    "targets_cell",
    "type_cell",
]

CHANNELS: Final = {
    Channel.PUSH.value: _("push"),
    Channel.MAIL.value: _("mail"),
    Channel.WEBHOOK.value: _("webhook"),
}
REASONS: Final[dict[str, Any]] = {
    **dict(Reason.choices),
    Reason.QUIET_HOURS: _("quiet hours of the player"),
    Reason.PLAYING: _("the player had just played"),
    Reason.RECEIVER_SILENT: _("the player’s program does not answer"),
    Reason.SEEN: _("the player had read it already"),
    Reason.MUTED: _("the player muted the match"),
    Reason.OFF: _("the player has turned this off here"),
    Reason.NO_WEBHOOK: _("none of the player’s webhooks is told of it"),
}
# What a way lacks on which nothing is owed; of webhooks only those speak who have one.
_WITHOUT: Final = {Channel.PUSH: Reason.NO_DEVICE, Channel.MAIL: Reason.NO_ADDRESS}
# Dropped after it was sent out: all others were never on their way.
_WENT_OUT: Final = {Reason.GONE, Reason.NOT_SET_UP}
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


def moment_there(moment: datetime | None, zone: str = "") -> str:
    """Write a time with its zone, and what the player's clock shows then."""
    if moment is None:
        return "–"
    here = localtime(moment)
    told = f"{moment_cell(moment)} {here.tzname()}"
    if zone in ("", here.tzname()):
        return told
    there = localtime(moment, ZoneInfo(zone))
    style = "TIME_FORMAT" if there.date() == here.date() else "SHORT_DATETIME_FORMAT"
    return f"{told} ({date_format(there, style)} {zone})"


def reason_cell(reason: str) -> str:
    """Say why, to the staff."""
    return str(REASONS.get(reason, reason)) if reason else "–"


def status_cell(delivery: Delivery) -> str:
    """Say how a delivery stands, and why."""
    status = str(delivery.get_status_display())
    return f"{status} ({reason_cell(delivery.reason)})" if delivery.reason else status


def how_it_went(row: Notification) -> SafeString:
    """Say on a line for each channel what became of a notification there, or what was lacking."""
    deliveries = list(row.deliveries.all())
    lacking = [(channel_cell(way), reason_cell(_WITHOUT[way])) for way in _lacking(row, deliveries)]
    told = [(channel_cell(each.channel), status_cell(each)) for each in deliveries]
    if told:
        told += [(channel, f"{gettext('not sent')} ({why})") for channel, why in lacking]
        return format_html_join(SafeString("<br>"), "{}: {}", told)
    why = ", ".join(why for _channel, why in lacking)
    alone = gettext("inbox alone")
    return format_html("{} ({})", alone, why) if why else SafeString(alone)


def _lacking(row: Notification, deliveries: Iterable[Delivery]) -> list[Channel]:
    kind = notification_types().get(row.type)
    if kind is None or {"device", "webhook"} & set(row.data):
        return []
    owed = {each.channel for each in deliveries}
    return [way for way in _WITHOUT if way in kind.defaults and way.value not in owed]


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
    zone = delivery.player.time_zone
    return moment_there(delivery.available_at or delivery.created_at, zone)


def ended_cell(delivery: Delivery) -> str:
    """Show when a delivery came to its end."""
    return moment_there(delivery.done_at or delivery.dead_at, delivery.player.time_zone)


def sent_out_cell(delivery: Delivery) -> str:
    """Show when a delivery last went out; of one that did not, nothing."""
    stayed = delivery.status in (DeliveryStatus.DROPPED, DeliveryStatus.JOINED)
    if stayed and delivery.reason not in _WENT_OUT:
        return "–"
    return moment_there(delivery.sending_since, delivery.player.time_zone)


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
    return "; ".join([f"{moment_there(ended_at)}: {status_cell(row)}", *map(_target, answers)])


def _where(target: Target) -> str:
    return f"{target.label} ({target.provider})" if target.label else target.provider


def error_cell(error: Any) -> str:
    """Show an error, which names no token and no address: see channels.letter."""
    return error_told(str(error)) or "–"
