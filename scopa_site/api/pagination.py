"""Lists in pages: `{"items": [...], "next_cursor": "..."}`, by key, never by offset."""

import base64
import binascii
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from scopa_site.api.errors import InvalidRequest
from scopa_site.api.fields import NumberParameter, QuerySerializer, StringField
from scopa_site.errors import FieldProblem

__all__ = ["DEFAULT_LIMIT", "MAX_LIMIT", "PageQuery", "decode_cursor", "encode_cursor", "paginate"]

DEFAULT_LIMIT = 50
MAX_LIMIT = 100
_MAX_CURSOR = 200

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
    key: Callable[[Any], int] = lambda row: row.pk,
) -> dict[str, Any]:
    """Return one page of `source`, each row rendered.

    `parameters` are those of a PageQuery. A query set is put in order of its ids, newest first;
    any other source keeps the order it has, and `key` says where a row stands in it.
    Raises InvalidRequest for a cursor that no page gave out.
    """
    cursor, limit = parameters.get("cursor"), parameters["limit"]
    after = None if cursor is None else _position(cursor)
    fetch = _newest_first(source) if isinstance(source, QuerySet) else source
    rows = fetch(after=after, limit=limit + 1)  # one more tells whether there is a next page
    page = rows[:limit]
    more = len(rows) > limit
    return {
        "items": [render(row) for row in page],
        "next_cursor": encode_cursor([key(page[-1])]) if more else None,
    }


def encode_cursor(position: Sequence[int]) -> str:
    """Write a position as text that means nothing to the client."""
    return base64.urlsafe_b64encode(json.dumps(list(position)).encode()).decode().rstrip("=")


def decode_cursor(cursor: str) -> list[int]:
    """Read a position back. Raises InvalidRequest for what `encode_cursor` did not write."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        raw = base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
        position = json.loads(raw) if len(cursor) <= _MAX_CURSOR else None
    except (ValueError, binascii.Error, RecursionError):
        position = None
    if not isinstance(position, list) or any(type(part) is not int for part in position):
        raise _invalid_cursor()
    if encode_cursor(position) != cursor or any(abs(part) >= 2**63 for part in position):
        raise _invalid_cursor()
    return position


def _position(cursor: str) -> int:
    position = decode_cursor(cursor)
    if len(position) != 1:
        raise _invalid_cursor()
    return position[0]


def _newest_first(rows: QuerySet[RowModel]) -> Fetch[RowModel]:
    def fetch(*, after: int | None, limit: int) -> list[RowModel]:
        ordered = rows.order_by("-pk")
        return list((ordered if after is None else ordered.filter(pk__lt=after))[:limit])

    return fetch


def _invalid_cursor() -> InvalidRequest:
    problem = FieldProblem("?cursor", "invalid_cursor", _("This cursor comes from no page."))
    return InvalidRequest(errors=[problem])
