"""The bodies of the account calls, read and answered."""

from rest_framework.serializers import DateTimeField

from scopa_site.api import fields

__all__ = [
    "EMAIL_HINTS",
    "PASSWORD_HINTS",
    "USERNAME_HINTS",
    "GuestBody",
    "LoggedInShown",
    "LoginBody",
    "PlayerShown",
    "ProfileBody",
    "ProfileShown",
    "SessionShown",
    "SignupBody",
]

USERNAME_HINTS = {"minLength": 3, "maxLength": 30, "pattern": "^[A-Za-z][A-Za-z0-9_.-]*$"}
PASSWORD_HINTS = {"minLength": 8, "maxLength": 128, "format": "password"}
EMAIL_HINTS = {"format": "email", "maxLength": 254}
_DUE = "When your account will be deleted; null where that was not asked for."
_DEVICE = "Shown beside the token, so that it can be told from others."


class GuestBody(fields.StrictSerializer):
    """How a guest begins."""

    device_name = fields.StringField(required=False, hints={"maxLength": 60}, help_text=_DEVICE)


class LoginBody(GuestBody):
    """Username and password."""

    username = fields.StringField()
    password = fields.StringField(hints={"format": "password"})


class SignupBody(GuestBody):
    """A new account."""

    username = fields.StringField(hints=USERNAME_HINTS, help_text="One whatever its case.")
    password = fields.StringField(hints=PASSWORD_HINTS)
    email = fields.StringField(required=False, hints=EMAIL_HINTS)


class ProfileBody(fields.StrictSerializer):
    """What a player may change. What is left out stays as it is."""

    display_name = fields.StringField(required=False, hints={"minLength": 1, "maxLength": 40})
    language = fields.StringField(required=False, hints={"enum": ["it", "en"]})
    time_zone = fields.StringField(
        required=False, hints={"examples": ["Europe/Rome"]}, help_text="The IANA name."
    )


class PlayerShown(fields.StrictSerializer):
    """A player beside a new token."""

    id = fields.UUIDField()
    username = fields.StringField()
    is_guest = fields.BooleanField()


class SessionShown(fields.StrictSerializer):
    """A new token, shown this once, and whose it is."""

    token = fields.StringField(help_text="Send it as `Authorization: Bearer <token>`.")
    player = PlayerShown()


class LoggedInShown(SessionShown):
    """A new token of an account, which may be about to go."""

    deletion_due_at = DateTimeField(allow_null=True, help_text=_DUE)


class ProfileShown(PlayerShown):
    """A player, as shown to that player alone."""

    display_name = fields.StringField()
    language = fields.ChoiceField(choices=["it", "en"])
    time_zone = fields.StringField()
    email = fields.StringField(help_text="Empty when none was given.")
    deletion_due_at = DateTimeField(allow_null=True, help_text=_DUE)
