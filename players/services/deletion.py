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
from players.services.sessions import revoke_sessions
from scopa_site.transactions import one_transaction

__all__ = ["ask_deletion", "cancel_deletion", "put_down_deletion", "sweep_deletions"]

logger = logging.getLogger(__name__)

_SWEPT_AT_ONCE: Final = 200
# What a request that was under way may have written after an erasure is erased by the next ones.
_ERASED_AGAIN: Final = timedelta(hours=2)


def ask_deletion(
    *, player_id: int, password: str = "", confirm: str = "", keep: UUID | None, now: datetime
) -> Deletion:
    """Have a player erased after the days to think; asked again, it stays at the first day.

    All tokens die but the one with the public id `keep`. Raises DeletionNotConfirmed.
    """
    player = Player.objects.get(pk=player_id)
    _check_confirmation(player, password=password, confirm=confirm)
    return put_down_deletion(player_id=player_id, keep=keep, now=now)


def put_down_deletion(*, player_id: int, keep: UUID | None, now: datetime) -> Deletion:
    """Do what `ask_deletion` does for whoever has proved to be the player."""
    with one_transaction():
        Player.objects.select_for_update(no_key=True).get(pk=player_id)
        due_at = now + timedelta(days=settings.SCOPA_DELETION_DAYS)
        deletion, is_new = Deletion.objects.get_or_create(
            player_id=player_id, defaults={"asked_at": now, "due_at": due_at}
        )
        revoke_sessions(player_id=player_id, now=now, but=keep)
        if is_new:
            owe_mail(player_id=player_id, kind=MailKind.DELETION_ASKED, now=now)
    return deletion


def cancel_deletion(*, player_id: int) -> None:
    """Stay after all; where nothing was asked, or all is done, nothing changes."""
    with one_transaction():
        Player.objects.select_for_update(no_key=True).get(pk=player_id)
        Deletion.objects.filter(player_id=player_id, done_at=None).delete()


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
