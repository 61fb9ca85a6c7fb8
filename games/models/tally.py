"""What players have done, counted at the end of each match so that nobody counts matches again."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = ["Encounter", "Tally"]


class Tally(models.Model):
    """What one player did in the finished matches of one preset, against whomever.

    `left`: matches that the player gave up or ran out of time in. `replies`: how many decisions
    took less than 1, 2, 4, ... minutes, each in one class; a typical reply time is read from it.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="tallies",
        db_index=False,  # the unique constraint begins with it
        verbose_name=_("player"),
    )
    preset = models.CharField(_("preset"), max_length=40)
    matches = models.PositiveIntegerField(_("matches"), default=0)
    won = models.PositiveIntegerField(_("won"), default=0)
    drawn = models.PositiveIntegerField(_("drawn"), default=0)
    lost = models.PositiveIntegerField(_("lost"), default=0)
    left = models.PositiveIntegerField(_("left"), default=0)
    deals = models.PositiveIntegerField(_("deals"), default=0)
    scope = models.PositiveIntegerField(_("scope"), default=0)
    settebelli = models.PositiveIntegerField(_("settebelli"), default=0)
    primiere = models.PositiveIntegerField(_("primiere"), default=0)
    replies = models.JSONField(_("replies by time"), default=list)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        constraints = [
            models.UniqueConstraint(fields=["player", "preset"], name="one_tally_per_preset"),
            models.CheckConstraint(
                condition=models.Q(matches=models.F("won") + models.F("drawn") + models.F("lost")),
                name="tally_adds_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.preset}"


class Encounter(models.Model):
    """How often one player beat another, from the side of `player`; the other has a row too."""

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
        verbose_name=_("opponent"),
    )
    won = models.PositiveIntegerField(_("won"), default=0)
    drawn = models.PositiveIntegerField(_("drawn"), default=0)
    lost = models.PositiveIntegerField(_("lost"), default=0)

    class Meta:
        verbose_name = _("encounter")
        verbose_name_plural = _("encounters")
        constraints = [
            models.UniqueConstraint(fields=["player", "other"], name="one_encounter_per_pair"),
            models.CheckConstraint(
                condition=~models.Q(player=models.F("other")), name="encounter_between_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} / {self.other_id}"
