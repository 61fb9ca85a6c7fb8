"""Plays laid out in advance (stand-in until the real one lands)."""

from typing import Any

from games import engine


def fired(items: Any, view: engine.PlayerView) -> engine.Move | None:
    """Give the move that a plan makes at this view, if any."""
    return None
