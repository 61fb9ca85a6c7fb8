"""Write JSON answers: compact, UTF-8, times in RFC 3339 UTC with `Z`."""

import hashlib
import json
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.functional import Promise
from rest_framework.request import Request

__all__ = ["answer", "answer_tagged", "answer_tagged_text", "no_content", "render_json", "rfc3339"]

_SAFE = {"GET", "HEAD"}
_TAG_BYTES = 16  # of SHA-256: no two states of one resource will ever share them


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


def answer_tagged(
    request: Request | HttpRequest,
    data: Mapping[str, object],
    status: int = 200,
    *,
    volatile: Collection[str] = ("server_time",),
) -> HttpResponse:
    """Answer with `data` and an ETag, or with 304 where the client has this very answer.

    The tag is made of the language and the body but for its members in `volatile`, which come
    last. The client may keep the answer, and asks each time whether it still holds.
    """
    body = render_json({name: part for name, part in data.items() if name not in volatile})
    late = {name: part for name, part in data.items() if name in volatile}
    whole = _joined(body, render_json(late))
    return _tagged(request, whole, _entity_tag(body), status, "application/json")


def answer_tagged_text(
    request: Request | HttpRequest, text: str, *, content_type: str
) -> HttpResponse:
    """Answer with a text, as `answer_tagged` does with JSON."""
    body = text.encode()
    return _tagged(request, body, _entity_tag(body), 200, content_type)


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


def _tagged(
    request: Request | HttpRequest, body: bytes, tag: str, status: int, content_type: str
) -> HttpResponse:
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if request.method in _SAFE and _is_known(tag, request.META.get("HTTP_IF_NONE_MATCH", "")):
        response = HttpResponse(status=304, headers=headers)
        del response["Content-Type"]
        return response
    return HttpResponse(body, status=status, content_type=content_type, headers=headers)


def _entity_tag(body: bytes) -> str:
    language = (translation.get_language() or "").encode()
    return f'"{hashlib.sha256(language + body).hexdigest()[: 2 * _TAG_BYTES]}"'


def _is_known(tag: str, header: str) -> bool:
    """Tell whether If-None-Match names the tag; a proxy may have made it weak on its way."""
    named = [part.strip().removeprefix("W/") for part in header.split(",")]
    return tag in named or named == ["*"]


def _joined(one: bytes, other: bytes) -> bytes:
    """Join two objects written as JSON into one."""
    if one == b"{}" or other == b"{}":
        return one if other == b"{}" else other
    return one[:-1] + b"," + other[1:]


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return rfc3339(value)
    if isinstance(value, UUID | Promise):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON data")


_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain
)
