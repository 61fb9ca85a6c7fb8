"""Which scope a token needs for a call. The apps say it in tables, by name of route and method."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from scopa_site.api.errors import ScopeMissing

__all__ = [
    "RouteScopes",
    "refuse_without_scope",
    "register_route_scopes",
    "required_scope",
    "route_scopes",
]

# {"match": {"GET": "matches:read"}}; None in the place of a scope: for sessions alone.
RouteScopes: TypeAlias = Mapping[str, Mapping[str, str | None]]

_scopes: Final[dict[str, Mapping[str, str | None]]] = {}
_included: Final[dict[str, str]] = {}


def register_route_scopes(table: RouteScopes, *, included: Mapping[str, str] | None = None) -> None:
    """Add what an app says of its routes; the names of routes are unique over all apps.

    `included`: by scope to write, the scope to read that it has in it. A call that changes
    something answers with what it changed, so that whoever may write sees it anyhow.
    """
    _scopes.update(table)
    _included.update(included or {})


def route_scopes() -> RouteScopes:
    """Return what is said of all routes."""
    return _scopes


def required_scope(route: str | None, method: str | None) -> str | None:
    """Return the scope that a call needs; None where a session is needed, or nothing is said."""
    asked = "GET" if method == "HEAD" else method
    return _scopes.get(route or "", {}).get(asked or "")


def refuse_without_scope(
    scopes: frozenset[str] | None, *, route: str | None, method: str | None
) -> None:
    """Let a session (`scopes` None) do everything, and a token what its scopes say and include.

    Raises ScopeMissing.
    """
    if scopes is None:
        return
    required = required_scope(route, method)
    held = scopes | {_included[scope] for scope in scopes if scope in _included}
    if required is None or required not in held:
        raise ScopeMissing(required=required)
