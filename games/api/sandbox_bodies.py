"""What the calls about sandboxes take and answer."""

from games.api.life_bodies import InstantField
from players.api.serializers import SessionShown
from scopa_site.api.fields import (
    BooleanField,
    IntegerField,
    ListField,
    StrictSerializer,
    UUIDField,
)

__all__ = ["ClockShown", "MoveClock", "OpenedSandbox", "SandboxShown", "Sandboxes"]


class MoveClock(StrictSerializer):
    """How far to move the clock of a sandbox: one of the two."""

    seconds = IntegerField(min_value=1, required=False, help_text="On by so many seconds.")
    to = InstantField(required=False, help_text="On to this instant.")


class SandboxShown(StrictSerializer):
    """A sandbox."""

    id = UUIDField()
    now = InstantField(help_text="What its clock shows.")


class Sandboxes(StrictSerializer):
    """Your sandboxes, newest first."""

    items = ListField(child=SandboxShown())


class OpenedSandbox(SessionShown):
    """A new sandbox, and the token of its first player."""

    sandbox = SandboxShown()


class ClockShown(StrictSerializer):
    """The clock of a sandbox."""

    now = InstantField(help_text="What it shows.")
    arrived = BooleanField(help_text="Whether it came as far as was asked.")
    ended = IntegerField(help_text="How many turns ran out and offers expired on the way.")
