"""What a personal token may be allowed to do, each by a name. The apps above register theirs."""

from typing import Final

__all__ = [
    "EVENTS_READ",
    "INCLUDED",
    "PLAYERS_READ",
    "PROFILE_READ",
    "PROFILE_WRITE",
    "TIES_READ",
    "TIES_WRITE",
    "known_scopes",
    "register_scopes",
]

PROFILE_READ: Final = "profile:read"
PROFILE_WRITE: Final = "profile:write"
PLAYERS_READ: Final = "players:read"
EVENTS_READ: Final = "events:read"
TIES_READ: Final = "ties:read"
TIES_WRITE: Final = "ties:write"

# Who may write may read the same.
INCLUDED: Final = {PROFILE_WRITE: PROFILE_READ, TIES_WRITE: TIES_READ}

_known: Final = {
    PROFILE_READ,
    PROFILE_WRITE,
    PLAYERS_READ,
    EVENTS_READ,
    TIES_READ,
    TIES_WRITE,
}


def register_scopes(*names: str) -> None:
    """Make scopes of an app known, so that tokens may have them."""
    _known.update(names)


def known_scopes() -> list[str]:
    """Return the names of all scopes, in order of the alphabet."""
    return sorted(_known)
