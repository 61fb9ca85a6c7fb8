"""Read ids from addresses: one that is none looks like one of nothing."""

from uuid import UUID

from scopa_site.errors import DomainError

__all__ = ["read_id"]


def read_id(text: str, missing: type[DomainError]) -> UUID:
    """Return the id that is written in its canonical form; raise `missing` for any other text."""
    try:
        found = UUID(text)
    except ValueError:
        raise missing from None
    if str(found) != text.lower():
        raise missing
    return found
