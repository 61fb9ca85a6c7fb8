"""The bearer tokens by which an app is known."""

import hashlib

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["DEVICE_NAME_LENGTH", "Token"]

DEVICE_NAME_LENGTH = 60


class Token(models.Model):
    """One log-in of one device.

    Only the digest of the secret is kept, so a stolen table opens nothing. The secret has 256
    random bits: a plain SHA-256 cannot be searched, and needs no salt.
    """

    digest = models.CharField(_("digest"), max_length=64, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="tokens",
        verbose_name=_("player"),
    )
    device_name = models.CharField(_("device"), max_length=DEVICE_NAME_LENGTH, blank=True)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        constraints = [
            models.UniqueConstraint(fields=["digest"], name="token_digest_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.device_name or self.pk}"

    @staticmethod
    def digest_of(secret: str) -> str:
        """Return the SHA-256 of a secret, in hexadecimal."""
        return hashlib.sha256(secret.encode()).hexdigest()
