"""List, name and take back the sessions of a player: a token is revoked by deleting its row."""

from datetime import datetime
from uuid import UUID

from players.models import Token, TokenKind

__all__ = ["revoke_sessions"]


def revoke_sessions(
    *, player_id: int, now: datetime, but: UUID | None = None, personal: bool = True
) -> int:
    """Take back all tokens of a player but that with the public id `but`; return how many.

    Personal tokens die too unless `personal` is false. One statement, within whatever transaction
    runs: whoever gives out a token locks the player first, so none slips through.
    """
    tokens = Token.objects.filter(player_id=player_id)
    if but is not None:
        tokens = tokens.exclude(public_id=but)
    if not personal:
        tokens = tokens.filter(kind=TokenKind.SESSION)
    revoked, _rows = tokens.delete()
    return revoked
