"""An app on a telephone, or a browser, that can be pushed to."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

__all__ = ["Device", "Provider"]


class Provider(models.TextChoices):
    """Who brings a push to the device."""

    FCM = "fcm", "Firebase Cloud Messaging"
    APNS = "apns", "Apple Push Notification service"
    WEBPUSH = "webpush", "Web Push"


class Device(models.Model):
    """One installation of an app, and the token by which it is pushed to.

    The token is personal data: enciphered, never shown, one row for each. `session` is the public
    id of the log-in that gave it: once that is taken back nothing is pushed there any more.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # the unique constraint begins with it
        verbose_name=_("player"),
    )
    installation_id = models.CharField(_("installation"), max_length=64)
    provider = models.CharField(_("provider"), max_length=10, choices=Provider.choices)
    is_sandbox = models.BooleanField(_("sandbox of Apple"), default=False)
    # For Web Push: the subscription of the browser, as JSON.
    token_sealed = models.TextField(_("token"), editable=False)
    token_digest = models.CharField(_("digest"), max_length=64, editable=False)
    session = models.UUIDField(_("session"))
    name = models.CharField(_("name"), max_length=60, blank=True, default="")
    created_at = models.DateTimeField(_("created at"))
    updated_at = models.DateTimeField(_("updated at"))
    # One that hangs is left alone, each time for longer, until it answers.
    hangs = models.PositiveSmallIntegerField(_("hung, times in a row"), default=0, db_default=0)
    rests_until = models.DateTimeField(_("left alone until"), null=True, blank=True)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "installation_id"], name="one_device_per_installation"
            ),
            models.UniqueConstraint(fields=["token_digest"], name="device_token_unique"),
            models.CheckConstraint(
                condition=Q(provider__in=Provider.values), name="device_provider_known"
            ),
            models.CheckConstraint(
                condition=Q(is_sandbox=False) | Q(provider="apns"), name="sandbox_is_of_apple"
            ),
        ]
        indexes = [models.Index(fields=["session"], name="device_by_session")]

    def __str__(self) -> str:
        return f"{self.name or self.installation_id[:8]} ({self.provider})"
