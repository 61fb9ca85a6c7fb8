"""Turn a violated constraint of the database into the domain error it stands for."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from django.db import IntegrityError
from django.db.models import Model, UniqueConstraint

from scopa_site.errors import DomainError

__all__ = ["constraint_name", "translating"]

# SQLite names checks and unique indexes on expressions, but of other unique constraints only
# the columns: "UNIQUE constraint failed: games_move.match_id, games_move.ply".
_SQLITE_NAMED = re.compile(r"^(?:CHECK|UNIQUE) constraint failed: (?:index ')?(\w+)'?$")
_SQLITE_COLUMNS = re.compile(r"^UNIQUE constraint failed: (\w+\.\w+(?:, \w+\.\w+)*)$")


def constraint_name(exc: IntegrityError, model: type[Model]) -> str | None:
    """Name the constraint that `exc` reports; None where the database does not tell.

    On SQLite a plain unique constraint is found by its columns among those of `model`. Two that
    share their columns cannot be told apart, and give None.
    """
    diagnostics = getattr(exc.__cause__, "diag", None)
    if diagnostics is not None:
        name: str | None = diagnostics.constraint_name
        return name
    text = str(exc)
    if found := _SQLITE_NAMED.match(text):
        return found[1]
    if found := _SQLITE_COLUMNS.match(text):
        return _unique_constraint_on(found[1].split(", "), model)
    return None


def _unique_constraint_on(columns: list[str], model: type[Model]) -> str | None:
    meta = model._meta  # documented by Django for this use
    column = {field.name: f"{meta.db_table}.{field.column}" for field in meta.concrete_fields}
    names = [
        constraint.name
        for constraint in meta.constraints
        if isinstance(constraint, UniqueConstraint)
        and {column[name] for name in constraint.fields} == set(columns)
    ]
    return names[0] if len(names) == 1 else None


@contextmanager
def translating(
    model: type[Model], errors: Mapping[str, Callable[[], DomainError]]
) -> Iterator[None]:
    """Raise the error that stands for a violated constraint of `model`; let others through.

    Open the transaction inside (`with translating(...), transaction.atomic():`): PostgreSQL
    refuses all further statements in a transaction that has seen a violation.
    """
    try:
        yield
    except IntegrityError as exc:
        error = errors.get(constraint_name(exc, model) or "")
        if error is None:
            raise
        raise error() from exc
