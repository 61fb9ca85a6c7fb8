"""Make a copy of what is held of a player, in pieces that each fit well into one task."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from players.leaving_errors import ExportInWork
from players.models import Export, ExportPart
from players.queries.holdings import holdings_of
from players.registries import exporters, paged_exporters
from scopa_site.api.rendering import render_json
from scopa_site.integrity import translating
from scopa_site.outbox.effects import owe
from scopa_site.transactions import one_transaction

__all__ = ["EXPORT", "LINK_LASTS", "ask_export", "sweep_exports", "write_part"]

EXPORT: Final = "players.export"
LINK_LASTS: Final = timedelta(hours=24)
# An export that is not ready by then never will be: what makes it was given up.
_GIVEN_UP_AFTER: Final = timedelta(hours=24)
_FORMAT: Final = 1


def ask_export(*, player_id: int, now: datetime) -> Export:
    """Ask for a copy of what is held of a player. Raises ExportInWork."""
    with translating(Export, {"one_export_in_work": ExportInWork}), one_transaction():
        export = Export.objects.create(player_id=player_id, asked_at=now)
        _owe_part(export, 0, None, 0, now)
    return export


def write_part(payload: Mapping[str, Any], now: datetime) -> None:
    """Write one part of an export and owe the next; the last one makes it ready.

    May run twice for one part. What was erased meanwhile is not written.
    """
    with one_transaction():
        undone = Export.objects.filter(pk=payload["export"], ready_at=None)
        export = undone.select_for_update().first()
        if export is None or export.parts.filter(number=payload["part"]).exists():
            return
        text, following = _part(export, payload["section"], payload["after"])
        if following is None:
            text += "}"
            export.ready_at, export.expires_at = now, now + LINK_LASTS
            export.save(update_fields=["ready_at", "expires_at"])
        else:
            _owe_part(export, payload["part"] + 1, *following, now)
        ExportPart.objects.create(export=export, number=payload["part"], text=text)


def sweep_exports(*, now: datetime) -> int:
    """Delete the parts of exports that have expired, and exports that came to nothing."""
    with one_transaction():
        expired, _each = ExportPart.objects.filter(export__expires_at__lte=now).delete()
        stale = Q(ready_at=None, asked_at__lte=now - _GIVEN_UP_AFTER)
        nothing, _each = Export.objects.filter(stale).delete()
    return expired + nothing


def _owe_part(export: Export, number: int, section: str | None, after: int, now: datetime) -> None:
    payload = {
        "player": export.player_id,
        "export": export.pk,
        "part": number,
        "section": section,
        "after": after,
    }
    owe(topic=EXPORT, dedupe_key=f"{EXPORT}:{export.pk}:{number}", payload=payload, now=now)


def _part(
    export: Export, section: str | None, after: int
) -> tuple[str, tuple[str | None, int] | None]:
    """Write a piece of one JSON object; say with which section, and from where, the next begins."""
    if section is None:
        return _beginning(export), _section_after("")
    rows, ended_at = paged_exporters[section](export.player_id, after)
    joined = _json(rows)[1:-1]
    text = ("," if joined else "") + joined if after else f',"{section}":[{joined}'
    if ended_at is not None:
        return text, (section, ended_at)
    return text + "]", _section_after(section)


def _beginning(export: Export) -> str:
    """Write all that is never much, but for the brace at the end."""
    held: dict[str, Any] = {"format": _FORMAT, "asked_at": export.asked_at}
    held |= holdings_of(export.player_id)
    for name, exporter in sorted(exporters.items()):
        held[name] = exporter(export.player_id)
    return _json(held)[:-1]


def _section_after(name: str) -> tuple[str, int] | None:
    later = [each for each in paged_exporters if each > name]
    return (min(later), 0) if later else None


def _json(data: object) -> str:
    return render_json(data).decode()
