"""What the calls on the way to a seat, and at the table, answer: for the OpenAPI document alone."""

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateTimeField,
    IntegerField,
    ListField,
    UUIDField,
)

from games.api.component import Component
from games.api.components import MatchSummary
from games.set_phrases import REACTIONS

__all__ = [
    "Changes",
    "InvitationLink",
    "Message",
    "MessageList",
    "PhraseList",
    "Reaction",
    "Summary",
]


class InvitationLink(Component):
    """A code that takes one seat, once. It is shown this once."""

    code = CharField()
    seat = IntegerField()
    expires_at = DateTimeField()


class Phrase(Component):
    """A phrase of a closed list."""

    slug = CharField()
    label = CharField()  # type: ignore[assignment]  # the framework has an attribute of that name


class PhraseList(Component):
    """All phrases of a list, on one page."""

    items = Phrase(many=True)
    next_cursor = CharField(allow_null=True)


class Reaction(Component):
    """A phrase that was said. Who heard it is not told."""

    seat = IntegerField()
    phrase = ChoiceField(choices=list(REACTIONS))
    at = DateTimeField()


class Message(Component):
    """Something written when the match was over."""

    seat = IntegerField()
    text = CharField()
    at = DateTimeField()


class MessageList(Component):
    """A page of messages, newest first."""

    items = Message(many=True)
    next_cursor = CharField(allow_null=True)


class Changes(Component):
    """What changed since a cursor, or everything that is not over."""

    full = BooleanField(
        help_text=(
            "`true`: this page and those that follow it hold all your matches that are offered or"
            " being played; forget those that are not among them."
        )
    )
    matches = MatchSummary(many=True, help_text="As they are now.")
    gone = ListField(child=UUIDField(), help_text="Matches in which you no longer have a seat.")
    more = BooleanField(help_text="`true`: ask again at once with this cursor.")
    cursor = CharField(
        help_text="For the next call; when there is no more, `GET /events` takes it too."
    )
    server_time = DateTimeField()


class Summary(Component):
    """What waits for you, in less than a kilobyte."""

    awaiting = IntegerField(help_text="Matches in which it is your turn.")
    next_deadline_at = DateTimeField(
        allow_null=True, help_text="Of those, the deadline that comes first; null without any."
    )
    invitations = IntegerField(help_text="Those that you have neither accepted nor refused.")
    unread = IntegerField(help_text="Events that you have not read; 100 for as many or more.")
    server_time = DateTimeField()
