"""How strong players are: results that count, and the ratings that follow from them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

__all__ = ["FAMILY_LENGTH", "RatedResult", "RatedSeat", "Rating", "RatingChange", "RatingSystem"]

FAMILY_LENGTH = 30
_ONE_SUBJECT = Q(player__isnull=False, level="") | (Q(player__isnull=True) & ~Q(level=""))


class RatingSystem(models.TextChoices):
    """By which reckoning a result changes ratings."""

    GLICKO2 = "glicko2", "Glicko-2"
    PLACKETT_LUCE = "plackett_luce", "Plackett-Luce"


class RatedResult(models.Model):
    """A match that counts, as its end told it. All ratings follow from these, in order of `id`."""

    match = models.UUIDField(_("match"))
    family = models.CharField(_("family"), max_length=FAMILY_LENGTH)
    system = models.CharField(_("system"), max_length=20, choices=RatingSystem.choices)
    finished_at = models.DateTimeField(_("finished at"))
    annulled_at = models.DateTimeField(_("annulled at"), null=True, blank=True)

    class Meta:
        verbose_name = _("rated result")
        verbose_name_plural = _("rated results")
        permissions = [("annul_result", _("Can let a match count for no rating"))]
        constraints = [
            models.UniqueConstraint(fields=["match"], name="one_result_per_match"),
            models.CheckConstraint(
                condition=Q(system__in=RatingSystem.values), name="result_system_known"
            ),
        ]
        indexes = [models.Index(fields=["family", "id"], name="result_by_family")]

    def __str__(self) -> str:
        return f"{self.family} {self.match}"


class RatedSeat(models.Model):
    """Who sat where in a result: a player, or a level of the computer. `place` 1 is the best."""

    result = models.ForeignKey(
        RatedResult, on_delete=models.CASCADE, related_name="seats", verbose_name=_("result")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    side = models.PositiveSmallIntegerField(_("side"))
    place = models.PositiveSmallIntegerField(_("place"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("player"),
    )
    level = models.CharField(_("level"), max_length=20, blank=True, default="")

    class Meta:
        verbose_name = _("seat of a result")
        verbose_name_plural = _("seats of results")
        constraints = [
            models.UniqueConstraint(fields=["result", "seat"], name="one_rated_seat"),
            models.CheckConstraint(condition=_ONE_SUBJECT, name="rated_seat_has_one_holder"),
            models.CheckConstraint(condition=Q(place__gte=1), name="rated_place_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.place}"


class Rating(models.Model):
    """How strong a player, or a level of the computer, is in a family of presets.

    On the scale on which everybody begins at 1500; `deviation` says how sure it is.
    """

    family = models.CharField(_("family"), max_length=FAMILY_LENGTH)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="ratings",
        verbose_name=_("player"),
    )
    level = models.CharField(_("level"), max_length=20, blank=True, default="")
    rating = models.FloatField(_("rating"))
    deviation = models.FloatField(_("deviation"))
    volatility = models.FloatField(_("volatility"))
    results = models.PositiveIntegerField(_("results"), default=0)
    rated_at = models.DateTimeField(_("rated at"), null=True, blank=True)
    # Until when it may be compared: idle time makes a rating unsure, and at a known instant too
    # unsure. A board would otherwise reckon that for each row of each page.
    settled_until = models.DateTimeField(_("settled until"), null=True, blank=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "family"],
                condition=Q(player__isnull=False),
                name="one_rating_per_player",
            ),
            models.UniqueConstraint(
                fields=["level", "family"], condition=~Q(level=""), name="one_rating_per_level"
            ),
            models.CheckConstraint(condition=_ONE_SUBJECT, name="rating_has_one_holder"),
            models.CheckConstraint(condition=Q(deviation__gt=0), name="rating_deviation_positive"),
        ]
        indexes = [
            models.Index(
                fields=["family", "-rating", "id"],
                condition=Q(settled_until__isnull=False, player__isnull=False),
                name="rating_board",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.family} {self.rating:.0f} ± {self.deviation:.0f}"


class RatingChange(models.Model):
    """What one result did to one rating; a replay of all results gives the same rows."""

    result = models.ForeignKey(
        RatedResult, on_delete=models.CASCADE, related_name="changes", verbose_name=_("result")
    )
    rating = models.ForeignKey(
        Rating,
        on_delete=models.CASCADE,
        related_name="changes",
        db_index=False,  # the index over its order begins with it
        verbose_name=_("rating"),
    )
    rating_before = models.FloatField(_("rating before"))
    deviation_before = models.FloatField(_("deviation before"))
    volatility_before = models.FloatField(_("volatility before"))
    rating_after = models.FloatField(_("rating after"))
    deviation_after = models.FloatField(_("deviation after"))
    volatility_after = models.FloatField(_("volatility after"))
    not_counted = models.CharField(_("not counted because"), max_length=20, blank=True, default="")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints = [
            models.UniqueConstraint(fields=["result", "rating"], name="one_change_per_result"),
        ]
        indexes = [models.Index(fields=["rating", "-at", "-id"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.rating_before:.0f} > {self.rating_after:.0f}"
