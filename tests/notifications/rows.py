"""Rows of notifications as they are stored, made without the ways in that make them."""

from datetime import timedelta
from uuid import uuid4

from players.models import Token
from players.notifications.models import (
    Delivery,
    Device,
    MutedSubject,
    Notification,
    Preferences,
    Target,
    Webhook,
)
from players.notifications.sealed import digest_of, sealed

__all__ = [
    "a_delivery",
    "a_device",
    "a_muted_match",
    "a_notice",
    "a_target",
    "a_webhook",
    "everything",
    "preferences",
]

# How a delivery that has ended is marked: see the constraint delivery_ends_once.
_ENDS = {"sent": "done_at", "joined": "done_at", "dropped": "done_at", "failed": "dead_at"}


def a_device(player, *, now, token=None, **columns):
    """Make a device that is logged in by any token of the player's, or by none."""
    token = token or uuid4().hex
    session = Token.objects.filter(player=player).values_list("public_id", flat=True).first()
    columns = {"installation_id": uuid4().hex, "provider": "fcm", "name": "telefono"} | columns
    return Device.objects.create(
        player=player,
        token_sealed=sealed(token),
        token_digest=digest_of(token),
        session=session or uuid4(),
        created_at=now,
        updated_at=now,
        **columns,
    )


def a_webhook(player, *, now, secret="whsec_c2VncmV0bw==", **columns):
    columns = {"url": "https://bot.example/in", "name": "bot"} | columns
    return Webhook.objects.create(
        player=player, secret_sealed=sealed(secret), created_at=now, **columns
    )


def a_notice(player, *, now, **columns):
    columns = {"type": "your_turn", "dedupe_key": uuid4().hex, "subject": uuid4()} | columns
    return Notification.objects.create(player=player, created_at=now, **columns)


def a_delivery(notice, channel="push", status="waiting", **columns):
    """Make a delivery that ended, if it did, a second after its notification."""
    at = notice.created_at
    if status in _ENDS:
        columns = {_ENDS[status]: at + timedelta(seconds=1)} | columns
    columns = {"created_at": at} | columns
    return Delivery.objects.create(
        notification=notice, player_id=notice.player_id, channel=channel, status=status, **columns
    )


def a_target(delivery, *, provider="fcm", **columns):
    return Target.objects.create(delivery=delivery, provider=provider, **columns)


def preferences(player, **columns):
    return Preferences.objects.create(player=player, **columns)


def a_muted_match(player, *, now, subject=None):
    return MutedSubject.objects.create(player=player, subject=subject or uuid4(), created_at=now)


def everything(player, *, now, token=None, url="https://bot.example/in", name="telefono", **secret):
    """Leave a trace of a player in every table; return the notification that was sent."""
    device = a_device(player, now=now, token=token, name=name)
    webhook = a_webhook(player, now=now, url=url, name=name, **secret)
    preferences(player, choices={"reminder": {"mail": "off"}})
    a_muted_match(player, now=now)
    notice = a_notice(player, now=now)
    push = a_delivery(notice, "push", "sent")
    a_target(push, device=device, label=name, status="sent", provider_id="projects/p/messages/1")
    hook = a_delivery(notice, "webhook", "sending")
    a_target(hook, provider="webhook", webhook=webhook, error="ConnectionError")
    later = a_delivery(a_notice(player, now=now), "push", "joined", reason="summary")
    later.joined_to = push
    later.save()
    return notice
