"""Examples for the OpenAPI document: a match against the computer, a few moves in."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

from games import engine

__all__ = ["CREATE_MATCH", "MATCH_VIEW", "PLAY_MOVE", "VALIDATE_RULES"]

_PLAYER = {
    "id": "5f0c9a52-6f0e-4b7a-9d3c-2f6f2c1f7b10",
    "username": "guest-7f3a",
    "display_name": "guest-7f3a",
    "is_guest": True,
}
_VIEW: dict[str, Any] = {
    "id": "0b2c4d6e-8f10-4a2b-8c3d-5e6f70819203",
    "status": "active",
    "preset": "scopa_classica",
    "rules": engine.encode_rules(engine.resolve("scopa_classica")),
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
        },
        {
            "seat": 1,
            "side": 1,
            "type": "ai",
            "player": None,
            "level": "greedy",
            "status": "playing",
            "hand_count": 2,
        },
    ],
    "you": {"seat": 0, "side": 0},
    "created_at": "2026-01-31T18:30:00.000Z",
    "server_time": "2026-01-31T18:31:12.345Z",
    "ply": 2,
    "turn": {"seat": 0},
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
