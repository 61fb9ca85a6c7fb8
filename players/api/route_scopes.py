"""The scope that each call about a player needs. None: a session, and no personal token."""

from typing import Final

from players.scopes import (
    EVENTS_READ,
    PLAYERS_READ,
    PROFILE_READ,
    PROFILE_WRITE,
    TIES_READ,
    TIES_WRITE,
)
from scopa_site.api.scopes import RouteScopes

__all__ = ["ROUTE_SCOPES"]

ROUTE_SCOPES: Final[RouteScopes] = {
    "logout": {"POST": None},
    "verify": {"POST": None},
    "identities": {"GET": None, "POST": None},
    "identity": {"DELETE": None},
    "my-email": {"GET": None, "PUT": None, "DELETE": None},
    "email-code": {"POST": None},
    "upgrade": {"POST": None},
    "password": {"PUT": None},
    "recovery-code": {"POST": None},
    "me": {"GET": PROFILE_READ, "PATCH": PROFILE_WRITE},
    "sessions": {"GET": None, "DELETE": None},
    "session": {"DELETE": None},
    "tokens": {"GET": None, "POST": None},
    "token": {"DELETE": None},
    "friends": {"GET": TIES_READ},
    "friend": {"PUT": TIES_WRITE, "DELETE": TIES_WRITE},
    "exports": {"POST": None},
    "export": {"GET": None},
    "players": {"GET": PLAYERS_READ},
    "player": {"GET": PLAYERS_READ},
    "my-reports": {"GET": None},
    "reports": {"POST": None},
    "deletion": {"GET": None, "POST": None, "DELETE": None},
    "mutes": {"GET": TIES_READ},
    "mute": {"PUT": TIES_WRITE, "DELETE": TIES_WRITE},
    "blocks": {"GET": TIES_READ},
    "block": {"PUT": TIES_WRITE, "DELETE": TIES_WRITE},
    # To say how far one has read is a part of reading.
    "events": {"GET": EVENTS_READ},
    "events-read": {"POST": EVENTS_READ},
    "events-stream": {"GET": EVENTS_READ},
}
