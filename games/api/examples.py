"""Examples for the OpenAPI document: a match against the computer, a few moves in."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

from games import engine
from games.clock import CLOCKS, encode_clock

__all__ = ["CREATE_MATCH", "MATCH_VIEW", "PLAY_MOVE", "VALIDATE_RULES"]

_PLAYER = {
    "id": "5f0c9a52-6f0e-4b7a-9d3c-2f6f2c1f7b10",
    "username": "guest-7f3a",
    "display_name": "guest-7f3a",
    "is_guest": True,
}
_VIEW: dict[str, Any] = {
    "id": "0b2c4d6e-8f10-4a2b-8c3d-5e6f70819203",
    "version": 3,
    "status": "active",
    "closed_because": None,
    "preset": "scopa_classica",
    "rules": engine.encode_rules(engine.resolve("scopa_classica")),
    "rated": False,
    "rating_min": None,
    "rating_max": None,
    "talk": "reactions",
    "auto_play_forced": True,
    "creator": _PLAYER["id"],
    "seats": [
        {
            "seat": 0,
            "side": 0,
            "type": "person",
            "player": _PLAYER,
            "level": None,
            "status": "playing",
            "hand_count": 2,
            "substitute": None,
            "pauses_left": 2,
            "away_until": None,
        },
        {
            "seat": 1,
            "side": 1,
            "type": "ai",
            "player": None,
            "level": "greedy",
            "status": "playing",
            "hand_count": 2,
            "substitute": None,
            "pauses_left": 2,
            "away_until": None,
        },
    ],
    "you": {"seat": 0, "side": 0, "has_plan": False},
    "clock": {
        "slug": "normale",
        "rules": encode_clock(CLOCKS["normale"].clock),
        "banks_seconds": [259200, 259200],
        "paused_until": None,
    },
    "turn": {
        "seat": 0,
        "started_at": "2026-01-31T18:31:05.678Z",
        "deadline_at": "2026-02-03T18:31:05.678Z",
        "bank_seconds": 259200,
    },
    "pause_request": None,
    "allowed_actions": [
        {"action": "move", "allowed": True, "reason": None},
        {"action": "plan", "allowed": False, "reason": "own_turn"},
        {"action": "resign", "allowed": True, "reason": None},
        {"action": "abort", "allowed": False, "reason": "already_played"},
        {"action": "claim_timeout", "allowed": False, "reason": "nothing_to_claim"},
        {"action": "return", "allowed": False, "reason": "not_substituted"},
        {"action": "ask_pause", "allowed": True, "reason": None},
        {"action": "accept_pause", "allowed": False, "reason": "no_pause_asked"},
        {"action": "refuse_pause", "allowed": False, "reason": "no_pause_asked"},
        {"action": "resume", "allowed": False, "reason": "not_paused"},
        {"action": "join", "allowed": False, "reason": "already_seated"},
        {"action": "decline", "allowed": False, "reason": "match_already_started"},
        {"action": "cancel", "allowed": False, "reason": "match_already_started"},
        {"action": "rematch", "allowed": False, "reason": "match_not_finished"},
        {"action": "react", "allowed": True, "reason": None},
        {"action": "message", "allowed": False, "reason": "talk_not_now"},
    ],
    "created_at": "2026-01-31T18:30:00.000Z",
    "offer_expires_at": "2026-02-07T18:30:00.000Z",
    "started_at": "2026-01-31T18:30:00.000Z",
    "finished_at": None,
    "server_time": "2026-01-31T18:31:12.345Z",
    "ply": 2,
    "deal": {
        "number": 1,
        "dealer_seat": 1,
        "table": ["2D", "3D", "4C", "9B"],
        "hand": ["1S", "7S"],
        "stock_count": 30,
        "piles": [{"side": 0, "count": 2, "scope": 0}, {"side": 1, "count": 0, "scope": 0}],
        "last_capture_side": 0,
        "last_move": {"ply": 1, "seat": 1, "card": "9B", "capture": [], "scopa": False},
        "declared": [],
    },
    "score": [0, 0],
    "deals": [],
    "legal_moves": [
        {"card": "1S", "capture": []},
        {"card": "7S", "capture": ["3D", "4C"]},
    ],
    "voids": [],
    "result": None,
}

MATCH_VIEW = OpenApiExample("Your turn", _VIEW, response_only=True)
CREATE_MATCH = (
    OpenApiExample(
        "Against the computer",
        {"preset": "scopa_classica", "seats": [{"type": "me"}, {"type": "ai", "level": "greedy"}]},
        request_only=True,
    ),
    OpenApiExample(
        "With one invited and anyone else",
        {
            "preset": "scopa_in_tre",
            "rules": {"match.target": 16},
            "seats": [{"type": "me"}, {"type": "player", "username": "nonna"}, {"type": "open"}],
        },
        request_only=True,
    ),
)
VALIDATE_RULES = (
    OpenApiExample(
        "Scopone scientifico to 16 with re bello",
        {
            "preset": "scopone_scientifico",
            "rules": {"match.target": 16, "scoring.re_bello": 1},
        },
        request_only=True,
    ),
)
PLAY_MOVE = (
    OpenApiExample(
        "Take cards", {"ply": 2, "card": "7S", "capture": ["3D", "4C"]}, request_only=True
    ),
    OpenApiExample("Lay a card down", {"ply": 2, "card": "1S", "capture": []}, request_only=True),
    OpenApiExample("Leave the one choice out", {"ply": 2, "card": "7S"}, request_only=True),
)
