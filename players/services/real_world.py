"""What nobody does in a sandbox, because it would lead out of it."""

from players.queries.worlds import world_of
from players.sandbox_errors import RealWorldOnly

__all__ = ["refuse_in_sandbox"]


def refuse_in_sandbox(player_id: int) -> None:
    """Refuse a player of a sandbox. Raises RealWorldOnly."""
    if world_of(player_id) is not None:
        raise RealWorldOnly
