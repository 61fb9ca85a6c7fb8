"""Write JSON answers: compact, UTF-8, times in RFC 3339 UTC with `Z`."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

from django.http import HttpResponse
from django.utils.functional import Promise

__all__ = ["answer", "no_content", "render_json", "rfc3339"]


def answer(
    data: object,
    status: int = 200,
    *,
    content_type: str = "application/json",
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Answer with `data` as JSON, rendered now, in the language active now."""
    return HttpResponse(
        render_json(data), status=status, content_type=content_type, headers=headers
    )


def no_content() -> HttpResponse:
    """Answer 204, without a body and so without a type."""
    response = HttpResponse(status=204)
    del response["Content-Type"]
    return response


def rfc3339(moment: datetime) -> str:
    """Write an aware time as RFC 3339 in UTC, with `Z`."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def render_json(data: object) -> bytes:
    """Return `data` as JSON in UTF-8. Raises TypeError for what is not plain data."""
    return _encoder.encode(data).encode()


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return rfc3339(value)
    if isinstance(value, UUID | Promise):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON data")


_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain
)
