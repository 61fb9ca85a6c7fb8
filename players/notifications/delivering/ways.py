"""Which devices, mailbox or webhooks of a player a message can go to now. Each is read in bulk."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db.models import Q

from players.models import Token
from players.notifications.channels.letter import Address
from players.notifications.models import Delivery, Device, Target, TargetStatus, Webhook
from players.notifications.registry import Channel
from players.notifications.sealed import opened

__all__ = ["Way", "address_of", "open_ways", "ways_of"]


@dataclass(frozen=True, slots=True)
class Way:
    """One device, mailbox or webhook. Two with the same key are one."""

    provider: str
    device: Device | None = None
    webhook: Webhook | None = None
    email: str = ""

    @property
    def label(self) -> str:
        """What its owner calls it; "" for nothing."""
        thing = self.device or self.webhook
        return "" if thing is None else thing.name

    @property
    def key(self) -> tuple[int | None, int | None]:
        """Name it as a Target does."""
        return (
            self.device.pk if self.device is not None else None,
            self.webhook.pk if self.webhook is not None else None,
        )

    @property
    def rests_until(self) -> datetime | None:
        """Until when it is left alone, as it hangs; None where it never did."""
        machine = self.device or self.webhook
        return machine.rests_until if machine is not None else None

    @property
    def hangs(self) -> int:
        """How often in a row it hung."""
        machine = self.device or self.webhook
        return machine.hangs if machine is not None else 0


def ways_of(
    channel: Channel, player_ids: Collection[int], now: datetime
) -> Mapping[int, list[Way]]:
    """Return by player where messages of a channel can go. One query."""
    reader = {Channel.PUSH: _devices, Channel.MAIL: _mailboxes, Channel.WEBHOOK: _webhooks}[channel]
    found: defaultdict[int, list[Way]] = defaultdict(list)
    for player_id, way in reader(player_ids, now):
        found[player_id].append(way)
    return found


def open_ways(delivery: Delivery, ways: Iterable[Way], targets: Iterable[Target]) -> list[Way]:
    """Return those ways that a delivery is still to take.

    At first all; those chosen by its notification, where it is for one device or webhook alone;
    once it has targets, those of them that are open. What is asked for goes where it was asked for,
    although nothing of its type comes there any more.
    """
    begun, ways = list(targets), list(ways)
    chosen = [way for way in ways if _is_meant(delivery, way)]
    if not begun:
        return chosen
    wanted = {
        (each.device_id, each.webhook_id) for each in begun if each.status == TargetStatus.OPEN
    }
    possible = chosen if delivery.asked_at is None else ways
    return [way for way in possible if way.key in wanted]


def address_of(way: Way, now: datetime) -> Address | None:
    """Open where it goes; None once the key is forgotten that sealed it."""
    if way.device is not None:
        token = opened(way.device.token_sealed)
        if token is None:
            return None
        return Address(way.provider, token, is_sandbox=way.device.is_sandbox)
    if way.webhook is not None:
        secrets = [opened(kept) for kept in _kept_secrets(way.webhook, now)]
        known = tuple(secret for secret in secrets if secret)
        return Address(way.provider, way.webhook.url, secrets=known) if known else None
    return Address(way.provider, way.email)


def _is_meant(delivery: Delivery, way: Way) -> bool:
    data, kind = delivery.notification.data, delivery.notification.type
    if way.device is not None and "device" in data:
        return bool(data["device"] == way.device.installation_id)
    if way.webhook is not None:
        if "webhook" in data:
            return bool(data["webhook"] == str(way.webhook.public_id))
        return not way.webhook.types or kind in way.webhook.types
    return True


def _kept_secrets(webhook: Webhook, now: datetime) -> list[str]:
    kept = [webhook.secret_sealed]
    until = webhook.old_secret_until
    if webhook.old_secret_sealed and until is not None and until > now:
        kept.append(webhook.old_secret_sealed)
    return kept


def _devices(player_ids: Collection[int], now: datetime) -> Iterable[tuple[int, Way]]:
    live = Token.objects.filter(player_id__in=player_ids).filter(
        Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    )
    devices = Device.objects.filter(
        player_id__in=player_ids, session__in=live.values("public_id")
    ).order_by("pk")
    return ((each.player_id, Way(each.provider, device=each)) for each in devices)


def _mailboxes(player_ids: Collection[int], _now: datetime) -> Iterable[tuple[int, Way]]:
    held = EmailAddress.objects.filter(user_id__in=player_ids, verified=True, primary=True)
    rows = held.order_by("pk").values_list("user_id", "email")
    return ((player_id, Way("mail", email=email)) for player_id, email in rows)


def _webhooks(player_ids: Collection[int], _now: datetime) -> Iterable[tuple[int, Way]]:
    webhooks = Webhook.objects.filter(player_id__in=player_ids, is_enabled=True).order_by("pk")
    return ((each.player_id, Way("webhook", webhook=each)) for each in webhooks)
