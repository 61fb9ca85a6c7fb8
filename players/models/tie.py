"""Whom a player likes to play with, and whom not to hear or to meet."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["Tie", "TieKind"]


class TieKind(models.TextChoices):
    """Friend: I would play with them. Mute: I do not hear them. Block: neither meets the other."""

    FRIEND = "friend", _("friend")
    MUTE = "mute", _("mute")
    BLOCK = "block", _("block")


class Tie(models.Model):
    """What one player decided about another. Only a friendship is told; mutual, it is one."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # the unique constraint begins with it
        verbose_name=_("player"),
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("about"),
    )
    kind = models.CharField(_("kind"), max_length=6, choices=TieKind.choices)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("tie")
        verbose_name_plural = _("ties")
        constraints = [
            models.UniqueConstraint(fields=["player", "other", "kind"], name="tie_unique"),
            models.CheckConstraint(
                condition=models.Q(kind__in=TieKind.values), name="tie_kind_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(player=models.F("other")), name="tie_between_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} {self.other_id}"
