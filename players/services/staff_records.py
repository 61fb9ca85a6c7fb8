"""Take the names of somebody who leaves out of what the staff wrote down; the acts stay.

Anybody may call themselves by an ordinary word. So of a text about others the name alone goes, and
neither the words of the program nor the names of groups are searched.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from players.models import ERASED_REASON, AuditEntry, Player

__all__ = ["scrub_records_of_the_staff"]

_GAP: Final = "…"  # no longer than any name, so that a text still fits where it was


def scrub_records_of_the_staff(player: Player) -> None:
    """Blank what was written of acts on a player, and take the names out of everything else."""
    AuditEntry.objects.filter(subject_type="player", subject_id=str(player.public_id)).exclude(
        reason=ERASED_REASON
    ).update(reason=ERASED_REASON)
    of_players = ContentType.objects.get_for_model(Player)
    own = LogEntry.objects.filter(content_type=of_players, object_id=str(player.pk))
    # What is blank is not written again: an erasure that is run twice changes nothing.
    own.exclude(object_repr="", change_message="").update(object_repr="", change_message="")
    if player.erased_at is None:  # afterwards the names are not known any more
        for name in _names_of(player):
            _take_out(name)


def _names_of(player: Player) -> list[str]:
    """Return the names and addresses, the longest first: one may be a part of another."""
    addresses = EmailAddress.objects.filter(user=player).values_list("email", flat=True)
    names = {player.username, player.display_name, player.email, *addresses} - {""}
    return sorted(names, key=len, reverse=True)


def _take_out(name: str) -> None:
    holding = re.escape(name)
    word = _word(name)
    for entry in AuditEntry.objects.filter(reason__iregex=holding).order_by("pk"):
        AuditEntry.objects.filter(pk=entry.pk).update(reason=word.sub(_GAP, entry.reason))
    named = Q(object_repr__iregex=holding) | Q(change_message__iregex=_in_json_or_not(name))
    for logged in LogEntry.objects.filter(named).select_related("content_type").order_by("pk"):
        _take_out_of(logged, name, word)


def _in_json_or_not(name: str) -> str:
    return f"{re.escape(name)}|{re.escape(json.dumps(name)[1:-1])}"


def _take_out_of(logged: LogEntry, name: str, word: re.Pattern[str]) -> None:
    # What an object was shown as may be the name of a player, or of a seat with its number.
    shown = re.compile(rf"(\d+: )?{re.escape(name)}", re.IGNORECASE)
    changes = _changes(logged.change_message)
    if changes is None:
        logged.change_message = word.sub(_GAP, logged.change_message)
    if logged.content_type is None or logged.content_type.app_label != "auth":
        if shown.fullmatch(logged.object_repr):
            logged.object_repr = shown.sub(rf"\g<1>{_GAP}", logged.object_repr)
        touched = [each for each in _objects(changes) if shown.fullmatch(each["object"])]
        for each in touched:
            each["object"] = shown.sub(rf"\g<1>{_GAP}", each["object"])
        if touched:
            logged.change_message = json.dumps(changes)
    logged.save(update_fields=["object_repr", "change_message"])


def _changes(message: str) -> list[Any] | None:
    """Return what Django's admin wrote of a change as data; None for a text of its own."""
    try:
        changes = json.loads(message)
    except ValueError:
        return None
    return changes if isinstance(changes, list) else None


def _objects(changes: list[Any] | None) -> Iterator[dict[str, Any]]:
    """Yield the parts of a change that name an object that was changed along."""
    for change in changes or []:
        for part in change.values() if isinstance(change, dict) else []:
            if isinstance(part, dict) and isinstance(part.get("object"), str):
                yield part


def _word(name: str) -> re.Pattern[str]:
    """Return what finds a name where it stands as a word, also as “@name”.

    So “ann” is found neither in “annulled” nor in “ann.rossi” nor in “rossi@ann.example”.
    """
    before, after = r"(?<![\w.+-])(?<![\w.+-]@)", r"(?![\w@-]|\.\w)"
    return re.compile(before + re.escape(name) + after, re.IGNORECASE)
