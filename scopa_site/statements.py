"""Writes whose SQL is made once: for the few rows that every move writes, and for many at once.

The ORM composes its statement anew each time, which costs more than running it. Values still pass
through their fields, so that both databases get what they expect.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

__all__ = ["insert_row", "insert_row_unless_there", "update_row", "update_rows"]

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


def update_rows(rows: Sequence[Model], *names: str) -> None:
    """Write the named fields of stored rows of one table, some hundreds at most, in one statement.

    What `bulk_update` does; that takes ten times as long to compose it.
    """
    if not rows:
        return
    statement, fields = _update_many(type(rows[0]), names, len(rows))
    with connection.cursor() as cursor:
        cursor.execute(
            statement, [value for row in rows for value in (row.pk, *_values(row, fields))]
        )


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


@lru_cache(maxsize=512)
def _update_many(model: type[Model], names: tuple[str, ...], count: int) -> tuple[str, Fields]:
    fields: Fields = tuple(model._meta.get_field(name) for name in names)  # type: ignore[misc]
    key = model._meta.pk
    columns = [_quoted(field.column) for field in fields]
    # The types are said once: a server cannot tell those of a place, and not at all that of a NULL.
    typed = ", ".join(f"CAST(%s AS {_type(field)})" for field in (key, *fields))
    plain = ", ".join(["%s"] * (len(fields) + 1))
    rows = ", ".join(f"({each})" for each in [typed, *[plain] * (count - 1)])
    changes = ", ".join(f"{column} = given.{column}" for column in columns)
    table, id_ = _table(model), _quoted(key.column)
    statement = (
        f"WITH given ({', '.join([id_, *columns])}) AS (VALUES {rows})"  # noqa: S608
        f" UPDATE {table} SET {changes} FROM given WHERE {table}.{id_} = given.{id_}"
    )
    return statement, fields


def _type(field: "Field[Any, Any]") -> str:
    """Return the type of a column; that of a key that counts up is the one of a reference to it."""
    if field.primary_key:
        return str(field.rel_db_type(connection))
    return str(field.cast_db_type(connection))


def _table(model: type[Model]) -> str:
    return _quoted(model._meta.db_table)


def _quoted(name: str | None) -> str:
    if name is None:
        raise TypeError("a field without a column cannot be written")
    return connection.ops.quote_name(name)
