"""The reply to a request that named an Idempotency-Key."""

from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["KEY_LENGTH", "IdempotencyRecord"]

KEY_LENGTH = 64
_SHA256_LENGTH = 64


class IdempotencyRecord(models.Model):
    """What was asked under a key and what was answered, written with the effect or not at all.

    `reply` is the body as JSON text, not jsonb: the same bytes come back. It holds ids in place of
    names; see `scopa_site.idempotency.references`. While its transaction runs `status` is 0, which
    nobody else ever sees.
    """

    # The key of a player: this layer knows no players, and a record outlives nothing by much.
    owner_id = models.BigIntegerField(_("owner"))
    key = models.CharField(_("key"), max_length=KEY_LENGTH)
    request_sha256 = models.CharField(_("digest of the request"), max_length=_SHA256_LENGTH)
    status = models.PositiveSmallIntegerField(_("status"), default=0)
    reply = models.TextField(_("reply"), blank=True, default="")
    is_tagged = models.BooleanField(_("has an entity tag"), default=False)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("kept reply")
        verbose_name_plural = _("kept replies")
        constraints = [
            models.UniqueConstraint(fields=["owner_id", "key"], name="one_reply_per_key"),
        ]
        indexes = [models.Index(fields=["created_at"], name="kept_reply_age")]

    def __str__(self) -> str:
        return f"{self.owner_id}: {self.key}"
