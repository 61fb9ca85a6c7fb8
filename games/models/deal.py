"""One deal of the whole pack."""

from collections.abc import Sequence

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import engine
from games.models.match import Match

__all__ = ["Deal", "DealStatus"]


class DealStatus(models.TextChoices):
    """Where a deal stands."""

    OPEN = "open", pgettext_lazy("deal", "open")
    SCORED = "scored", _("scored")
    VOID = "void", _("thrown in")
    BROKEN_OFF = "broken_off", _("broken off")


class Deal(models.Model):
    """The pack of one deal, in the order in which it was dealt: a secret, never served.

    Void: three Kings on the table; the next attempt has the same number. Open: being played.
    Scored: over. Broken off: the match ended in the middle of it.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="deals", verbose_name=_("match")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=0)
    dealer_seat = models.PositiveSmallIntegerField(_("dealer"))
    first_ply = models.PositiveIntegerField(_("first move"))
    deck = models.CharField(_("pack"), max_length=160, editable=False)
    status = models.CharField(_("status"), max_length=10, choices=DealStatus.choices)
    dealt_at = models.DateTimeField(_("dealt at"))

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number", "attempt"], name="one_deal_per_attempt"
            ),
            models.UniqueConstraint(
                fields=["match"], condition=Q(status="open"), name="one_open_deal_per_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.number}"

    @staticmethod
    def written(deck: Sequence[engine.Card]) -> str:
        """Write a pack as text."""
        return " ".join(map(str, deck))

    @property
    def cards(self) -> tuple[engine.Card, ...]:
        """The pack, index 0 dealt first."""
        return tuple(engine.parse_card(code) for code in self.deck.split())
