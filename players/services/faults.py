"""Say in the terms of the API what Django's validators found."""

from collections.abc import Callable, Mapping
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.errors import UsernameTaken
from players.models import DEVICE_NAME_LENGTH, Player
from scopa_site.errors import FieldProblem

__all__ = [
    "account_faults",
    "device_faults",
    "field_problems",
    "reserved_name_faults",
    "unique_names",
]

# Names that pass for the staff or the service, in the languages it speaks.
_RESERVED: Final = frozenset(
    {
        *("admin", "administrator", "amministratore", "root", "scopa", "sistema", "system"),
        *("assistenza", "moderator", "moderatore", "staff", "support"),
    }
)
# What the service calls players who are erased, guests, or let in by a provider.
_RESERVED_BEGINNINGS: Final = ("deleted-", "guest-", "player-")
_MARKS: Final = str.maketrans("", "", "._-")


def field_problems(exc: ValidationError) -> list[FieldProblem]:
    """Return one problem for each fault of each field, pointing at the field of that name."""
    return [
        FieldProblem(f"/{field}", fault.code or "invalid", _told(field, fault))
        for field, faults in exc.error_dict.items()
        for fault in faults
    ]


def _told(field: str, fault: ValidationError) -> str:
    if fault.code != "invalid_choice":
        return str(fault.messages[0])
    text = str(_("This value is not one of those known here: {known}."))
    return text.format(known=", ".join(_choices(field)))  # Django's own text names none of them


def _choices(field: str) -> list[str]:
    choices = {each.name: each.flatchoices for each in Player._meta.fields}
    return [str(value) for value, _label in choices[field]]


def account_faults(player: Player) -> list[FieldProblem]:
    """Return what is wrong with the name and the address of a player."""
    try:
        player.clean_fields(exclude={"password", "display_name"})  # the name shown is the username
    except ValidationError as exc:
        return field_problems(exc)
    return []


def reserved_name_faults(username: str) -> list[FieldProblem]:
    """Return what is wrong with a name that would pass for somebody else, its marks left out."""
    name = username.lower()
    if name.translate(_MARKS) not in _RESERVED and not name.startswith(_RESERVED_BEGINNINGS):
        return []
    text = _("This username is reserved, as it could mislead others. Choose another.")
    return [FieldProblem("/username", "reserved_username", text)]


def device_faults(device_name: str) -> list[FieldProblem]:
    """Return what is wrong with the name of a device."""
    if len(device_name) <= DEVICE_NAME_LENGTH:
        return []
    text = _("The name of a device has at most 60 characters.")
    return [FieldProblem("/device_name", "device_name_too_long", text)]


def unique_names(player: Player) -> Mapping[str, Callable[[], UsernameTaken]]:
    """Return what stands for each constraint that keeps usernames apart."""

    def taken() -> UsernameTaken:
        return UsernameTaken(
            errors=[FieldProblem("/username", "username_taken", _("That username is taken."))],
            username=player.username,
        )

    return {"username_unique": taken, "username_unique_without_case": taken}
