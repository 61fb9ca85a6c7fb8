"""A match: its rules, its state, and how it ended."""

import json
import uuid
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import engine
from games.clock import Clock
from games.models.terms import MatchStatus, RatingNote, Talk, read_clock, read_rules
from players.models import FAMILY_LENGTH
from scopa_site.statements import update_row

__all__ = ["CLOCK_FIELDS", "Match"]


class Match(models.Model):
    """Deals played to a target.

    `rules` is the resolved RuleSet, kept for ever; `snapshot` is the engine's state, which equals
    the replay of the log. Offered: no snapshot. Active: a seat is on turn. Finished: a termination,
    and a winner unless drawn. Cancelled, expired: `closed_because` says why.

    The clock: a turn of a person began at `turn_started_at` and must end by `deadline_at`; the
    `turn_stops` are what does not count meanwhile (pauses, outages), each [from, to] in RFC 3339.
    `banks`: milliseconds left by seat. A pause is an overlay: the match stays active.
    """

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        db_index=False,  # an index begins with it
        related_name="created_matches",
        verbose_name=_("created by"),
    )
    preset = models.CharField(_("preset"), max_length=40)
    rules = models.JSONField(_("rules"))
    engine_version = models.CharField(_("engine version"), max_length=20)
    status = models.CharField(
        _("status"), max_length=10, choices=MatchStatus.choices, default=MatchStatus.OFFERED
    )
    first_dealer = models.PositiveSmallIntegerField(_("first dealer"), null=True, blank=True)
    ply = models.PositiveIntegerField(_("moves played"), default=0)
    turn_seat = models.PositiveSmallIntegerField(_("seat on turn"), null=True, blank=True)
    open_deal = models.ForeignKey(
        "games.Deal", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    snapshot = models.JSONField(_("state"), null=True, blank=True)
    winner_side = models.PositiveSmallIntegerField(_("winning side"), null=True, blank=True)
    termination = models.CharField(_("termination"), max_length=20, blank=True, default="")
    created_at = models.DateTimeField(pgettext_lazy("match", "created at"))
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    updated_at = models.DateTimeField(_("updated at"))

    version = models.PositiveIntegerField(_("version"), default=0)
    clock_slug = models.CharField(_("clock"), max_length=20, default="libera")
    clock_spec = models.JSONField(_("clock's rules"), default=dict)
    banks = models.JSONField(_("time left"), default=list)
    turn_started_at = models.DateTimeField(_("turn began"), null=True, blank=True)
    turn_stops = models.JSONField(_("time that does not count"), default=list)
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    remind_at = models.DateTimeField(_("next reminder"), null=True, blank=True)
    reminded = models.CharField(
        _("last reminder of the turn"), max_length=10, blank=True, default=""
    )
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True)
    auto_play_forced = models.BooleanField(_("forced cards play themselves"), default=False)
    talk = models.CharField(_("talk"), max_length=10, choices=Talk.choices, default=Talk.REACTIONS)
    rated = models.BooleanField(_("rated"), default=False)
    rating_note = models.CharField(
        _("rating"),
        max_length=20,
        choices=RatingNote.choices,
        default=RatingNote.COUNTS,
        blank=True,
    )
    rating_family = models.CharField(
        _("family of rules"), max_length=FAMILY_LENGTH, blank=True, default=""
    )
    rating_min = models.PositiveSmallIntegerField(_("rating at least"), null=True, blank=True)
    rating_max = models.PositiveSmallIntegerField(_("rating at most"), null=True, blank=True)
    world = models.ForeignKey(
        "players.World", on_delete=models.CASCADE, null=True, blank=True, related_name="matches"
    )
    ended_by_seat = models.PositiveSmallIntegerField(_("ended by seat"), null=True, blank=True)
    closed_because = models.CharField(_("closed because"), max_length=20, blank=True, default="")
    offer_expires_at = models.DateTimeField(_("offer expires"), null=True, blank=True)
    pool = models.CharField(_("quick pool"), max_length=64, blank=True, default="")
    rematch_of = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematches",
        verbose_name=_("rematch of"),
    )

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        permissions = [("view_hidden_cards", _("Can see the hidden cards of a match"))]
        indexes = [
            models.Index(fields=["creator", "id"], name="match_by_creator"),
            models.Index(fields=["status", "turn_seat"], name="match_by_turn"),
            models.Index(
                fields=["creator"],
                condition=Q(status__in=["offered", "active"]),
                name="match_live_by_creator",
            ),
            models.Index(
                fields=["deadline_at"],
                condition=Q(deadline_at__isnull=False),
                name="match_deadline",
            ),
            models.Index(
                fields=["remind_at"], condition=Q(remind_at__isnull=False), name="match_reminder"
            ),
            models.Index(
                fields=["offer_expires_at"],
                condition=Q(status="offered"),
                name="match_offer_expiry",
            ),
            models.Index(
                fields=["pool", "id"],
                condition=Q(status="offered") & ~Q(pool=""),
                name="match_pool",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=MatchStatus.values), name="match_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(status=MatchStatus.ACTIVE, turn_seat__isnull=False)
                | (~Q(status=MatchStatus.ACTIVE) & Q(turn_seat__isnull=True)),
                name="active_match_has_a_turn",
            ),
            models.CheckConstraint(
                condition=(Q(status=MatchStatus.FINISHED) & ~Q(termination=""))
                | (~Q(status=MatchStatus.FINISHED) & Q(termination="")),
                name="finished_match_has_a_result",
            ),
            models.CheckConstraint(
                condition=Q(deadline_at__isnull=True) | Q(status=MatchStatus.ACTIVE),
                name="only_active_match_has_a_deadline",
            ),
            models.UniqueConstraint(fields=["rematch_of"], name="one_rematch_per_match"),
            models.CheckConstraint(
                condition=Q(rating_min__isnull=True)
                | Q(rating_max__isnull=True)
                | Q(rating_min__lte=models.F("rating_max")),
                name="match_rating_band_is_not_empty",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.preset_label} {str(self.public_id)[:8]}"

    # Mutators

    def start(self, *, first_dealer: int, now: datetime) -> None:
        """Open the match for its first deal; the caller records the state next."""
        self.first_dealer = first_dealer
        self.started_at = now
        self.status = MatchStatus.ACTIVE

    def record(self, state: engine.MatchState, *, now: datetime, termination: str = "") -> None:
        """Write `state` down. The caller holds the row lock and has written what led to it.

        To the engine whoever leaves has resigned; `termination` says it as people do.
        """
        self.ply = state.ply
        self.turn_seat = state.turn
        self.snapshot = self.snapshot_of(state)
        if state.outcome is not None:
            self._conclude(state.outcome, termination or state.outcome.termination, now)
        self.touch(*_STATE_FIELDS, now=now)

    def close(self, status: MatchStatus, *, because: str, now: datetime) -> None:
        """Call the match off, or let its offer expire: no result, whatever was played."""
        self.status = status
        self.closed_because = because
        self.turn_seat = None
        self.stop_clock()
        self._retire_seats()
        self.touch("status", "closed_because", "turn_seat", *CLOCK_FIELDS, now=now)

    def touch(self, *fields: str, now: datetime) -> None:
        """Write the named fields, and that the match has changed."""
        self.version += 1
        self.updated_at = now
        update_row(self, *fields, "version", "updated_at")

    def stop_clock(self) -> None:
        """Forget the running turn; the banks stay as they are."""
        self.turn_started_at = None
        self.turn_stops = []
        self.deadline_at, self.remind_at, self.reminded = None, None, ""
        self.paused_until = None

    def _conclude(self, outcome: engine.Outcome, termination: str, now: datetime) -> None:
        self.status = MatchStatus.FINISHED
        self.winner_side = outcome.winner_side
        self.termination = termination
        self.finished_at = now
        self.stop_clock()
        self._retire_seats()

    def _retire_seats(self) -> None:
        """Take the seats out of what is asked for often: the match is over."""
        self.seats.update(live=False)

    # Properties

    @staticmethod
    def snapshot_of(state: engine.MatchState) -> dict[str, Any]:
        """Write a state as it is stored: without the rules, which have a column of their own."""
        data = engine.encode(state)
        del data["rules"]
        return data

    @property
    def state(self) -> engine.MatchState | None:
        """The engine's state; None until the first deal."""
        if self.snapshot is None:
            return None
        return engine.decode(self.snapshot, read_rules(json.dumps(self.rules)))

    @property
    def world_offset(self) -> timedelta:
        """How far the clock of its world is ahead; asks only for a match in a sandbox."""
        return timedelta() if self.world is None else self.world.offset

    @property
    def clock(self) -> Clock:
        """The rules of its clock."""
        return read_clock(json.dumps(self.clock_spec))

    def bank_of(self, seat: int) -> timedelta:
        """Give the time that a seat has in its bank."""
        return timedelta(milliseconds=self.banks[seat] if seat < len(self.banks) else 0)

    @property
    def stops(self) -> tuple[tuple[datetime, datetime], ...]:
        """The intervals of the running turn that do not count."""
        return tuple(
            (datetime.fromisoformat(since), datetime.fromisoformat(until))
            for since, until in self.turn_stops
        )

    @property
    def preset_label(self) -> str:
        """The name of the preset in the language active now."""
        preset = engine.PRESETS.get(self.preset)
        language = (get_language() or "en")[:2]
        return self.preset if preset is None else preset.label.get(language, self.preset)

    @property
    def open_deal_pk(self) -> int:
        """The key of the deal being played. Raises ValueError where there is none."""
        if self.open_deal_id is None:
            raise ValueError(f"match {self.pk} has no open deal")
        return self.open_deal_id

    @property
    def summary_score(self) -> list[int]:
        """Points by side, without decoding the state."""
        snapshot: dict[str, Any] = self.snapshot or {}
        return list(snapshot.get("scores", []))


CLOCK_FIELDS = (
    *("turn_started_at", "turn_stops", "deadline_at", "remind_at", "reminded"),
    *("paused_until", "banks"),
)
_STATE_FIELDS = (
    *CLOCK_FIELDS,
    "ply",
    "turn_seat",
    "snapshot",
    "open_deal",
    "status",
    "first_dealer",
    "winner_side",
    "termination",
    "started_at",
    "finished_at",
    "ended_by_seat",
    "rating_note",
)
