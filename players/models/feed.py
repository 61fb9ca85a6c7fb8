"""What a player is told of, in an order without gaps."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["EVENT_TYPE_LENGTH", "Feed", "FeedEvent"]

EVENT_TYPE_LENGTH = 40


class Feed(models.Model):
    """The counter of one player's events. Whoever publishes holds this row until the commit.

    That is what makes the order of the numbers the order of the commits: a number drawn from a
    sequence of the database could become visible after a higher one, and a reader that stands at
    the higher one would never see it. The row is made with its player.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="feed",
        verbose_name=_("player"),
    )
    last_seq = models.BigIntegerField(_("newest event"), default=0)
    oldest_seq = models.BigIntegerField(
        _("oldest event"), default=1, help_text=_("Those before it are deleted.")
    )
    seen_seq = models.BigIntegerField(_("read up to"), default=0)

    class Meta:
        verbose_name = _("feed")
        verbose_name_plural = _("feeds")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(seen_seq__gte=0, seen_seq__lte=models.F("last_seq")),
                name="feed_seen_within",
            ),
            models.CheckConstraint(
                condition=models.Q(oldest_seq__gte=1, oldest_seq__lte=models.F("last_seq") + 1),
                name="feed_oldest_within",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.oldest_seq} to {self.last_seq}"


class FeedEvent(models.Model):
    """One thing that happened, told to one player. `data` holds ids and public facts, no names."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # the unique constraint begins with it
        verbose_name=_("player"),
    )
    seq = models.BigIntegerField(_("number"))
    type = models.CharField(_("type"), max_length=EVENT_TYPE_LENGTH)
    subject = models.UUIDField(_("match"), null=True, blank=True)
    data = models.JSONField(_("data"), default=dict, encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(_("created at"), db_index=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            models.UniqueConstraint(fields=["player", "seq"], name="event_number_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.seq} {self.type}"
