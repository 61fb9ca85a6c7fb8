"""One card played. Rows are only ever added."""

from typing import Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import engine
from games.models.deal import Deal
from games.models.match import Match
from scopa_site.statements import insert_row

__all__ = ["Move", "MoveIsAppendOnly", "MoveSource"]


class MoveIsAppendOnly(TypeError):
    """Raised by code that tries to change or delete a move: play another through the service."""


class MoveSource(models.TextChoices):
    """Who chose the card."""

    PERSON = "person", _("person")
    AI = "ai", _("computer")
    FALLBACK = "fallback", _("server, in place of the computer")
    FORCED = "forced", _("nobody: it was the only card that could be played")
    PLAN = "plan", _("plan of the person")


class Move(models.Model):
    """A card played at a ply. `sole`: the card allowed no other capture, so none had to be named.

    The database refuses a change (`move_is_append_only`) and a gap (`ply_without_gaps`) by trigger.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="moves", verbose_name=_("match")
    )
    ply = models.PositiveIntegerField(_("ply"))
    deal = models.ForeignKey(
        Deal, on_delete=models.CASCADE, related_name="moves", verbose_name=_("deal")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    card = models.CharField(_("card"), max_length=3)
    capture = models.CharField(_("capture"), max_length=60, blank=True, default="")
    scopa = models.BooleanField(_("scopa"), default=False)
    sole = models.BooleanField(_("only capture"), default=False)
    source = models.CharField(_("chosen by"), max_length=10, choices=MoveSource.choices)
    played_at = models.DateTimeField(_("played at"))

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        constraints = [
            models.UniqueConstraint(fields=["match", "ply"], name="one_move_per_ply"),
        ]

    def __str__(self) -> str:
        return f"{self.ply}. {self.card}{':' + self.capture if self.capture else ''}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; raise MoveIsAppendOnly for one that is stored already."""
        if not self._state.adding:
            raise MoveIsAppendOnly("a move is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise MoveIsAppendOnly."""
        raise MoveIsAppendOnly("a move is never deleted")

    def append(self) -> None:
        """Insert the row: what save does, at a fraction of the price."""
        insert_row(self)

    @property
    def captured(self) -> tuple[engine.Card, ...]:
        """The cards taken from the table; none when the card was laid down."""
        return tuple(engine.parse_card(code) for code in self.capture.split())

    @property
    def as_engine_move(self) -> engine.Move:
        """The move as the engine knows it."""
        return engine.Move(engine.parse_card(self.card), self.captured)
