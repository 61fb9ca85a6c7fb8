"""What a person may ask of us: a copy of what we hold, to be forgotten, to be protected."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

__all__ = [
    "REPORT_TEXT_LENGTH",
    "Deletion",
    "Export",
    "ExportPart",
    "Report",
    "ReportReason",
    "ReportStatus",
]

REPORT_TEXT_LENGTH = 1000


class Export(models.Model):
    """A copy of what is held of a player, made part by part; the parts go when it expires."""

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("player"),
    )
    asked_at = models.DateTimeField(_("asked at"))
    ready_at = models.DateTimeField(_("ready at"), null=True, blank=True)
    expires_at = models.DateTimeField(_("expires at"), null=True, blank=True, db_index=True)

    class Meta:
        verbose_name = _("export")
        verbose_name_plural = _("exports")
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(ready_at__isnull=True), name="one_export_in_work"
            ),
        ]

    def __str__(self) -> str:
        return str(self.public_id)


class ExportPart(models.Model):
    """A piece of the JSON text of an export; the pieces in the order of their numbers are all."""

    export = models.ForeignKey(
        Export,
        on_delete=models.CASCADE,
        related_name="parts",
        db_index=False,  # the unique constraint begins with it
        verbose_name=_("export"),
    )
    number = models.PositiveIntegerField(_("number"))
    text = models.TextField(_("text"))

    class Meta:
        verbose_name = _("part of an export")
        verbose_name_plural = _("parts of exports")
        constraints = [
            models.UniqueConstraint(fields=["export", "number"], name="one_part_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.export_id}: {self.number}"


class Deletion(models.Model):
    """The wish of a player to be erased, with days to think; the row stays when it is done."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="deletion",
        verbose_name=_("player"),
    )
    asked_at = models.DateTimeField(_("asked at"))
    due_at = models.DateTimeField(_("due at"))
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)

    class Meta:
        verbose_name = _("deletion")
        verbose_name_plural = _("deletions")
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(done_at__isnull=True), name="deletion_pending"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"


class ReportReason(models.TextChoices):
    """What a player may be reported for."""

    OFFENSIVE_NAME = "offensive_name", _("offensive name")
    ABUSIVE_MESSAGE = "abusive_message", _("abusive message")
    CHEATING = "cheating", _("cheating")
    STALLING = "stalling", _("stalling on purpose")
    OTHER = "other", _("something else")


class ReportStatus(models.TextChoices):
    """Where a report stands."""

    OPEN = "open", _("waiting for a decision")
    UPHELD = "upheld", _("upheld")
    DISMISSED = "dismissed", _("dismissed")


class Report(models.Model):
    """One player's complaint about another, for whoever runs the service. Never shown to others."""

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("reported by"),
    )
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="reports",
        verbose_name=_("reported"),
    )
    reason = models.CharField(_("reason"), max_length=20, choices=ReportReason.choices)
    match = models.UUIDField(_("match"), null=True, blank=True)
    text = models.CharField(_("text"), max_length=REPORT_TEXT_LENGTH, blank=True, default="")
    status = models.CharField(
        _("status"), max_length=10, choices=ReportStatus.choices, default=ReportStatus.OPEN
    )
    created_at = models.DateTimeField(_("created at"))
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        permissions = [("decide_report", _("Can decide on a report"))]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "reported"],
                condition=Q(status="open"),
                name="one_open_report_per_pair",
            ),
            models.CheckConstraint(
                condition=~Q(reporter=models.F("reported")), name="report_between_two"
            ),
            models.CheckConstraint(
                condition=Q(reason__in=ReportReason.values), name="report_reason_known"
            ),
            models.CheckConstraint(
                condition=Q(status__in=ReportStatus.values), name="report_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status="open", decided_at__isnull=True)
                | (~Q(status="open") & Q(decided_at__isnull=False)),
                name="report_decided_or_open",
            ),
        ]

    def __str__(self) -> str:
        return str(self.public_id)
