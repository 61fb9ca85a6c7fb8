"""What one wants to be told, over HTTP."""

from typing import Any, cast

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from players.notifications.errors import InvalidPreferences
from players.notifications.queries.preferences import MODES, Chosen, chosen_by
from players.notifications.registry import Channel
from players.notifications.services.preferences import update_preferences
from scopa_site.api import fields
from scopa_site.api.rendering import answer_tagged
from scopa_site.api.schema import NOT_MODIFIED, refusal
from scopa_site.api.views import ApiView

__all__ = ["PreferencesView"]

_TIME = {"pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "examples": ["22:00"]}
_MOST_TYPES = 100
_MOST_HOURS = 24
_SIMPLE = [str(mode) for mode in MODES[Channel.PUSH]]
_OF_MAIL = [str(mode) for mode in MODES[Channel.MAIL]]
_NEVER = "Null: it never comes in this way."


class TypeBody(fields.StrictSerializer):
    """How to be told of one type; the channels that are left out stay as they are."""

    type = fields.StringField(hints={"examples": ["your_turn"]})
    push = fields.StringField(required=False, hints={"enum": _SIMPLE})
    mail = fields.StringField(
        required=False,
        hints={"enum": _OF_MAIL},
        help_text="`digest`: together with others, at the hours of the digest.",
    )
    webhook = fields.StringField(required=False, hints={"enum": _SIMPLE})


class QuietHoursBody(fields.StrictSerializer):
    """From when until when nothing is sent, every day, in your time zone."""

    to = fields.StringField(hints=_TIME)

    def get_fields(self) -> dict[str, Any]:
        """Add the field whose name is a word of the language."""
        return {"from": fields.StringField(hints=_TIME), **super().get_fields()}


class PreferencesBody(fields.StrictSerializer):
    """What is to be different; what is left out stays as it is."""

    types = fields.ListField(child=TypeBody(), required=False, max_items=_MOST_TYPES)
    quiet_hours = QuietHoursBody(required=False, allow_null=True)
    digest_hours = fields.ListField(
        child=fields.IntegerField(hints={"minimum": 0, "maximum": 23}),
        required=False,
        max_items=_MOST_HOURS,
        help_text="One to four hours of the day at which the digest is sent.",
    )
    mail = fields.BooleanField(required=False, help_text="Whether any mail is sent at all.")


class QuietHours(QuietHoursBody):
    """From when until when nothing is sent."""


class TypeShown(fields.StrictSerializer):
    """How you are told of one type."""

    type = fields.StringField()
    label = fields.StringField(  # type: ignore[assignment]  # a field has one, too
        help_text="For people, in the language of the request."
    )
    push = fields.ChoiceField(choices=_SIMPLE, allow_null=True, help_text=_NEVER)
    mail = fields.ChoiceField(choices=_OF_MAIL, allow_null=True, help_text=_NEVER)
    webhook = fields.ChoiceField(choices=_SIMPLE, allow_null=True, help_text=_NEVER)


class PreferencesShown(fields.StrictSerializer):
    """What you are told, where and when."""

    types = fields.ListField(child=TypeShown())
    quiet_hours = QuietHours(allow_null=True)
    digest_hours = fields.ListField(child=fields.IntegerField())
    mail = fields.BooleanField()
    muted = fields.ListField(
        child=fields.UUIDField(),
        help_text="The matches that you muted, the latest first; 100 at most.",
    )
    time_zone = fields.StringField(help_text="Of your profile: change it there.")
    language = fields.StringField(help_text="Of your profile: change it there.")


class PreferencesView(ApiView):
    """GET and PATCH /me/notification-preferences."""

    @extend_schema(
        operation_id="getNotificationPreferences",
        tags=["notifications"],
        responses={200: PreferencesShown, 304: NOT_MODIFIED},
    )
    def get(self, request: Request) -> HttpResponse:
        """Get what you are told, where and when."""
        return self._answer(request)

    @extend_schema(
        operation_id="updateNotificationPreferences",
        tags=["notifications"],
        request=PreferencesBody,
        responses={200: PreferencesShown, 422: refusal(InvalidPreferences.code)},
    )
    def patch(self, request: Request) -> HttpResponse:
        """Change what you are told; what is left out stays.

        A refusal changes nothing, and names every fault in its `errors`. Hours are those of your
        time zone, and texts are in your language: both are of your profile, `PATCH /me`.
        """
        changes = PreferencesBody.parse(request.data)
        update_preferences(player_id=self.player_id, changes=changes, now=self.arrived_at)
        return self._answer(request)

    def _answer(self, request: Request) -> HttpResponse:
        player = cast("Any", request.user)
        shown = _shown(chosen_by(self.player_id))
        profile = {"time_zone": player.time_zone, "language": player.language}
        return answer_tagged(request, {**shown, **profile})


def _shown(chosen: Chosen) -> dict[str, Any]:
    quiet = chosen.quiet_hours
    return {
        "types": [
            {
                "type": each.type,
                "label": each.label,
                **{str(channel): each.modes.get(channel) for channel in Channel},
            }
            for each in chosen.types
        ],
        "quiet_hours": quiet and {"from": f"{quiet[0]:%H:%M}", "to": f"{quiet[1]:%H:%M}"},
        "digest_hours": chosen.digest_hours,
        "mail": chosen.has_mail,
        "muted": chosen.muted,
    }
