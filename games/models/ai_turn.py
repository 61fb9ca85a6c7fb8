"""A move that an AI owes."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from scopa_site.outbox.models import OutboxRow

__all__ = ["AiTurn"]


class AiTurn(OutboxRow):
    """One AI move to be made, written in the transaction that gave the AI its turn."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="ai_turns", verbose_name=_("match")
    )
    ply = models.PositiveIntegerField(_("ply"))

    person_waits = models.BooleanField(_("a person waits"), default=True)

    class Meta:
        verbose_name = _("computer's turn")
        verbose_name_plural = _("computer's turns")
        constraints = [
            models.UniqueConstraint(fields=["match", "ply"], name="one_ai_turn_per_ply"),
        ]
        indexes = [
            models.Index(
                models.F("person_waits").desc(),
                "id",
                condition=models.Q(done_at__isnull=True),
                name="ai_turn_undone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} @ {self.ply}"
