"""What the calls about pauses, plans and holidays take."""

from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field

from games import engine
from games.api.bodies import CardField
from games.plans import MOST_ITEMS, PlanItem
from scopa_site.api.fields import (
    ChoiceField,
    IntegerField,
    ListField,
    NumberParameter,
    StrictField,
    StrictSerializer,
)
from scopa_site.api.pagination import MAX_LIMIT, PageQuery

__all__ = ["AskPause", "ClaimTimeout", "ListLog", "MakePlan", "TakeHoliday", "plan_items"]

_CARDS_ON_TABLE = 40


@extend_schema_field({"type": "string", "format": "date-time"})
class InstantField(StrictField):
    """A time with its zone, as RFC 3339 writes it."""

    default_error_messages = {
        "wrong_type": _("This field must be a text."),
        "invalid_time": _("This is not a time such as 2026-03-01T12:00:00Z."),
    }

    def to_internal_value(self, data: Any) -> datetime:
        """Return the instant, in UTC."""
        if type(data) is not str:
            self.fail("wrong_type")
        try:
            instant = datetime.fromisoformat(data)
        except ValueError:
            self.fail("invalid_time")
        if instant.tzinfo is None or len(data) < len("2026-03-01T12:00Z"):
            self.fail("invalid_time")
        try:
            return instant.astimezone(UTC)
        except OverflowError:
            self.fail("invalid_time")


class AskPause(StrictSerializer):
    """A pause to ask for."""

    seconds = IntegerField(
        min_value=1, help_text="How long; at most `pause_max_s` of the clock, at least 60."
    )


class ClaimTimeout(StrictSerializer):
    """What to make of a seat that is out of time."""

    outcome = ChoiceField(
        choices=["win", "ai"], help_text="Take the win, or let the computer play on for the seat."
    )


class ListLog(PageQuery):
    """Which part of the log to list."""

    limit = NumberParameter(
        min_value=1, max_value=MAX_LIMIT, default=MAX_LIMIT, help_text="How many items at most."
    )


def _cards(help_text: str) -> ListField:
    return ListField(
        child=CardField(), max_items=_CARDS_ON_TABLE, required=False, help_text=help_text
    )


class PlanIf(StrictSerializer):
    """What the table must be like; nothing said: any table."""

    table_has = _cards("All of these lie there.")
    table_lacks = _cards("None of these lies there.")


class PlannedPlay(StrictSerializer):
    """A play, and when it is made."""

    card = CardField(help_text="A card of your hand.")
    capture = ListField(
        child=CardField(),
        max_items=_CARDS_ON_TABLE,
        required=False,
        help_text="As for a move; left out, it must then be the only way to play the card.",
    )

    def get_fields(self) -> dict[str, Any]:
        """Add the condition: `if` is no name in Python."""
        return {"if": PlanIf(required=False), **super().get_fields()}


class MakePlan(StrictSerializer):
    """What to play when your turn comes: the first item that fits the table."""

    items = ListField(child=PlannedPlay(), max_items=MOST_ITEMS)


class TakeHoliday(StrictSerializer):
    """A holiday."""

    to = InstantField()

    def get_fields(self) -> dict[str, Any]:
        """Add the beginning: `from` is no name in Python."""
        begins = InstantField(required=False, help_text="Left out: now.")
        return {"from": begins, **super().get_fields()}


def plan_items(body: dict[str, Any]) -> list[PlanItem]:
    """Read the items of a plan."""
    return [
        PlanItem(
            card=item["card"],
            capture=None if "capture" not in item else _as_cards(item["capture"]),
            has=_as_cards(item.get("if", {}).get("table_has", ())),
            lacks=_as_cards(item.get("if", {}).get("table_lacks", ())),
        )
        for item in body["items"]
    ]


def _as_cards(cards: Any) -> tuple[engine.Card, ...]:
    return tuple(cards)
