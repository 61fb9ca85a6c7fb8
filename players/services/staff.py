"""What the staff may do to a player: each with a reason, once for each form, and on record."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress

from players.errors import PlayerNotFound
from players.models import Player
from players.services.audit import record, refuse_repeated
from players.services.reset import owe_reset
from players.services.sessions import revoke_sessions
from players.services.web_sessions import end_web_sessions
from players.staff_errors import AlreadyThus, NotOnYourself, NowhereToSend, OutOfReach
from scopa_site.transactions import one_transaction

__all__ = [
    "Mandate",
    "acting_on",
    "deactivate",
    "put_on_record",
    "reactivate",
    "refuse_above",
    "refuse_deactivation",
    "refuse_oneself",
    "refuse_reactivation",
    "refuse_reset",
    "send_reset",
    "sign_out",
]


@dataclass(frozen=True)
class Mandate:
    """Who of the staff acts (None: whoever runs the service), why, and by which form."""

    actor_id: int | None
    reason: str
    key: str


def deactivate(*, player_id: int, by: Mandate, now: datetime) -> None:
    """Shut a player out: no log-in, and every token and session dies at once.

    Matches that run are left to their clocks. Raises AlreadyDone, AlreadyThus, NotOnYourself,
    OutOfReach and PlayerNotFound.
    """
    with acting_on(player_id, by) as player:
        refuse_deactivation(player, by.actor_id)
        player.is_active = False
        player.save(update_fields=["is_active"])
        ended = _end_everything(player, now)
        put_on_record(
            "deactivate", player, by, {"is_active": True}, {"is_active": False} | ended, now
        )


def reactivate(*, player_id: int, by: Mandate, now: datetime) -> None:
    """Let a player in again, who logs in anew.

    Raises AlreadyDone, AlreadyThus, OutOfReach and PlayerNotFound.
    """
    with acting_on(player_id, by) as player:
        refuse_reactivation(player, by.actor_id)
        player.is_active = True
        player.save(update_fields=["is_active"])
        put_on_record("reactivate", player, by, {"is_active": False}, {"is_active": True}, now)


def sign_out(*, player_id: int, by: Mandate, now: datetime) -> None:
    """Take back all sessions and personal tokens of a player, who may log in again.

    Raises AlreadyDone, AlreadyThus (there is none), OutOfReach and PlayerNotFound.
    """
    with acting_on(player_id, by) as player:
        ended = _end_everything(player, now)
        if not any(ended.values()):
            raise AlreadyThus
        put_on_record("sign_out", player, by, {}, ended, now)


def send_reset(*, player_id: int, by: Mandate, now: datetime) -> None:
    """Have a code for a new password sent to a player's verified address; nobody else sees it.

    Raises AlreadyDone, NowhereToSend, OutOfReach and PlayerNotFound.
    """
    with acting_on(player_id, by) as player:
        refuse_reset(player, by.actor_id)
        owe_reset(player_id=player.pk, now=now)
        put_on_record("send_reset", player, by, {}, {}, now)


@contextmanager
def acting_on(player_id: int, by: Mandate, *, superusers_only: bool = False) -> Iterator[Player]:
    """Open the transaction of an action, with the player's row locked.

    Of two of the staff at once the second sees what the first did. It takes a superuser to act on
    others of the staff, and where it says so. Raises AlreadyDone, OutOfReach, and PlayerNotFound
    also for somebody who has been erased.
    """
    with one_transaction():
        player = Player.objects.select_for_update(no_key=True).filter(pk=player_id).first()
        refuse_repeated(by.key)
        if player is None:
            raise PlayerNotFound
        refuse_above(player, by.actor_id, superusers_only=superusers_only)
        yield player


# What stands in the way. The admin asks before it shows a form, the services with the row locked.


def refuse_above(player: Player, actor_id: int | None, *, superusers_only: bool = False) -> None:
    """Refuse to act on whom the actor may not. Raises OutOfReach, and PlayerNotFound (erased)."""
    if player.erased_at is not None:
        raise PlayerNotFound
    is_colleague = player.is_staff and player.pk != actor_id
    above = player.is_superuser or is_colleague or superusers_only
    if above and not _is_superuser(actor_id):
        raise OutOfReach


def refuse_deactivation(player: Player, actor_id: int | None) -> None:
    """Refuse to shut out oneself, or who is shut out. Raises AlreadyThus and NotOnYourself."""
    refuse_oneself(player, actor_id)
    if not player.is_active:
        raise AlreadyThus


def refuse_reactivation(player: Player, actor_id: int | None) -> None:
    """Refuse to let in who is in. Raises AlreadyThus."""
    if player.is_active:
        raise AlreadyThus


def refuse_reset(player: Player, actor_id: int | None) -> None:
    """Refuse a reset that reaches nobody. Raises NowhereToSend."""
    verified = EmailAddress.objects.filter(user=player, verified=True).exists()
    if not (verified and player.is_active and player.world_id is None):
        raise NowhereToSend


def refuse_oneself(player: Player, actor_id: int | None) -> None:
    """Refuse what nobody does to themselves. Raises NotOnYourself."""
    if player.pk == actor_id:
        raise NotOnYourself


def put_on_record(
    action: str,
    player: Player,
    by: Mandate,
    before: dict[str, Any],
    after: dict[str, Any],
    now: datetime,
) -> None:
    """Write the row about an action on a player. Raises AlreadyDone."""
    record(
        actor_id=by.actor_id,
        action=action,
        subject_type="player",
        subject_id=player.public_id,
        reason=by.reason,
        before=before,
        after=after,
        key=by.key,
        now=now,
    )


def _end_everything(player: Player, now: datetime) -> dict[str, Any]:
    return {
        "tokens_ended": revoke_sessions(player_id=player.pk, now=now),
        "web_sessions_ended": end_web_sessions(player_id=player.pk, now=now),
    }


def _is_superuser(actor_id: int | None) -> bool:
    if actor_id is None:
        return True
    return Player.objects.filter(pk=actor_id, is_superuser=True, is_active=True).exists()
