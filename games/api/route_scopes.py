"""The scope that each call about matches needs. None: a session, and no personal token."""

from typing import Final

from players.scopes import PLAYERS_READ
from scopa_site.api.scopes import RouteScopes

__all__ = ["INCLUDED", "ROUTE_SCOPES", "SCOPES"]

_READ: Final = "matches:read"
_PLAY: Final = "matches:play"
_TALK: Final = "talk:write"
SCOPES: Final = (_READ, _PLAY, _TALK)
# Who plays sees the match. Who talks is answered with what was said, and sees no match.
INCLUDED: Final = {_PLAY: _READ}

ROUTE_SCOPES: Final[RouteScopes] = {
    "matches": {"GET": _READ, "POST": _PLAY},
    "match": {"GET": _READ},
    "record": {"GET": _READ},
    "moves": {"GET": _READ, "POST": _PLAY},
    "log": {"GET": _READ},
    "sync": {"GET": _READ},
    "summary": {"GET": _READ},
    "quick-match": {"POST": _PLAY},
    "join-by-code": {"POST": _PLAY},
    "join": {"POST": _PLAY},
    "decline": {"POST": _PLAY},
    "cancel": {"POST": _PLAY},
    "links": {"POST": _PLAY},
    "rematch": {"POST": _PLAY},
    "resign": {"POST": _PLAY},
    "abort": {"POST": _PLAY},
    "claim-timeout": {"POST": _PLAY},
    "return": {"POST": _PLAY},
    "ask-pause": {"POST": _PLAY},
    "accept-pause": {"POST": _PLAY},
    "refuse-pause": {"POST": _PLAY},
    "resume": {"POST": _PLAY},
    "plans": {"GET": _READ, "PUT": _PLAY, "DELETE": _PLAY},
    "mute-match": {"PUT": _PLAY, "DELETE": _PLAY},
    # A holiday stops the clocks of matches.
    "holiday": {"GET": _READ, "PUT": _PLAY, "DELETE": _PLAY},
    # They open players of their own, with tokens of their own.
    "sandboxes": {"GET": None, "POST": None},
    "sandbox": {"DELETE": None},
    "sandbox-players": {"POST": None},
    "sandbox-clock": {"GET": None, "POST": None},
    "player-chart": {"GET": PLAYERS_READ},
    "ratings": {"GET": PLAYERS_READ},
    "rating": {"GET": PLAYERS_READ},
    "leaderboard": {"GET": PLAYERS_READ},
    "messages": {"GET": _READ, "POST": _TALK},
    "react": {"POST": _TALK},
}
