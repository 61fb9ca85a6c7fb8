"""Lists in pages: `{"items": [...], "next_cursor": "..."}`, by key, never by offset.

A cursor tells nothing: it is the key enciphered, the same for the same key, and good only for the
list that gave it out. The first half is a MAC of the key, which also is the nonce of the second
(the way of a synthetic initialisation vector): no cursor can be made up or altered.
"""

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from scopa_site.api.errors import InvalidRequest
from scopa_site.api.fields import NumberParameter, QuerySerializer, StringField
from scopa_site.errors import FieldProblem

__all__ = ["DEFAULT_LIMIT", "MAX_LIMIT", "PageQuery", "decode_cursor", "encode_cursor", "paginate"]

DEFAULT_LIMIT = 50
MAX_LIMIT = 100
_HALF = 8  # bytes: a key of the database is as long

Row = TypeVar("Row", covariant=True)
RowModel = TypeVar("RowModel", bound=Model)


class PageQuery(QuerySerializer):
    """The parameters of every list. A list with filters adds its own."""

    limit = NumberParameter(
        min_value=1,
        max_value=MAX_LIMIT,
        default=DEFAULT_LIMIT,
        help_text="How many items at most.",
    )
    cursor = StringField(
        required=False, help_text="`next_cursor` of the page before; left out for the first page."
    )


class Fetch(Protocol[Row]):
    """A source of rows in a fixed order: those after `after` (None: all), up to `limit`."""

    def __call__(self, *, after: int | None, limit: int) -> Sequence[Row]:
        """Return the rows."""
        ...


def paginate(
    source: QuerySet[RowModel] | Fetch[Row],
    parameters: Mapping[str, Any],
    render: Callable[[Any], object],
    *,
    scope: str,
    key: Callable[[Any], int] = lambda row: row.pk,
) -> dict[str, Any]:
    """Return one page of `source`, each row rendered.

    `parameters` are those of a PageQuery. A query set is put in order of its ids, newest first;
    any other source keeps the order it has, and `key` says where a row stands in it. `scope` names
    the list: its cursors are good for no other. Raises InvalidRequest for a cursor that no page of
    it gave out.
    """
    cursor, limit = parameters.get("cursor"), parameters["limit"]
    after = None if cursor is None else decode_cursor(scope, cursor)
    fetch = _newest_first(source) if isinstance(source, QuerySet) else source
    rows = fetch(after=after, limit=limit + 1)  # one more tells whether there is a next page
    page = rows[:limit]
    more = len(rows) > limit
    return {
        "items": [render(row) for row in page],
        "next_cursor": encode_cursor(scope, key(page[-1])) if more else None,
    }


def encode_cursor(scope: str, position: int) -> str:
    """Write a key of 64 bits as text that means nothing to the client."""
    plain = position.to_bytes(_HALF, "big", signed=True)
    tag = _mac(scope, "tag", plain, settings.SECRET_KEY)
    return _text(tag + _xor(plain, _mac(scope, "pad", tag, settings.SECRET_KEY)))


def decode_cursor(scope: str, cursor: str) -> int:
    """Read a key back. Raises InvalidRequest for what `encode_cursor` did not write for `scope`."""
    raw = _bytes(cursor)
    tag, enciphered = raw[:_HALF], raw[_HALF:]
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        plain = _xor(enciphered, _mac(scope, "pad", tag, secret))
        if constant_time_compare(_mac(scope, "tag", plain, secret), tag):
            return int.from_bytes(plain, "big", signed=True)
    raise _invalid_cursor()


def _mac(scope: str, purpose: str, data: bytes, secret: str) -> bytes:
    salt = f"scopa_site.pagination.{purpose}.{scope}"
    return salted_hmac(salt, data, secret=secret, algorithm="sha256").digest()[:_HALF]


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(cursor: str) -> bytes:
    try:
        raw = base64.b64decode(f"{cursor}==".encode("ascii"), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise _invalid_cursor() from None
    if len(raw) != 2 * _HALF or _text(raw) != cursor:
        raise _invalid_cursor()
    return raw


def _newest_first(rows: QuerySet[RowModel]) -> Fetch[RowModel]:
    def fetch(*, after: int | None, limit: int) -> list[RowModel]:
        ordered = rows.order_by("-pk")
        return list((ordered if after is None else ordered.filter(pk__lt=after))[:limit])

    return fetch


def _invalid_cursor() -> InvalidRequest:
    problem = FieldProblem("?cursor", "invalid_cursor", _("This cursor comes from no page."))
    return InvalidRequest(errors=[problem])
