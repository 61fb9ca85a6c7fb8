"""Matches that an earlier version of the engine began, and stored in its own words."""

from dataclasses import replace
from typing import Any, Final

from games import engine
from games.models import Match

__all__ = ["as_begun", "in_words_of_today"]

_KEPT_NO_DETAIL: Final = frozenset({"1"})  # versions that kept no detail of a score


def in_words_of_today(match: Match) -> dict[str, Any] | None:
    """Give the stored state as this version would write it; as it stands if it cannot be read."""
    stored: dict[str, Any] | None = match.snapshot
    if stored is None or stored.get("schema") == engine.STATE_SCHEMA:
        return stored
    try:
        state = match.state
    except engine.EngineError:
        return stored
    return None if state is None else Match.snapshot_of(state)


def as_begun(match: Match, state: engine.MatchState) -> engine.MatchState:
    """Take from a replayed state what was not kept when the deals of its match were scored.

    The deals that were played on with this version have their detail.
    """
    stored = match.snapshot
    if match.engine_version not in _KEPT_NO_DETAIL or not isinstance(stored, dict):
        return state
    bare = [score.get("detail") is None for score in stored.get("deals", ())]
    deals = tuple(
        replace(score, detail=None) if number < len(bare) and bare[number] else score
        for number, score in enumerate(state.deals)
    )
    return replace(state, deals=deals)
