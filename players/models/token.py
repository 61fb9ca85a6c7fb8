"""The bearer tokens by which an app is known."""

import hashlib
import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["DEVICE_NAME_LENGTH", "Token", "TokenKind"]

DEVICE_NAME_LENGTH = 60


class TokenKind(models.TextChoices):
    """Session: a log-in of one device. Personal: made by its player for a program."""

    SESSION = "session", _("session")
    PERSONAL = "personal", _("personal token")


class Token(models.Model):
    """One log-in of one device, or a token that its player made for a program.

    Only the digest of the secret is kept, so a stolen table opens nothing. The secret has 256
    random bits: a plain SHA-256 cannot be searched, and needs no salt. `scopes` None: all.
    """

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(
        _("kind"), max_length=8, choices=TokenKind.choices, default=TokenKind.SESSION
    )
    digest = models.CharField(_("digest"), max_length=64, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="tokens",
        verbose_name=_("player"),
    )
    device_name = models.CharField(_("device"), max_length=DEVICE_NAME_LENGTH, blank=True)
    scopes = models.JSONField(_("scopes"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"))
    expires_at = models.DateTimeField(_("expires at"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used at"), null=True, blank=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        constraints = [
            models.UniqueConstraint(fields=["digest"], name="token_digest_unique"),
            models.CheckConstraint(
                condition=models.Q(kind=TokenKind.SESSION, scopes__isnull=True)
                | models.Q(kind=TokenKind.PERSONAL, scopes__isnull=False, expires_at__isnull=False),
                name="token_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.device_name or self.pk}"

    @staticmethod
    def digest_of(secret: str) -> str:
        """Return the SHA-256 of a secret, in hexadecimal."""
        return hashlib.sha256(secret.encode()).hexdigest()
