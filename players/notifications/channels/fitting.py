"""What an app gets beside the text, and texts cut so that they fit into a message."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from players.notifications.channels.letter import Letter

__all__ = ["cut", "facts_of", "fitted", "instant", "interruption_level", "plain_json"]

_LONGEST_TITLE: Final = 200
_MARK: Final = "…"


def facts_of(letter: Letter) -> dict[str, Any]:
    """Return ids and public facts, the same for every provider: never a name, never a card."""
    return {
        "id": str(letter.id),
        "type": letter.type,
        "link": letter.link,
        **({} if letter.match is None else {"match": letter.match}),
        "created_at": instant(letter.created_at),
        "data": dict(letter.data),
    }


def instant(moment: datetime) -> str:
    """Write an instant as the API does: in UTC, with a Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def interruption_level(letter: Letter) -> str:
    """Return how far Apple lets it come through what silences an iPhone."""
    return "time-sensitive" if letter.is_urgent else "active"


def plain_json(said: object) -> bytes:
    """Write JSON, as short as it can be."""
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"), default=str).encode()


def fitted(make: Callable[[str, str, dict[str, Any]], object], letter: Letter, most: int) -> bytes:
    """Write what `make(title, body, facts)` returns in at most so many bytes of JSON.

    Where it is too long the text is cut, and at last the facts go that an app can ask for.
    """
    title, facts = cut(letter.title, _LONGEST_TITLE), facts_of(letter)

    def written(size: int) -> bytes:
        return plain_json(make(title, cut(letter.body, size), facts))

    least, most_of_body = 0, len(letter.body.encode())
    if len(written(most_of_body)) <= most:
        return written(most_of_body)
    if len(written(0)) > most:
        facts["data"] = {}
    # How much a character takes depends on how JSON writes it.
    while least < most_of_body:
        tried = (least + most_of_body + 1) // 2
        if len(written(tried)) <= most:
            least = tried
        else:
            most_of_body = tried - 1
    return written(least)


def cut(text: str, most: int) -> str:
    """Return the beginning of a text, in at most so many bytes of UTF-8 with the mark of a cut."""
    if len(text.encode()) <= most:
        return text
    room = most - len(_MARK.encode())
    return text.encode()[:room].decode(errors="ignore") + _MARK if room > 0 else ""
