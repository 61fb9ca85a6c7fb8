"""What the calls on the way to a seat take."""

from typing import Final

from games.api.bodies import AgreeOnTable
from games.set_phrases import DECLINE_REASONS
from scopa_site.api.fields import ChoiceField, IntegerField, StrictSerializer, StringField

__all__ = ["DeclineMatch", "JoinByCode", "MakeLink", "QuickMatch"]

_LONGEST_CODE: Final = 40  # twelve letters, and the dashes and spaces that people type


class DeclineMatch(StrictSerializer):
    """Why an invitation is refused."""

    reason = ChoiceField(
        choices=list(DECLINE_REASONS),
        required=False,
        help_text="One of `GET /decline-reasons`; left out, none is given.",
    )


class MakeLink(StrictSerializer):
    """For which seat a code is, and for how long."""

    seat = IntegerField(
        required=False, help_text="Left out: the first free seat of the type `link`."
    )
    seconds = IntegerField(
        min_value=60,
        max_value=30 * 24 * 3600,
        required=False,
        help_text="How long it can be used; at most, and left out, until the offer expires.",
    )


class JoinByCode(StrictSerializer):
    """A code that somebody was given."""

    code = StringField(
        max_length=_LONGEST_CODE, help_text="In any case, with or without its dashes."
    )


class QuickMatch(AgreeOnTable):
    """What to play; whoever wants the same is an opponent."""
