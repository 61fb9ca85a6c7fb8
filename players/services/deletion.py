"""Ask to be erased, think again, and be erased when the days to think are over."""

import logging
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from players.leaving_errors import DeletionNotConfirmed
from players.models import Deletion, Player
from players.services.erasure import erase_if_due
from players.services.mail import MailKind, owe_mail
from players.services.passwords import lock_present, prove_presence
from players.services.sessions import revoke_sessions
from scopa_site.transactions import one_transaction

__all__ = ["ask_deletion", "call_off", "cancel_deletion", "put_down", "sweep_deletions"]

logger = logging.getLogger(__name__)

_SWEPT_AT_ONCE: Final = 200
# What a request that was under way may have written after an erasure is erased by the next ones.
_ERASED_AGAIN: Final = timedelta(hours=2)


def ask_deletion(
    *, player_id: int, token_id: UUID, password: str = "", confirm: str = "", now: datetime
) -> Deletion:
    """Have a player erased after the days to think; asked again, it stays at the first day.

    All tokens die but that of the session `token_id`. Raises DeletionNotConfirmed; of whoever comes
    in by Apple or Google alone also what `prove_presence` raises; and InvalidToken when the session
    is taken back meanwhile.
    """
    player = Player.objects.get(pk=player_id)
    _check_confirmation(player, password=password, confirm=confirm)
    # A guest cannot log in again, so that of them no fresh log-in can be asked.
    if not (player.has_usable_password() or player.is_guest):
        player = prove_presence(player_id=player_id, token_id=token_id, password=None, now=now)
    with one_transaction():
        return put_down(lock_present(player, token_id), keep=token_id, now=now)


def put_down(player: Player, *, keep: UUID | None, now: datetime) -> Deletion:
    """Note that a player is to be erased, within the transaction of the caller, who holds the row.

    All tokens die but the one with the public id `keep`.
    """
    due_at = now + timedelta(days=settings.SCOPA_DELETION_DAYS)
    deletion, is_new = Deletion.objects.get_or_create(
        player=player, defaults={"asked_at": now, "due_at": due_at}
    )
    revoke_sessions(player_id=player.pk, now=now, but=keep)
    if is_new:
        owe_mail(player_id=player.pk, kind=MailKind.DELETION_ASKED, now=now)
    return deletion


def cancel_deletion(*, player_id: int) -> None:
    """Stay after all; where nothing was asked, or all is done, nothing changes."""
    with one_transaction():
        call_off(Player.objects.select_for_update(no_key=True).get(pk=player_id))


def call_off(player: Player) -> None:
    """Let a player stay, within the transaction of the caller, who holds the row."""
    Deletion.objects.filter(player=player, done_at=None).delete()


def sweep_deletions(*, now: datetime) -> int:
    """Erase those whose days to think are over; return how many. May run twice, or late."""
    due = Q(done_at=None, due_at__lte=now) | Q(done_at__gt=now - _ERASED_AGAIN)
    players = Deletion.objects.filter(due).order_by("due_at").values_list("player_id", flat=True)
    return sum(_tried(player_id, now) for player_id in list(players[:_SWEPT_AT_ONCE]))


def _check_confirmation(player: Player, *, password: str, confirm: str) -> None:
    """Ask for the password, or of whoever has none for the username, as a sign of being meant.

    Raises DeletionNotConfirmed.
    """
    if player.has_usable_password():
        if player.check_password(password):
            return
    elif confirm == player.username:
        return
    raise DeletionNotConfirmed


def _tried(player_id: int, now: datetime) -> bool:
    """Erase one player, whatever is wrong with another."""
    try:
        return erase_if_due(player_id=player_id, now=now)
    except Exception:
        logger.exception("the erasure of player %s is left to the next sweep", player_id)
        return False
