"""Prove that what is stored equals the replay of what was played."""

from dataclasses import dataclass
from typing import Any

from games import engine
from games.models import Match, MatchStatus
from games.records import log_of
from games.services.earlier import as_begun, in_words_of_today

__all__ = ["Difference", "differences"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where a match is not what its log says."""

    match_id: str
    path: str
    stored: object
    replayed: object

    def __str__(self) -> str:
        return f"{self.match_id} {self.path}: stored {self.stored!r}, replayed {self.replayed!r}"


def differences(match: Match) -> list[Difference]:
    """Replay the log of a match and list what differs; empty when all is well."""
    match_id = str(match.public_id)
    if match.first_dealer is None:
        return [] if match.snapshot is None else [Difference(match_id, "state", "one", None)]
    rules = engine.decode_rules(match.rules)
    try:
        state = engine.replay(rules, match.first_dealer, list(log_of(match)))
    except engine.EngineError as error:
        return [Difference(match_id, "log", "unplayable", error.code)]
    found = _compare("state", in_words_of_today(match), Match.snapshot_of(as_begun(match, state)))
    found += _compare("columns", _columns(match), _columns_of(state))
    return [Difference(match_id, *each) for each in found]


def _columns(match: Match) -> dict[str, Any]:
    return {
        "status": match.status,
        "ply": match.ply,
        "turn_seat": match.turn_seat,
        "winner_side": match.winner_side,
        "termination": match.termination,
    }


def _columns_of(state: engine.MatchState) -> dict[str, Any]:
    outcome = state.outcome
    return {
        "status": MatchStatus.ACTIVE if outcome is None else MatchStatus.FINISHED,
        "ply": state.ply,
        "turn_seat": state.turn,
        "winner_side": None if outcome is None else outcome.winner_side,
        "termination": "" if outcome is None else outcome.termination,
    }


def _compare(path: str, stored: Any, replayed: Any) -> list[tuple[str, object, object]]:
    if isinstance(stored, dict) and isinstance(replayed, dict):
        keys = sorted(stored.keys() | replayed.keys())
        return [
            found
            for key in keys
            for found in _compare(f"{path}.{key}", stored.get(key), replayed.get(key))
        ]
    return [] if stored == replayed else [(path, stored, replayed)]
