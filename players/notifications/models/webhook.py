"""An address of a player's own program that is told of their notifications."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["Webhook"]


class Webhook(models.Model):
    """Where a program is told, and the secret by which it knows that we are who tells it.

    While a secret is changed both sign, until `old_secret_until`. `types` empty: all.
    """

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    url = models.CharField(_("address"), max_length=2000)
    name = models.CharField(_("name"), max_length=60, blank=True, default="")
    types = models.JSONField(_("types"), default=list)
    secret_sealed = models.TextField(_("secret"), editable=False)
    old_secret_sealed = models.TextField(_("old secret"), blank=True, default="", editable=False)
    old_secret_until = models.DateTimeField(_("old secret until"), null=True, blank=True)
    is_enabled = models.BooleanField(_("in use"), default=True)
    disabled_because = models.CharField(
        _("not in use because"), max_length=20, blank=True, default=""
    )
    failing_since = models.DateTimeField(_("fails since"), null=True, blank=True)
    # One that hangs is left alone, each time for longer, until it answers.
    hangs = models.PositiveSmallIntegerField(_("hung, times in a row"), default=0, db_default=0)
    rests_until = models.DateTimeField(_("left alone until"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.name or str(self.public_id)[:8]
