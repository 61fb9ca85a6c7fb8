"""Codes in kept replies: enciphered, as a code is known to whoever was shown it and nobody else."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from games.link_codes import code_of_number, number_of_code
from scopa_site.api.pagination import decode_cursor, encode_cursor

__all__ = ["opened_links", "sealed_link"]

_MEMBERS: Final = {"code", "seat", "expires_at"}
_SCOPE: Final = "code of an invitation"


def sealed_link(shown: dict[str, Any]) -> str | None:
    """Write an object that shows a code so that only this service can read it; None for others."""
    if shown.keys() != _MEMBERS:
        return None
    sealed = encode_cursor(_SCOPE, number_of_code(shown["code"]))
    return f"{sealed} {shown['seat']} {shown['expires_at']}"


def opened_links(sealed: Collection[str]) -> Mapping[str, object]:
    """Show the codes again."""
    return {each: _opened(each) for each in sealed}


def _opened(sealed: str) -> dict[str, Any]:
    code, seat, expires_at = sealed.split(" ")
    return {
        "code": code_of_number(decode_cursor(_SCOPE, code)),
        "seat": int(seat),
        "expires_at": expires_at,
    }
