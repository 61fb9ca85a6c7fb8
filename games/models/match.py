"""A match: its rules, its state, and how it ended."""

import json
import uuid
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import engine
from scopa_site.statements import update_row

__all__ = ["Match", "MatchStatus"]


class MatchStatus(models.TextChoices):
    """Where a match stands."""

    OFFERED = "offered", _("offered")
    ACTIVE = "active", pgettext_lazy("match", "active")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Match(models.Model):
    """Deals played to a target.

    `rules` is the resolved RuleSet, kept for ever; `snapshot` is the engine's state, which equals
    the replay of the log. Offered: no snapshot. Active: a seat is on turn. Finished: a termination,
    and a winner unless drawn.
    """

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
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

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        permissions = [("view_hidden_cards", _("Can see the hidden cards of a match"))]
        indexes = [
            models.Index(fields=["status", "turn_seat"], name="match_by_turn"),
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
        ]

    def __str__(self) -> str:
        return f"{self.preset_label} {str(self.public_id)[:8]}"

    # Mutators

    def start(self, *, first_dealer: int, now: datetime) -> None:
        """Open the match for its first deal; the caller records the state next."""
        self.first_dealer = first_dealer
        self.started_at = now
        self.status = MatchStatus.ACTIVE

    def record(self, state: engine.MatchState, *, now: datetime) -> None:
        """Write `state` down. The caller holds the row lock and has written what led to it."""
        self.ply = state.ply
        self.turn_seat = state.turn
        self.snapshot = self.snapshot_of(state)
        self.updated_at = now
        if state.outcome is not None:
            self._conclude(state.outcome, now)
        update_row(self, *_STATE_FIELDS)

    def cancel(self, *, now: datetime) -> None:
        """Call the match off; the caller has seen to what was under way."""
        self.status = MatchStatus.CANCELLED
        self.turn_seat = None
        self.open_deal = None
        self.updated_at = now
        self.save(update_fields=["status", "turn_seat", "open_deal", "updated_at"])

    def _conclude(self, outcome: engine.Outcome, now: datetime) -> None:
        self.status = MatchStatus.FINISHED
        self.winner_side = outcome.winner_side
        self.termination = outcome.termination
        self.finished_at = now

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
        return engine.decode(self.snapshot, _rule_set(json.dumps(self.rules)))

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


_STATE_FIELDS = (
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
    "updated_at",
)


@lru_cache(maxsize=256)
def _rule_set(text: str) -> engine.RuleSet:
    """Read and check a RuleSet; most matches share a few, and checking is dear."""
    return engine.decode_rules(json.loads(text))
