"""What a person is told, and what became of it on each way to them."""

import uuid
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from players.notifications.models.device import Device
from players.notifications.models.webhook import Webhook
from scopa_site.outbox.models import OutboxRow

__all__ = ["Delivery", "DeliveryStatus", "Lane", "Notification", "Reason", "Target", "TargetStatus"]


class Notification(models.Model):
    """One thing that a player is told. The inbox shows these rows: they are the truth.

    `data` holds ids and public facts, no names and no cards; what a person reads is made of it when
    it is read or sent. `settled_at`: a later one of its type stands in its place since.
    """

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # an index begins with it
        verbose_name=_("player"),
    )
    type = models.CharField(_("type"), max_length=40)
    dedupe_key = models.CharField(_("key against doubles"), max_length=160)
    subject = models.UUIDField(_("match"), null=True, blank=True)
    data = models.JSONField(_("data"), default=dict, encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(_("created at"), db_index=True)
    expires_at = models.DateTimeField(_("of use until"), null=True, blank=True)
    seen_at = models.DateTimeField(_("read at"), null=True, blank=True)
    settled_at = models.DateTimeField(_("settled at"), null=True, blank=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "dedupe_key"], name="one_notification_per_key"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "id"], name="notification_by_player"),
            # The staff ask who was told of a match.
            models.Index(fields=["subject"], name="notification_by_subject"),
            models.Index(
                fields=["player", "type", "subject"],
                condition=Q(seen_at__isnull=True, settled_at__isnull=True),
                name="notification_unread",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type} {str(self.public_id)[:8]}"


class DeliveryStatus(models.TextChoices):
    """Where a delivery stands. Waiting, held and sending are on the way; the others are the end."""

    WAITING = "waiting", _("waiting")
    HELD = "held", _("held back")
    SENDING = "sending", _("being sent")
    SENT = "sent", _("sent")
    JOINED = "joined", _("joined into another")
    DROPPED = "dropped", _("dropped")
    FAILED = "failed", _("failed")


class Reason(models.TextChoices):
    """Why a delivery is held, joined, dropped or failed."""

    NONE = "", "–"
    # held
    QUIET_HOURS = "quiet_hours", _("your quiet hours")
    PLAYING = "playing", _("you had just played")
    DIGEST = "digest", _("waits for the digest")
    BUSY = "busy", _("three had come within a quarter of an hour")
    RETRY = "retry", _("it did not get through, and is tried again")
    PROVIDER_RESTS = "provider_rests", _("the service in between does not answer")
    RECEIVER_SILENT = "receiver_silent", _("your program does not answer")
    # joined
    SUMMARY = "summary", _("told together with others")
    IN_DIGEST = "in_digest", _("told in the digest")
    # dropped
    OVER = "over", _("it was over by the time of sending")
    TOLD_OTHERWISE = "told_otherwise", _("told by another notice")
    TOLD_ANEW = "told_anew", _("a newer one stands in its place")
    SEEN = "seen", _("you had read it already")
    MUTED = "muted", _("you muted the match")
    OFF = "off", _("you have turned this off here")
    NO_DEVICE = "no_device", _("no device to send it to")
    NO_ADDRESS = "no_address", _("no verified address")
    NO_WEBHOOK = "no_webhook", _("none of your webhooks is told of it")
    GONE = "gone", _("the device or the receiver is gone")
    EXPIRED = "expired", _("it came to be of no use")
    NOT_SET_UP = "not_set_up", _("this way is not set up on the server")
    UNKNOWN_TYPE = "unknown_type", _("this server does not know what it is about")
    # failed
    REFUSED = "refused", _("it was refused")
    GIVEN_UP = "given_up", _("it did not get through, however often it was tried")


class Lane(models.TextChoices):
    """Who is to bring a delivery: those for providers that we know never wait for the others."""

    KNOWN = "", "–"
    STRANGERS = "strangers", _("browsers and webhooks")


