"""Short proofs: codes sent by mail, codes to come back with, and identity tokens used up."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["Code", "CodePurpose", "RecoveryCode", "SpentIdentityToken"]


class CodePurpose(models.TextChoices):
    """What a code lets its holder do."""

    VERIFY_EMAIL = "verify_email", _("verify an e-mail address")
    RESET_PASSWORD = "reset_password", _("choose a new password")  # a purpose


class Code(models.Model):
    """A short code that was sent to a player; only its keyed digest is kept.

    Good until `expires_at`, for as many wrong attempts as are left, and once.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # the unique constraint begins with it
        verbose_name=_("player"),
    )
    purpose = models.CharField(_("purpose"), max_length=20, choices=CodePurpose.choices)
    digest = models.CharField(_("digest"), max_length=64, editable=False)
    address = models.EmailField(_("sent to"))
    attempts_left = models.PositiveSmallIntegerField(_("attempts left"))
    created_at = models.DateTimeField(_("created at"))
    expires_at = models.DateTimeField(_("expires at"), db_index=True)

    class Meta:
        verbose_name = _("code")
        verbose_name_plural = _("codes")
        constraints = [
            models.UniqueConstraint(fields=["player", "purpose"], name="one_code_per_purpose"),
            models.CheckConstraint(
                condition=models.Q(purpose__in=CodePurpose.values), name="code_purpose_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.purpose}"


class RecoveryCode(models.Model):
    """The long code with which a guest comes back on another device. Only its digest is kept."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="+",
        verbose_name=_("player"),
    )
    digest = models.CharField(_("digest"), max_length=64, editable=False)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("recovery code")
        verbose_name_plural = _("recovery codes")
        constraints = [
            models.UniqueConstraint(fields=["digest"], name="recovery_digest_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"


class SpentIdentityToken(models.Model):
    """An identity token of Apple or Google that was used: none signs in twice."""

    digest = models.CharField(_("digest"), max_length=64, primary_key=True)
    expires_at = models.DateTimeField(_("expires at"), db_index=True)

    class Meta:
        verbose_name = _("spent identity token")
        verbose_name_plural = _("spent identity tokens")

    def __str__(self) -> str:
        return self.digest[:8]
