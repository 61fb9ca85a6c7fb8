"""Open and close sandboxes, put players into them, and move their clocks."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NoReturn
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from players.models import Player, Token, World
from players.sandbox_errors import (
    InvalidClockMove,
    NotInSandbox,
    SandboxesFull,
    SandboxInSandbox,
    SandboxNotFound,
)
from players.services.accounts import Session, create_guest
from scopa_site.api.limits import spend
from scopa_site.errors import FieldProblem, Text
from scopa_site.transactions import one_transaction

__all__ = [
    "FURTHEST",
    "MOST_WORLDS",
    "NewWorld",
    "add_player",
    "close_world",
    "count_new_player",
    "move_clock_to",
    "open_world",
    "world_to_move",
]

MOST_WORLDS: Final = 5
MOST_PLAYERS: Final = 50
STEP: Final = timedelta(days=366)
FURTHEST: Final = timedelta(days=20 * 366)


@dataclass(frozen=True, slots=True)
class NewWorld:
    """A sandbox, and the token of its first player."""

    world: World
    session: Session


def count_new_player(*, player_id: int) -> None:
    """Count a player who is put into a sandbox, for its owner, from wherever it is asked.

    Closing a sandbox gives nothing back. Raises TooManyRequests.
    """
    owner = World.objects.filter(players=player_id).values_list("owner_id", flat=True).first()
    for scope in ("sandbox_per_player", "sandbox_day_per_player"):
        spend(scope, str(owner or player_id))


def open_world(*, owner_id: int, language: str = "en", now: datetime) -> NewWorld:
    """Open a sandbox with one player in it. Raises SandboxInSandbox, SandboxesFull."""
    with one_transaction():
        owner = Player.objects.select_for_update(no_key=True).get(pk=owner_id)
        if owner.world_id is not None:
            raise SandboxInSandbox
        if owner.worlds.count() >= MOST_WORLDS:
            raise SandboxesFull(limit=MOST_WORLDS)
        world = World.objects.create(owner=owner, created_at=now)
        session = create_guest(device_name="sandbox", language=language, world=world, now=now)
        return NewWorld(world, session)


def add_player(*, player_id: int, language: str = "en", now: datetime) -> Session:
    """Put one more player into the sandbox of the one who asks.

    Raises NotInSandbox, and SandboxesFull beyond MOST_PLAYERS.
    """
    with one_transaction():
        world = _locked_world(player_id)
        if world.players.count() >= MOST_PLAYERS:
            raise SandboxesFull(limit=MOST_PLAYERS)
        return create_guest(device_name="sandbox", language=language, world=world, now=now)


def close_world(*, owner_id: int, world_id: UUID) -> None:
    """Close a sandbox for good: its tokens die, its players are nobody. Raises SandboxNotFound."""
    with one_transaction():
        world = World.objects.filter(owner_id=owner_id, public_id=world_id).first()
        if world is None:
            raise SandboxNotFound
        Token.objects.filter(player__world=world).delete()
        world.players.update(is_active=False)
        world.owner = None
        world.save(update_fields=["owner"])


def world_to_move(
    *, player_id: int, seconds: int | None, to: datetime | None, now: datetime
) -> tuple[World, datetime]:
    """Give the sandbox of a player, and where its clock shall stand, by itself.

    `now` is by the clock of the sandbox. Raises NotInSandbox, InvalidClockMove.
    """
    world = World.objects.filter(players=player_id).first()
    if world is None:
        raise NotInSandbox
    if (seconds is None) == (to is None):
        _refuse("/seconds", "one_of_two", _("Give either “seconds” or “to”."))
    asked = to if seconds is None else now + timedelta(seconds=seconds)
    field = "/to" if seconds is None else "/seconds"
    if asked is None or asked <= now:
        _refuse(field, "not_forward", _("A clock only goes forward."))
    if asked - now > STEP or asked - now + world.offset > FURTHEST:
        _refuse(field, "too_far", _("That is too far."))
    return world, asked


def move_clock_to(*, world: World, at: datetime, now: datetime) -> None:
    """Let the clock of a sandbox show `at` when the service's shows `now`; it never goes back."""
    offset_ms = int((at - now) / timedelta(milliseconds=1))
    with one_transaction():
        World.objects.filter(pk=world.pk, offset_ms__lt=offset_ms).update(offset_ms=offset_ms)
    world.refresh_from_db(fields=["offset_ms"])


def _locked_world(player_id: int) -> World:
    key = Player.objects.values_list("world_id", flat=True).get(pk=player_id)
    if key is None:
        raise NotInSandbox
    return World.objects.select_for_update(no_key=True).get(pk=key)


def _refuse(pointer: str, code: str, detail: Text) -> NoReturn:
    raise InvalidClockMove(errors=[FieldProblem(pointer, code, detail)])
