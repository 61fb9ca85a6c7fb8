"""Attempts that were counted while Redis was away."""

from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["AttemptCount"]

_SHA256_LENGTH = 64


class AttemptCount(models.Model):
    """How often one thing was tried in one window. `name` is a digest: it tells of nobody."""

    name = models.CharField(_("digest of what was tried"), max_length=_SHA256_LENGTH)
    count = models.PositiveIntegerField(_("attempts"))
    ends_at = models.DateTimeField(_("end of the window"))

    class Meta:
        verbose_name = _("count of attempts")
        verbose_name_plural = _("counts of attempts")
        constraints = [models.UniqueConstraint(fields=["name"], name="one_count_per_window")]
        indexes = [models.Index(fields=["ends_at"], name="attempt_count_age")]

    def __str__(self) -> str:
        return f"{self.name[:8]}: {self.count}"
