"""What each person wants to be told, where and when; and which ways rest for everybody."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

__all__ = ["MutedSubject", "Preferences", "Resting", "default_digest_hours"]


def default_digest_hours() -> list[int]:
    return [8]


class Preferences(models.Model):
    """What one person chose. No row: nothing yet. The row is also the lock of their deliveries.

    `choices` holds only what differs from the defaults of the types: {type: {channel: mode}}.
    Hours are those of the player's time zone.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="+",
        verbose_name=_("player"),
    )
    choices: "models.JSONField[Any, Any]" = models.JSONField(_("choices"), default=dict)
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    digest_hours: "models.JSONField[Any, Any]" = models.JSONField(
        _("hours of the digest"), default=default_digest_hours
    )
    mail_off_at = models.DateTimeField(_("no mail since"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), default=0)

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")
        constraints = [
            models.CheckConstraint(
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="quiet_hours_have_two_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"


class MutedSubject(models.Model):
    """A match of which a player wants to hear nothing outside the inbox."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # the unique constraint begins with it
        verbose_name=_("player"),
    )
    subject = models.UUIDField(_("match"))
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("muted match")
        verbose_name_plural = _("muted matches")
        constraints = [
            models.UniqueConstraint(fields=["player", "subject"], name="subject_muted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.subject}"


class Resting(models.Model):
    """A provider that does not answer, or asked to be left alone: nothing is sent until then."""

    name = models.CharField(_("provider"), max_length=10, primary_key=True)
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    until = models.DateTimeField(_("rests until"), null=True, blank=True)

    class Meta:
        verbose_name = _("resting provider")
        verbose_name_plural = _("resting providers")

    def __str__(self) -> str:
        return self.name
