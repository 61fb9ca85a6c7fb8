"""Sandboxes: worlds beside the real one, in which time is moved by hand."""

import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["World"]


class World(models.Model):
    """A sandbox of an app developer: its players meet one another and nobody else.

    Its clock is the service's, `offset_ms` ahead; it never goes back. Nothing that happens there
    leaves the service. The real world has no row.
    """

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="worlds",
        verbose_name=_("owner"),
    )
    offset_ms = models.BigIntegerField(_("clock ahead by"), default=0, help_text=_("Milliseconds."))
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("sandbox")
        verbose_name_plural = _("sandboxes")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(offset_ms__gte=0), name="world_clock_not_behind"
            ),
        ]

    def __str__(self) -> str:
        return str(self.public_id)

    @property
    def offset(self) -> timedelta:
        """How far its clock is ahead of the service's."""
        return timedelta(milliseconds=self.offset_ms)
