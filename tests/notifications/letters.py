"""Letters for tests of channels."""

from datetime import UTC, datetime
from uuid import UUID

from players.notifications.channels.letter import Letter

MATCH = "0b2f9c9e-7b1e-4a52-9a2f-6f9c2b1d0e11"
ID = UUID("7d1f3f1a-3a51-4c59-8d3e-94b0a3b0c001")


def letter(**changes):
    """Return one that says whose turn it is."""
    said = {
        "id": ID,
        "type": "your_turn",
        "title": "Tocca a te",
        "body": "Anna ha giocato. Perché aspettare?",
        "language": "it",
        "created_at": datetime(2026, 3, 2, 12, tzinfo=UTC),
        "collapse_id": f"match:{MATCH}",
        "link": f"scopa://match/{MATCH}",
        "match": MATCH,
        "badge": 3,
        "data": {"ply": 7},
    }
    return Letter(**{**said, **changes})
