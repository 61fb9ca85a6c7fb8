"""What the calls about clocks take and answer."""

from typing import get_args

from rest_framework.serializers import BooleanField, CharField, ChoiceField, IntegerField

from games.api.component import Component
from games.clock.spec import Calendar, Kind, OnTimeout
from scopa_site.api.fields import ObjectField, StrictSerializer, StringField

__all__ = ["ClockList", "ClockRules", "ValidClock", "ValidateClock"]


class ValidateClock(StrictSerializer):
    """A clock for a match."""

    clock = StringField(help_text="The slug of a clock; see `GET /clocks`.")
    clock_rules = ObjectField(
        required=False,
        help_text='What differs from it, by name: `{"on_timeout": "ai"}`.',
    )


class ClockRules(Component):
    """All that a clock runs by. Times are whole seconds."""

    kind = ChoiceField(
        choices=get_args(Kind),
        help_text="A bank for each seat, a time for each turn, or no limit.",
    )
    initial_s = IntegerField(help_text="What a bank begins with.")
    refill_s = IntegerField(help_text="What a decision adds to it.")
    cap_s = IntegerField(help_text="What it never goes beyond.")
    turn_max_s = IntegerField(help_text="What one turn never goes beyond, whatever the bank.")
    grace_s = IntegerField(help_text="How much of every turn costs nothing.")
    first_turn_s = IntegerField(help_text="How long the first turn of a seat lasts at least.")
    calendar = ChoiceField(
        choices=get_args(Calendar),
        help_text="What does not count, in the time zone of whoever holds the seat.",
    )
    quiet_from = CharField(help_text="For `quiet_hours`: from, as “22:00”.")
    quiet_to = CharField(help_text="For `quiet_hours`: to, as “08:00”.")
    holidays = BooleanField(help_text="Whether a player's holidays stop it.")
    pauses_per_seat = IntegerField(help_text="How many pauses each seat may ask for.")
    pause_max_s = IntegerField(help_text="How long a pause lasts at most.")
    on_timeout = ChoiceField(
        choices=get_args(OnTimeout),
        help_text="The seat loses; the others may claim that; or an opponent plays on for it.",
    )


_PROMISE = "Whoever uses at most so many seconds for every turn never runs out; null: no limit."


class Clock(Component):
    """A clock with a name."""

    slug = CharField()
    # The framework's own attribute of this name is not used here.
    label = CharField(help_text="In the language of the request.")  # type: ignore[assignment]
    description = CharField()
    is_default = BooleanField(help_text="Whether a match has it that names none.")
    promise_s = IntegerField(allow_null=True, help_text=_PROMISE)
    rules = ClockRules()


class ClockList(Component):
    """All clocks."""

    items = Clock(many=True)
    next_cursor = CharField(allow_null=True)


class ValidClock(Component):
    """A clock that can run."""

    valid = BooleanField()
    promise_s = IntegerField(allow_null=True, help_text=_PROMISE)
    rules = ClockRules()