class Delivery(OutboxRow):
    """One notification on one channel, and the work of bringing it there.

    Written with its notification where there is a device, an address or a webhook to bring it to.
    `message_id` goes with everything that is sent of it: who gets it twice can tell. `earlier`: how
    it had ended before it was sent again, the oldest first: see services.resending.
    """

    notification = models.ForeignKey(
        Notification,
        on_delete=models.CASCADE,
        related_name="deliveries",
        db_index=False,  # the unique constraint begins with it
        verbose_name=_("notification"),
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # an index begins with it
        verbose_name=_("player"),
    )
    channel = models.CharField(_("channel"), max_length=10)
    status = models.CharField(
        _("status"),
        max_length=10,
        choices=DeliveryStatus.choices,
        default=DeliveryStatus.WAITING,
    )
    reason = models.CharField(
        _("reason"), max_length=20, choices=Reason.choices, default=Reason.NONE, blank=True
    )
    joined_to = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="joined",
        verbose_name=_("joined to"),
    )
    # Set when it is decided what goes out: the message as one of many, or of its own.
    is_summary = models.BooleanField(_("tells of several"), default=False)
    sending_since = models.DateTimeField(_("sent out at"), null=True, blank=True)
    asked_at = models.DateTimeField(_("sent again by hand at"), null=True, blank=True)
    earlier: "models.JSONField[Any, Any]" = models.JSONField(
        _("earlier outcomes"), null=True, blank=True, encoder=DjangoJSONEncoder
    )
    lane = models.CharField(
        _("lane"), max_length=10, choices=Lane.choices, default="", db_default="", blank=True
    )
    # In the lane of strangers: when a provider that we know is to be tried again beside them.
    known_at = models.DateTimeField(_("not before, elsewhere"), null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        permissions = [("resend_delivery", _("Can send a notification again"))]
        constraints = [
            models.UniqueConstraint(
                fields=["notification", "channel"], name="one_delivery_per_channel"
            ),
            models.CheckConstraint(
                condition=Q(channel__in=["push", "mail", "webhook"]),
                name="delivery_channel_known",
            ),
            models.CheckConstraint(
                condition=Q(status__in=DeliveryStatus.values), name="delivery_status_known"
            ),
            models.CheckConstraint(
                condition=Q(
                    done_at__isnull=True,
                    dead_at__isnull=True,
                    status__in=["waiting", "held", "sending"],
                )
                | Q(done_at__isnull=False, status__in=["sent", "joined", "dropped"])
                | Q(dead_at__isnull=False, status="failed"),
                name="delivery_ends_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["channel", "available_at", "id"],
                condition=Q(done_at__isnull=True, dead_at__isnull=True),
                name="delivery_undone",
            ),
            models.Index(fields=["player", "channel", "sending_since"], name="delivery_by_player"),
            models.Index(
                fields=["player", "channel"],
                condition=Q(done_at__isnull=True, dead_at__isnull=True),
                name="delivery_undone_by_player",
            ),
            models.Index(
                fields=["dead_at"],
                condition=Q(dead_at__isnull=False),
                name="delivery_given_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel}: {self.get_status_display()}"


class TargetStatus(models.TextChoices):
    """What became of a delivery at one device or webhook."""

    OPEN = "open", _("not sent yet")
    SENT = "sent", _("sent")
    GONE = "gone", _("gone")
    REFUSED = "refused", _("refused")
    GIVEN_UP = "given_up", _("given up")
    DROPPED = "dropped", _("not sent any more")


class Target(models.Model):
    """One device or webhook that a delivery goes to: tried again alone, where others have it.

    For mail there is one without either, whose address is looked up when it is sent.
    """

    delivery = models.ForeignKey(
        Delivery,
        on_delete=models.CASCADE,
        related_name="targets",
        verbose_name=_("delivery"),
    )
    device = models.ForeignKey(
        Device, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, null=True, blank=True, related_name="targets"
    )
    provider = models.CharField(_("by way of"), max_length=10)
    # What the device or webhook was called when this was made: they may be gone since.
    label = models.CharField(_("name"), max_length=60, blank=True, default="", db_default="")
    status = models.CharField(
        _("status"), max_length=10, choices=TargetStatus.choices, default=TargetStatus.OPEN
    )
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    http_status = models.PositiveSmallIntegerField(_("answer"), null=True, blank=True)
    provider_id = models.CharField(_("id there"), max_length=200, blank=True, default="")
    error = models.CharField(_("last error"), max_length=200, blank=True, default="")
    tried_at = models.DateTimeField(_("last tried at"), null=True, blank=True)
    try_at = models.DateTimeField(_("not before"), null=True, blank=True)

    class Meta:
        verbose_name = _("target")
        verbose_name_plural = _("targets")
        constraints = [
            models.UniqueConstraint(
                fields=["delivery", "device"],
                condition=Q(device__isnull=False),
                name="one_target_per_device",
            ),
            models.UniqueConstraint(
                fields=["delivery", "webhook"],
                condition=Q(webhook__isnull=False),
                name="one_target_per_webhook",
            ),
            models.CheckConstraint(
                condition=Q(device__isnull=True) | Q(webhook__isnull=True),
                name="target_is_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(status__in=TargetStatus.values), name="target_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.provider}: {self.get_status_display()}"

    @property
    def way_key(self) -> tuple[int | None, int | None]:
        """Name which device or webhook it is, by keys."""
        return self.device_id, self.webhook_id
