"""A seat of a match and who holds it."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.match import Match

__all__ = ["AskedPause", "Seat", "SeatKind", "SeatStatus"]


class SeatKind(models.TextChoices):
    """What sort of holder a seat has."""

    PERSON = "person", _("person")
    AI = "ai", _("computer")
    OPEN = "open", pgettext_lazy("seat", "open")


class SeatStatus(models.TextChoices):
    """Where the holder of a seat stands."""

    OPEN = "open", pgettext_lazy("seat", "open")
    INVITED = "invited", _("invited")
    JOINED = "joined", _("joined")
    PLAYING = "playing", _("playing")
    DECLINED = "declined", _("declined")
    RESIGNED = "resigned", _("resigned")
    CLAIMABLE = "claimable", _("out of time, to be claimed")
    AI_SUBSTITUTE = "ai_substitute", _("the computer plays in place of the person")
    TIMED_OUT = "timed_out", _("out of time")
    REMOVED = "removed", _("removed")


class AskedPause(NamedTuple):
    """A pause of so many seconds, and the seats that agreed to it beside the one that asks."""

    seconds: int
    agreed: tuple[int, ...] = ()


class Seat(models.Model):
    """One place at the table, numbered from 0 in order of play.

    Open: nobody yet; `by_link`: for whoever holds the link. Person: invited, joined, playing,
    declined; later claimable, timed_out, resigned. AI: a level. In place of a person who is away
    or has left a side that plays on, an opponent of the level `substitute` plays.
    `was_open` stays set once the seat has been offered to anyone: whoever comes too late is told
    that it is taken, not that the match does not exist.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="seats", verbose_name=_("match")
    )
    index = models.PositiveSmallIntegerField(_("seat"))
    side = models.PositiveSmallIntegerField(_("side"))
    kind = models.CharField(_("holder"), max_length=6, choices=SeatKind.choices)
    status = models.CharField(_("status"), max_length=20, choices=SeatStatus.choices)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        db_index=False,  # an index begins with it
        related_name="seats",
        verbose_name=_("player"),
    )
    level = models.CharField(_("level"), max_length=20, blank=True, default="")
    was_open = models.BooleanField(_("was open"), default=False)
    by_link = models.BooleanField(_("by link only"), default=False)
    substitute = models.CharField(_("substitute"), max_length=20, blank=True, default="")
    decline_reason = models.CharField(_("reason"), max_length=20, blank=True, default="")
    pauses_left = models.PositiveSmallIntegerField(_("pauses left"), default=0)
    # Where the holder slept when the match began: moving a clock by moving house would be too easy.
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    has_plan = models.BooleanField(_("has a plan"), default=False)
    # Whether the match is offered or played. Its status says so too; but an index over two tables
    # does not exist, and the matches that somebody has finished are more each year.
    live = models.BooleanField(_("in play"), default=True)

    # The holiday that the holder has taken or planned: from and to. Read with the seats of a match.
    away: tuple[datetime, datetime] | None = None
    # Whether the holder was erased. Read in the same way, as is what follows.
    is_erased: bool = False
    # The pause that the seat asks for, while it waits for an answer.
    asks_pause: AskedPause | None = None

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        indexes = [
            models.Index(fields=["player"], condition=Q(live=True), name="seat_live"),
            models.Index(fields=["player", "match"], name="seat_by_player"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="one_seat_per_index"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_per_player"),
            models.CheckConstraint(
                condition=Q(kind=SeatKind.PERSON, player__isnull=False, level="")
                | (Q(kind=SeatKind.AI, player__isnull=True) & ~Q(level=""))
                | Q(kind=SeatKind.OPEN, player__isnull=True, level="", status=SeatStatus.OPEN),
                name="seat_has_one_holder",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.index}: {self.player or self.level or self.kind}"

    # Mutators

    def give_to(self, player_id: int) -> None:
        """Seat a person here."""
        self.kind = SeatKind.PERSON
        self.status = SeatStatus.JOINED
        self.player_id = player_id
        self.save(update_fields=["kind", "status", "player"])

    def reopen(self) -> None:
        """Offer the seat to anyone again."""
        self.kind = SeatKind.OPEN
        self.status = SeatStatus.OPEN
        self.player = None
        self.save(update_fields=["kind", "status", "player"])

    def mark(self, status: SeatStatus) -> None:
        """Write down where the holder stands."""
        self.status = status
        self.save(update_fields=["status"])

    def hand_over(self, status: SeatStatus, *, level: str) -> None:
        """Let an opponent of this level play on in place of the person; "" gives the seat back."""
        self.status = status
        self.substitute = level
        self.save(update_fields=["status", "substitute"])

    # Properties

    @property
    def playing_level(self) -> str:
        """The level of the opponent that plays for this seat now; "" where a person does."""
        return self.substitute or self.level

    @property
    def is_played_by_person(self) -> bool:
        """Whether a person must move here, and has a clock."""
        return self.kind == SeatKind.PERSON and not self.substitute

    @property
    def is_filled(self) -> bool:
        """Whether the seat is ready for the first deal."""
        return self.kind == SeatKind.AI or self.status == SeatStatus.JOINED
