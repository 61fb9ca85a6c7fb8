"""The player: our custom user."""

import unicodedata
import uuid
import zoneinfo
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from players.models.feed import Feed

__all__ = [
    "DISPLAY_NAME_LENGTH",
    "LANGUAGES",
    "USERNAME_LENGTH",
    "Player",
    "PlayerManager",
    "validate_display_name",
    "validate_time_zone",
]

USERNAME_LENGTH = (3, 30)
DISPLAY_NAME_LENGTH = 40
_UNRULY = {"Cc", "Zl", "Zp"}
# The characters of the Unicode property Bidi_Control.
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters and symbols by category, and yet nothing to see: fillers of Hangul, and empty Braille.
_BLANK = set("\u115f\u1160\u3164\uffa0\u2800")
# In the database of time zones, and no place: "no zone set", and whatever this machine is set to.
_NO_PLACE = {"Factory", "localtime"}
LANGUAGES = [("en", _("English")), ("it", _("Italian"))]


def validate_display_name(value: str) -> None:
    """Refuse a name that shows nothing, breaks the line, or turns the direction of what follows."""
    if not any(_is_visible(character) for character in value):
        raise ValidationError(_("A name needs at least one visible character."), code="blank")
    categories = {unicodedata.category(character) for character in value}
    if not _UNRULY.isdisjoint(categories) or not _TURNING.isdisjoint(value):
        raise ValidationError(
            _("A name may not hold control characters."), code="control_character"
        )


def _is_visible(character: str) -> bool:
    """Tell whether a character shows something by itself, as a mark on another does not."""
    return unicodedata.category(character)[0] not in "CMZ" and character not in _BLANK


def validate_time_zone(value: str) -> None:
    """Refuse what is not the name of an IANA time zone."""
    if value in _NO_PLACE or value not in zoneinfo.available_timezones():
        raise ValidationError(
            _("“%(value)s” is not the name of a time zone, such as Europe/Rome."),
            code="unknown_time_zone",
            params={"value": value[:64]},
        )


class PlayerManager(UserManager["Player"]):
    """Create players, and find them by what people type."""

    use_in_migrations = False  # no migration creates players

    def create_user(
        self, username: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "Player":
        """Create a player who is shown by the username until another name is chosen."""
        fields.setdefault("display_name", username)
        return super().create_user(username, email, password, **fields)

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "Player":
        """Create a player who may do everything in the admin."""
        fields.setdefault("display_name", username)
        return super().create_superuser(username, email, password, **fields)

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Find the player of a username; Django's own log-in asks this way."""
        return self.named(username or "").get()

    def named(self, username: str) -> models.QuerySet["Player"]:
        """Find a username in whatever case it is typed.

        Compares `LOWER(username)`, which the unique index holds; `iexact` would use no index.
        """
        return self.alias(folded=Lower("username")).filter(folded=username.lower())


class Player(AbstractUser):
    """Somebody who plays: a person with a password, or a guest known only by a token."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    public_id = models.UUIDField(_("public id"), default=uuid.uuid4, unique=True, editable=False)
    username = models.CharField(
        _("username"),
        max_length=USERNAME_LENGTH[1],
        help_text=_("3 to 30 letters, digits, and . _ -, beginning with a letter."),
        validators=[
            MinLengthValidator(USERNAME_LENGTH[0]),
            RegexValidator(
                r"\A[A-Za-z][A-Za-z0-9_.-]*\Z",
                _("Use the letters a to z, digits, and . _ -, beginning with a letter."),
                code="invalid_username",
            ),
        ],
        error_messages={"unique": _("That username is taken.")},
    )
    display_name = models.CharField(
        _("display name"), max_length=DISPLAY_NAME_LENGTH, validators=[validate_display_name]
    )
    language = models.CharField(_("language"), max_length=2, choices=LANGUAGES, default="en")
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Has no password; the token is the only way in.")
    )
    world = models.ForeignKey(
        "players.World",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("sandbox"),
        help_text=_("Empty for the real world."),
    )
    erased_at = models.DateTimeField(_("erased at"), null=True, blank=True)

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta(AbstractUser.Meta):
        verbose_name = _("player")  # type: ignore[assignment]  # a lazy text is one
        verbose_name_plural = _("players")  # type: ignore[assignment]
        permissions = [
            ("deactivate_player", _("Can shut a player out, and let one in again")),
            ("sign_out_player", _("Can take back all sessions of a player")),
            ("send_reset_to_player", _("Can have a password reset sent to a player")),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["username"],
                name="username_unique",
                violation_error_message=_("That username is taken."),
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="username_unique_without_case",
                violation_error_message=_("That username is taken."),
            ),
            models.CheckConstraint(
                condition=models.Q(language__in=[code for code, _name in LANGUAGES]),
                name="player_language_known",
            ),
            models.CheckConstraint(
                condition=models.Q(erased_at__isnull=True) | models.Q(is_active=False, email=""),
                name="erased_player_is_nobody",
            ),
        ]

    def save(self, *args: Any, **options: Any) -> None:
        """Save; a new player gets the feed with which all are told things, in one transaction."""
        if not self._state.adding:
            super().save(*args, **options)
            return
        with transaction.atomic(using=options.get("using")):
            super().save(*args, **options)
            Feed.objects.using(self._state.db).create(player=self)

    @property
    def counted_as(self) -> str:
        """For whom requests are counted: those of a sandbox together, as one person made it up."""
        return str(self.pk) if self.world_id is None else f"world:{self.world_id}"

    def get_full_name(self) -> str:
        """Return the name that others see; Django's own pages ask for it."""
        return self.display_name

    def get_short_name(self) -> str:
        """Return the name that others see."""
        return self.display_name
