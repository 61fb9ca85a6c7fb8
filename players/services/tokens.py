"""Make secrets, and the tokens that players make for their programs."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.access_errors import InvalidPersonalToken, TokenNotFound, TooManyTokens
from players.errors import InvalidToken
from players.models import DEVICE_NAME_LENGTH, Player, Token, TokenKind, validate_display_name
from players.queries import list_personal_tokens
from players.scopes import known_scopes
from scopa_site.errors import FieldProblem
from scopa_site.transactions import one_transaction

__all__ = [
    "MAX_TOKENS",
    "MAX_TOKEN_DAYS",
    "MadeToken",
    "Session",
    "make_token",
    "new_session",
    "revoke_token",
]

MAX_TOKENS: Final = 20
MAX_TOKEN_DAYS: Final = 366
_BYTES: Final = 32
_MARK: Final = "scopa_"
_PERSONAL_MARK: Final = "scopa_pat_"


@dataclass(frozen=True)
class MadeToken:
    """A secret, shown this once, and the row that knows its digest."""

    secret: str
    token: Token


@dataclass(frozen=True)
class Session:
    """A token, shown this once, and whose it is."""

    token: str
    player: Player


def new_session(
    *, player: Player, device_name: str, now: datetime, is_used: bool = True
) -> Session:
    """Log a player in, within the running transaction.

    With `is_used` false the first use of the token is noted, and not only the first of an hour.
    """
    secret = _MARK + secrets.token_urlsafe(_BYTES)
    Token.objects.create(
        digest=Token.digest_of(secret),
        player=player,
        device_name=device_name,
        created_at=now,
        last_used_at=now if is_used else None,
    )
    return Session(token=secret, player=player)


def make_token(
    *,
    player_id: int,
    token_id: UUID,
    name: str,
    scopes: Sequence[str],
    expires_in_days: int,
    now: datetime,
) -> MadeToken:
    """Make a token for a program, asked for by the session of `token_id`.

    Raises InvalidPersonalToken (every fault at once), TooManyTokens, and InvalidToken when the
    session is taken back meanwhile.
    """
    if faults := [*_name_faults(name), *_scope_faults(scopes), *_day_faults(expires_in_days)]:
        raise InvalidPersonalToken(errors=faults)
    with one_transaction():
        # Who takes back all tokens locks the player too: none is made behind their back.
        player = Player.objects.select_for_update().get(pk=player_id)
        if not Token.objects.filter(player=player, public_id=token_id).exists():
            raise InvalidToken
        if list_personal_tokens(player_id, now=now).count() >= MAX_TOKENS:
            raise TooManyTokens(limit=MAX_TOKENS)
        secret = _PERSONAL_MARK + secrets.token_urlsafe(_BYTES)
        token = Token.objects.create(
            kind=TokenKind.PERSONAL,
            digest=Token.digest_of(secret),
            player=player,
            device_name=name,
            scopes=sorted(set(scopes)),
            created_at=now,
            expires_at=now + timedelta(days=expires_in_days),
        )
    return MadeToken(secret, token)


def revoke_token(*, player_id: int, token_id: UUID) -> None:
    """Take back a personal token of a player. Raises TokenNotFound."""
    with one_transaction():
        mine = Token.objects.filter(player_id=player_id, kind=TokenKind.PERSONAL)
        deleted, _rows = mine.filter(public_id=token_id).delete()
        if not deleted:
            raise TokenNotFound


def _name_faults(name: str) -> list[FieldProblem]:
    if len(name) > DEVICE_NAME_LENGTH:
        text = _("The name of a token has at most 60 characters.")
        return [FieldProblem("/name", "name_too_long", text)]
    try:
        validate_display_name(name)
    except ValidationError as exc:
        return [FieldProblem("/name", exc.code or "invalid", exc.messages[0])]
    return []


def _scope_faults(scopes: Sequence[str]) -> list[FieldProblem]:
    known = known_scopes()
    if not scopes:
        text = _("A token needs at least one scope.")
        return [FieldProblem("/scopes", "no_scope", text, {"allowed": known})]
    text = _("There is no such scope.")
    return [
        FieldProblem(f"/scopes/{place}", "unknown_scope", text, {"allowed": known})
        for place, scope in enumerate(scopes)
        if scope not in known
    ]


def _day_faults(days: int) -> list[FieldProblem]:
    if 1 <= days <= MAX_TOKEN_DAYS:
        return []
    text = _("A token is good for 1 to 366 days.")
    allowed = {"min": 1, "max": MAX_TOKEN_DAYS}
    return [FieldProblem("/expires_in_days", "days_out_of_range", text, {"allowed": allowed})]
