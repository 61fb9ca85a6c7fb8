"""Say in the terms of the API what Django's validators found."""

from collections.abc import Callable, Mapping

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.errors import UsernameTaken
from players.models import DEVICE_NAME_LENGTH, Player
from scopa_site.errors import FieldProblem

__all__ = ["account_faults", "device_faults", "field_problems", "unique_names"]


def field_problems(exc: ValidationError) -> list[FieldProblem]:
    """Return one problem for each fault of each field, pointing at the field of that name."""
    return [
        FieldProblem(f"/{field}", fault.code or "invalid", fault.messages[0])
        for field, faults in exc.error_dict.items()
        for fault in faults
    ]


def account_faults(player: Player) -> list[FieldProblem]:
    """Return what is wrong with the name and the address of a player."""
    try:
        player.clean_fields(exclude={"password", "display_name"})  # the name shown is the username
    except ValidationError as exc:
        return field_problems(exc)
    return []


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
