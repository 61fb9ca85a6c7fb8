"""Rows of work, and the proof that somebody still sweeps them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["Effect", "Heartbeat", "OutboxRow"]


class OutboxRow(models.Model):
    """One piece of work owed by a committed change.

    Free: nothing below is set, or is past. Taken: `lease_until` ahead. Put off after a failure:
    `available_at` ahead. Given up: `dead_at`. Done: `done_at`. Each taking counts in `attempts`; a
    holder that dies is outlived by its lease.
    """

    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    lease_until = models.DateTimeField(_("taken until"), null=True, blank=True)
    available_at = models.DateTimeField(_("not before"), null=True, blank=True)
    dead_at = models.DateTimeField(_("given up at"), null=True, blank=True)
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    last_error = models.CharField(_("last error"), max_length=200, blank=True, default="")
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        abstract = True


class Effect(OutboxRow):
    """Something that a committed change brings about outside its own transaction.

    `topic` names the handler. Of two effects with the same `dedupe_key` there is only the first.
    `payload` holds ids and public facts: neither names nor cards nor secrets.
    """

    topic = models.CharField(_("topic"), max_length=60)
    dedupe_key = models.CharField(_("key against doubles"), max_length=160)
    payload = models.JSONField(_("what to do"), default=dict)

    class Meta:
        verbose_name = _("effect")
        verbose_name_plural = _("effects")
        constraints = [
            models.UniqueConstraint(fields=["dedupe_key"], name="one_effect_per_dedupe_key"),
        ]
        indexes = [
            models.Index(
                fields=["id"],
                condition=models.Q(done_at__isnull=True, dead_at__isnull=True),
                name="effect_undone",
            ),
            models.Index(fields=["done_at"], name="effect_done"),
        ]

    def __str__(self) -> str:
        return f"{self.topic}: {self.dedupe_key}"


class Heartbeat(models.Model):
    """The last time a sweep of this name ran to its end."""

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    beat_at = models.DateTimeField(_("last beat"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.name}: {self.beat_at:%Y-%m-%d %H:%M:%S}"
