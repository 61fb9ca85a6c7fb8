"""Choose what one is told, where and when."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from players.notifications.errors import InvalidPreferences
from players.notifications.queries.preferences import offered
from players.notifications.registry import Channel, Mode, notification_types
from players.notifications.services.locking import lock_own_preferences
from players.notifications.services.releasing import release_wished
from scopa_site.errors import FieldProblem
from scopa_site.transactions import one_transaction

__all__ = ["MAX_DIGEST_HOURS", "update_preferences", "with_choice"]

MAX_DIGEST_HOURS: Final = 4
_LAST_HOUR: Final = 23
_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]\Z")

Choices = Mapping[str, Mapping[str, str]]


def update_preferences(*, player_id: int, changes: Mapping[str, Any], now: datetime) -> None:
    """Change some of what a player chose; what is not named stays as it is.

    `changes` has any of: `types`, a list of a `type` with the mode of some channels; `quiet_hours`,
    `from` and `to` as `22:00`, or None for none; `digest_hours`, 1 to MAX_DIGEST_HOURS of them;
    `mail`, whether any mail is sent. What is held back by them is looked at again at once.
    Raises InvalidPreferences, having changed nothing, with every fault, and InvalidToken
    for who was erased meanwhile.
    """
    if faults := list(_faults(changes)):
        raise InvalidPreferences(errors=faults)
    with one_transaction():
        row = lock_own_preferences(player_id)
        for each in changes.get("types", ()):
            for channel, mode in _modes(each).items():
                row.choices = with_choice(row.choices, each["type"], channel, Mode(mode))
        if "quiet_hours" in changes:
            row.quiet_from, row.quiet_until = _times(changes["quiet_hours"])
        if "digest_hours" in changes:
            row.digest_hours = sorted(set(changes["digest_hours"]))
        if "mail" in changes:
            row.mail_off_at = None if changes["mail"] else row.mail_off_at or now
        row.version += 1
        row.save()
        release_wished(player_id=player_id, now=now)


def with_choice(choices: Choices, slug: str, channel: Channel, mode: Mode) -> dict[str, Any]:
    """Return the choices with one more; where it is the default of the type nothing is kept."""
    of_type = {way: chosen for way, chosen in choices.get(slug, {}).items() if way != channel}
    if notification_types()[slug].defaults.get(channel) is not mode:
        of_type[str(channel)] = str(mode)
    others = {name: dict(chosen) for name, chosen in choices.items() if name != slug}
    return {**others, slug: of_type} if of_type else others


def _modes(each: Mapping[str, str]) -> dict[Channel, str]:
    return {channel: each[channel] for channel in Channel if channel in each}


def _times(quiet: Mapping[str, str] | None) -> tuple[time | None, time | None]:
    if quiet is None:
        return None, None
    return time.fromisoformat(quiet["from"]), time.fromisoformat(quiet["to"])


def _faults(changes: Mapping[str, Any]) -> Iterator[FieldProblem]:
    yield from _type_faults(changes.get("types", ()))
    if changes.get("quiet_hours") is not None:
        yield from _quiet_faults(changes["quiet_hours"])
    if "digest_hours" in changes:
        yield from _hour_faults(changes["digest_hours"])


def _type_faults(wanted: Sequence[Mapping[str, str]]) -> Iterator[FieldProblem]:
    types = notification_types()
    for place, each in enumerate(wanted):
        kind = types.get(each["type"])
        if kind is None:
            text, allowed = _("There is no such type of notification."), {"allowed": list(types)}
            yield FieldProblem(f"/types/{place}/type", "unknown_type", text, allowed)
            continue
        for channel, mode in _modes(each).items():
            known = [str(each) for each in offered(kind, channel)]
            if mode not in known:
                text = _("This type cannot come in this way.")
                where = f"/types/{place}/{channel}"
                yield FieldProblem(where, "unknown_mode", text, {"allowed": known})


def _quiet_faults(quiet: Mapping[str, str]) -> Iterator[FieldProblem]:
    wrong = [name for name in ("from", "to") if not _TIME.match(quiet[name])]
    for name in wrong:
        text = _("Write a time of day as 22:00.")
        yield FieldProblem(f"/quiet_hours/{name}", "invalid_time", text)
    if not wrong and quiet["from"] == quiet["to"]:
        text = _("Quiet hours that end when they begin are none; send null for none.")
        yield FieldProblem("/quiet_hours/to", "no_hours", text)


def _hour_faults(hours: Sequence[int]) -> Iterator[FieldProblem]:
    if not 1 <= len(set(hours)) <= MAX_DIGEST_HOURS:
        text = _("Choose one to four hours for the digest.")
        yield FieldProblem("/digest_hours", "wrong_number_of_hours", text)
    for place, hour in enumerate(hours):
        if not 0 <= hour <= _LAST_HOUR:
            text, allowed = _("An hour is a number from 0 to 23."), {"min": 0, "max": _LAST_HOUR}
            where = f"/digest_hours/{place}"
            yield FieldProblem(where, "no_hour", text, {"allowed": allowed})
