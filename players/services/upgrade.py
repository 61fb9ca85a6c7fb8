"""Make a guest an account: the same player, with the same matches, by another way in."""

from datetime import datetime
from uuid import UUID

from players.access_errors import NotAGuest
from players.errors import InvalidAccount, InvalidToken
from players.models import Player, RecoveryCode, Token
from players.services.addresses import begin_verification, folded
from players.services.faults import account_faults, reserved_name_faults, unique_names
from players.services.passwords import password_faults
from players.services.real_world import refuse_in_sandbox
from players.services.sessions import revoke_sessions
from players.services.tokens import Session, new_session
from scopa_site.integrity import translating
from scopa_site.transactions import one_transaction

__all__ = ["upgrade_guest"]


def upgrade_guest(
    *, player_id: int, token_id: UUID, username: str, password: str, email: str = "", now: datetime
) -> Session:
    """Give a guest a username and a password; the old tokens and the recovery code die.

    Raises RealWorldOnly, NotAGuest, InvalidAccount (every fault at once), UsernameTaken, and
    InvalidToken when the session is taken back meanwhile.
    """
    refuse_in_sandbox(player_id)
    wanted = Player(username=username)
    with translating(Player, unique_names(wanted)), one_transaction():
        player = Player.objects.select_for_update().get(pk=player_id)
        session = Token.objects.filter(player=player, public_id=token_id).first()
        if session is None:
            raise InvalidToken
        if not player.is_guest:
            raise NotAGuest
        _name(player, username, email)
        faults = [*account_faults(player), *reserved_name_faults(username)]
        if faults := [*faults, *password_faults(player, password)]:
            raise InvalidAccount(errors=faults)
        player.set_password(password)
        player.is_guest = False
        player.save(update_fields=["username", "display_name", "email", "password", "is_guest"])
        if player.email:
            begin_verification(player=player, now=now)
        RecoveryCode.objects.filter(player=player).delete()
        revoke_sessions(player_id=player_id, now=now)
        return new_session(player=player, device_name=session.device_name, now=now)


def _name(player: Player, username: str, email: str) -> None:
    """Name the player; who chose a name to be shown keeps it."""
    if player.display_name == player.username:
        player.display_name = username
    player.username = username
    player.email = folded(email)
