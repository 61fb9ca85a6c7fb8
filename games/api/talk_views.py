"""What is said at a table, over HTTP."""

import unicodedata
from typing import Any, Final

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from games import queries, services
from games.api.lobby_components import Message, MessageList, PhraseList, Reaction
from games.api.lobby_views import phrases_shown
from games.api.operations import operation
from games.api.reading import match_id_of
from games.api.times import time_text
from games.errors import NotSeated
from games.set_phrases import REACTIONS
from scopa_site.api.fields import ChoiceField, StrictSerializer, StringField
from scopa_site.api.limits import spend
from scopa_site.api.pagination import PageQuery, paginate
from scopa_site.api.rendering import answer
from scopa_site.api.views import ApiView

__all__ = ["MessageListView", "ReactionListView", "ReactionView"]

_LONGEST: Final = 500
_UNSEEN: Final = "CMZ"  # categories of Unicode that show nothing by themselves
_CONTROLS: Final = {"Cc", "Zl", "Zp"}
_TURNING: Final = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


class TextField(StringField):
    """A text of a person, without what turns or breaks the lines around it; ends are trimmed."""

    default_error_messages = {
        "blank": _("Write something."),
        "control_character": _("This text may not hold control characters."),
    }

    def to_internal_value(self, data: Any) -> str:
        """Return the text, without the space around it."""
        text = super().to_internal_value(data).strip()
        if all(unicodedata.category(letter)[0] in _UNSEEN for letter in text):
            self.fail("blank")
        if any(_is_unruly(letter) for letter in text):
            self.fail("control_character")
        return text


class SayPhrase(StrictSerializer):
    """A phrase to say."""

    phrase = ChoiceField(choices=list(REACTIONS), help_text="One of `GET /reactions`.")


class WriteMessage(StrictSerializer):
    """A text to write."""

    text = TextField(max_length=_LONGEST, hints={"minLength": 1, "pattern": r"\S"})


class ReactionListView(ApiView):
    """GET /reactions."""

    public = True

    @operation("listReactions", ok={200: PhraseList}, tag="lists", of_one_match=False)
    def get(self, request: Request) -> HttpResponse:
        """List the phrases that can be said at a table."""
        return answer(phrases_shown(REACTIONS))


class ReactionView(ApiView):
    """POST /matches/{match_id}/reactions."""

    @operation("sayPhrase", request=SayPhrase, ok={201: Reaction})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Say a phrase from the list, to the other side alone while cards are hidden.

        Whoever does not want to hear you does not, and neither of you is told.
        """
        body = SayPhrase.parse(request.data)
        spend("remark_per_player", self.counted_as)
        said = services.react(
            match_id=match_id_of(match_id),
            player_id=self.player_id,
            phrase=body["phrase"],
            now=self.arrived_at,
        )
        return answer({"seat": said.seat, "phrase": said.text, "at": time_text(said.at)}, 201)


class MessageListView(ApiView):
    """GET and POST /matches/{match_id}/messages."""

    query = {"GET": PageQuery}

    @operation("listMessages", ok={200: MessageList})
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """List what was written when the match was over, newest first.

        What those wrote whom you muted, or with whom there is a block, is left out.
        """
        match = match_id_of(match_id)
        record = queries.get_match(match_id=match, viewer_id=self.player_id)
        reader = record.seat_of(self.player_id)
        if reader is None:
            raise NotSeated
        messages = queries.list_messages(record, reader=reader)
        return answer(paginate(messages, self.parameters, _message, scope=f"messages of {match}"))

    @operation("writeMessage", request=WriteMessage, ok={201: Message})
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Write to those at the table, once the match is over: Scopa forbids talk before."""
        body = WriteMessage.parse(request.data)
        spend("remark_per_player", self.counted_as)
        said = services.write_message(
            match_id=match_id_of(match_id),
            player_id=self.player_id,
            text=body["text"],
            now=self.arrived_at,
        )
        return answer(_message(said), 201)


def _message(remark: Any) -> dict[str, Any]:
    return {"seat": remark.seat, "text": remark.text, "at": time_text(remark.at)}


def _is_unruly(letter: str) -> bool:
    """Tell whether a character controls how others are shown; a new line may be in a text."""
    is_control = unicodedata.category(letter) in _CONTROLS and letter != "\n"
    return is_control or unicodedata.bidirectional(letter) in _TURNING
