"""What the calls about pauses, plans, holidays and the log answer, for the document alone."""

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateTimeField,
    IntegerField,
    ListField,
)

from games.actions import ACTIONS
from games.api.bodies import CardField
from games.api.clock_components import ClockRules
from games.api.component import Component
from scopa_site.api.fields import ObjectField

__all__ = [
    "AllowedAction",
    "HolidayAccount",
    "KeptPlan",
    "LogPage",
    "MatchClock",
    "MatchTurn",
    "PauseRequest",
]

LOG_KINDS = (
    "timed_out",
    "seat_changed",
    "pause_asked",
    "pause_refused",
    "pause_withdrawn",
    "pause_began",
    "pause_ended",
    "clock_credited",
    "holiday",
    "aborted",
    "abandoned",
    "resigned",
)


class MatchClock(Component):
    """The clock of a match, and what is left on it."""

    slug = CharField()
    rules = ClockRules()
    banks_seconds = ListField(
        child=IntegerField(), help_text="By seat, as the running turn began; empty before the deal."
    )
    paused_until = DateTimeField(allow_null=True, help_text="While the match is paused.")


class MatchTurn(Component):
    """Whose move it is, and how long they may take."""

    seat = IntegerField()
    started_at = DateTimeField(allow_null=True)
    deadline_at = DateTimeField(
        allow_null=True, help_text="null for the computer, without a limit, or once it ran out."
    )
    bank_seconds = IntegerField(help_text="In the bank of the seat as the turn began.")


class PauseRequest(Component):
    """A pause that a seat asks for and that not everybody has agreed to yet."""

    seat = IntegerField()
    seconds = IntegerField()
    agreed = ListField(child=IntegerField(), help_text="The seats that have agreed.")


class AllowedAction(Component):
    """Something that can be done with a match, and whether you may do it now."""

    action = ChoiceField(choices=ACTIONS)
    allowed = BooleanField()
    reason = CharField(
        allow_null=True, help_text="If not: the `code` with which the call would refuse."
    )


class LogLine(Component):
    """Something that happened at the table and is no card."""

    at = DateTimeField()
    ply = IntegerField(help_text="The moves played by then.")
    kind = ChoiceField(choices=LOG_KINDS)
    seat = IntegerField(allow_null=True)
    data = ObjectField(help_text="Numbers and codes that belong to the kind.")  # type: ignore[assignment]


class LogPage(Component):
    """A page of the log, oldest first."""

    items = LogLine(many=True)
    next_cursor = CharField(allow_null=True)


class PlanCondition(Component):
    """What the table must be like."""

    table_has = ListField(child=CardField())
    table_lacks = ListField(child=CardField())


class KeptPlanItem(Component):
    """A play, and when it is made."""

    card = CardField()
    capture = ListField(child=CardField(), allow_null=True)

    def get_fields(self) -> dict[str, object]:  # type: ignore[override]  # `if` is no name in Python
        """Add the condition."""
        return {"if": PlanCondition(), **super().get_fields()}


class KeptPlan(Component):
    """Your plan; no items where there is none."""

    items = KeptPlanItem(many=True)
    deal = IntegerField(allow_null=True, help_text="The number of the deal that it is for.")
    made_at = DateTimeField(allow_null=True)


class HolidayAccount(Component):
    """The holiday that you are on or have planned, and what is left to take."""

    to = DateTimeField(allow_null=True)
    balance_seconds = IntegerField(help_text="What has not been used, as of now.")

    def get_fields(self) -> dict[str, object]:  # type: ignore[override]  # `from` is no name either
        """Add the beginning."""
        return {"from": DateTimeField(allow_null=True), **super().get_fields()}
