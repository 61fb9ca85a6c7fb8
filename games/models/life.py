"""What happens to a match beside its cards: its log, its timeouts, pauses, holidays, outages."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

__all__ = ["Holiday", "LogLine", "Outage", "OutageCredit", "PauseRequest", "Timeout"]


class LogLine(models.Model):
    """Something that happened at the table and is no card: public to its seats, only ever added.

    `data` holds numbers and codes, never a name or a hidden card.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="log_lines", verbose_name=_("match")
    )
    at = models.DateTimeField(_("at"))
    ply = models.PositiveIntegerField(_("ply"))
    kind = models.CharField(_("what happened"), max_length=30)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    data = models.JSONField(_("data"), default=dict)

    class Meta:
        verbose_name = _("line of the log")
        verbose_name_plural = _("lines of the log")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind}"


class Timeout(models.Model):
    """A turn that ran out. One of a series does not count against the rating.

    A ply may run out again, with another deadline: for a person who came back to the seat.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="timeouts", verbose_name=_("match")
    )
    ply = models.PositiveIntegerField(_("ply"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="timeouts",
        verbose_name=_("player"),
    )
    deadline_at = models.DateTimeField(_("deadline"))
    at = models.DateTimeField(_("at"))
    serial = models.BooleanField(_("one of a series"), default=False)

    class Meta:
        verbose_name = _("timeout")
        verbose_name_plural = _("timeouts")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "ply", "deadline_at"], name="one_timeout_per_deadline"
            ),
            models.CheckConstraint(
                condition=Q(at__gte=F("deadline_at")), name="timeout_not_before_deadline"
            ),
        ]
        indexes = [models.Index(fields=["player", "at"], name="timeout_by_player")]

    def __str__(self) -> str:
        return f"{self.match} @ {self.ply}"


class PauseRequest(models.Model):
    """A pause that a seat asks for. It begins when every other person at the table agrees."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="pause_requests", verbose_name=_("match")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    seconds = models.PositiveIntegerField(_("seconds"))
    agreed = models.JSONField(_("seats that agreed"), default=list)
    made_at = models.DateTimeField(_("made at"))
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    answer = models.CharField(_("answer"), max_length=10, blank=True, default="")

    class Meta:
        verbose_name = _("request for a pause")
        verbose_name_plural = _("requests for a pause")
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(closed_at__isnull=True), name="one_open_pause_request"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.seconds} s"


class Holiday(models.Model):
    """Days on which a player's clocks stand still. Closed: over, or given back."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="holidays",
        verbose_name=_("player"),
    )
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("to"))
    made_at = models.DateTimeField(_("made at"))
    closed = models.BooleanField(_("closed"), default=False)

    class Meta:
        verbose_name = _("holiday")
        verbose_name_plural = _("holidays")
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(closed=False), name="one_open_holiday"
            ),
            models.CheckConstraint(
                condition=Q(ends_at__gte=F("starts_at")), name="holiday_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.starts_at:%Y-%m-%d} – {self.ends_at:%Y-%m-%d}"


class Outage(models.Model):
    """A time in which the service could not be played on; it is given back to running turns."""

    source = models.CharField(_("source"), max_length=20)
    began_at = models.DateTimeField(_("began at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    credited_at = models.DateTimeField(_("credited at"), null=True, blank=True)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        constraints = [
            models.UniqueConstraint(fields=["source", "began_at"], name="one_outage_per_beginning"),
            models.UniqueConstraint(
                fields=["source"], condition=Q(ended_at__isnull=True), name="one_open_outage"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.began_at:%Y-%m-%d %H:%M:%S}"


class OutageCredit(models.Model):
    """An outage given back to one match, once."""

    outage = models.ForeignKey(Outage, on_delete=models.CASCADE, verbose_name=_("outage"))
    match = models.ForeignKey(Match, on_delete=models.CASCADE, verbose_name=_("match"))

    class Meta:
        verbose_name = _("credit for an outage")
        verbose_name_plural = _("credits for outages")
        constraints = [
            models.UniqueConstraint(
                fields=["outage", "match"], name="one_credit_per_outage_and_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.outage} / {self.match}"
