"""Writes of one row whose SQL is made once: for the few rows that every move writes.

The ORM composes its statement anew each time, which costs more than running it. Values still pass
through their fields, so that both databases get what they expect.
"""

from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

__all__ = ["insert_row", "insert_row_unless_there", "update_row"]

Fields = tuple["Field[Any, Any]", ...]


def insert_row(row: Model) -> None:
    """Insert a row. Its key stays unknown; whoever needs it saves through the ORM."""
    statement, fields = _insert(type(row))
    with connection.cursor() as cursor:
        cursor.execute(statement, _values(row, fields))


def insert_row_unless_there(row: Model) -> bool:
    """Insert a row unless a unique constraint stands against it; False if one does.

    Waits for a transaction that is writing such a row, and goes by how it ends.
    """
    statement, fields = _insert(type(row))
    with connection.cursor() as cursor:
        cursor.execute(f"{statement} ON CONFLICT DO NOTHING", _values(row, fields))
        return bool(cursor.rowcount)


def update_row(row: Model, *names: str) -> None:
    """Write the named fields of a stored row."""
    statement, fields = _update(type(row), names)
    with connection.cursor() as cursor:
        cursor.execute(statement, [*_values(row, fields), row.pk])


def _values(row: Model, fields: Fields) -> list[Any]:
    return [
        field.get_db_prep_save(getattr(row, field.attname), connection=connection)
        for field in fields
    ]


@cache
def _insert(model: type[Model]) -> tuple[str, Fields]:
    fields = tuple(field for field in model._meta.concrete_fields if not field.primary_key)
    columns = ", ".join(_quoted(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {_table(model)} ({columns}) VALUES ({places})", fields  # noqa: S608


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[str, Fields]:
    fields: Fields = tuple(model._meta.get_field(name) for name in names)  # type: ignore[misc]
    columns = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    return f"UPDATE {_table(model)} SET {columns} WHERE id = %s", fields  # noqa: S608


def _table(model: type[Model]) -> str:
    return _quoted(model._meta.db_table)


def _quoted(name: str | None) -> str:
    if name is None:
        raise TypeError("a field without a column cannot be written")
    return connection.ops.quote_name(name)
