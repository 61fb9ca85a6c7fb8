"""Copies of what is held of players: where one stands, its link, and what the link opens."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.signing import BadSignature, Signer

from players.leaving_errors import ExportExpired, ExportNotFound
from players.models import Export, ExportPart

__all__ = ["ExportShown", "export_text", "get_export", "shown"]

_SIGNER = Signer(salt="players.export")


@dataclass(frozen=True, slots=True)
class ExportShown:
    """Where an export stands. `link` opens it without a token, until `expires_at`."""

    id: UUID
    status: str
    asked_at: datetime
    ready_at: datetime | None
    expires_at: datetime | None
    link: str | None


def get_export(*, player_id: int, export_id: UUID, now: datetime) -> ExportShown:
    """Return an export of this player. Raises ExportNotFound."""
    export = Export.objects.filter(public_id=export_id, player_id=player_id).first()
    if export is None:
        raise ExportNotFound
    return shown(export, now=now)


def shown(export: Export, *, now: datetime) -> ExportShown:
    """Show where an export stands: in_work, ready or expired."""
    status = _status(export, now)
    link = _SIGNER.sign(str(export.public_id)) if status == "ready" else None
    return ExportShown(
        id=export.public_id,
        status=status,
        asked_at=export.asked_at,
        ready_at=export.ready_at,
        expires_at=export.expires_at,
        link=link,
    )


def export_text(*, link: str, now: datetime) -> Iterator[bytes]:
    """Return the JSON text behind a link, part by part.

    Raises ExportNotFound for a link that this service did not sign, ExportExpired.
    """
    try:
        public_id = UUID(_SIGNER.unsign(link))
    except (BadSignature, ValueError):
        raise ExportNotFound from None
    export = Export.objects.filter(public_id=public_id).first()
    if export is None:
        raise ExportNotFound
    if _status(export, now) != "ready":
        raise ExportExpired
    return _parts(export, export.parts.count())


def _parts(export: Export, count: int) -> Iterator[bytes]:
    for number in range(count):
        yield ExportPart.objects.get(export=export, number=number).text.encode()


def _status(export: Export, now: datetime) -> str:
    if export.ready_at is None or export.expires_at is None:
        return "in_work"
    return "ready" if now < export.expires_at else "expired"
