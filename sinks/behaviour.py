"""How the sinks behave: well, unless told otherwise by a call or by the name of the receiver."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

__all__ = ["HOW", "Behaviour", "Behaviours", "read_behaviour"]

# What each does. Those of the first part the providers describe, each in its own words; those of
# the second happen to any server.
HOW: Final[Mapping[str, str]] = {
    "ok": "take it",
    "gone": "the token, the receiver or the mailbox is no more",
    "bad_token": "there never was such a token",
    "wrong_app": "the token belongs to another app",
    "bad_message": "the message is not understood",
    "too_large": "the message is too large",
    "unauthorized": "the sender's token has expired",
    "forbidden": "the sender has no right to send",
    "throttled": "too many messages; try again after `seconds`",
    "error": "500, or what is like it",
    "unavailable": "503, or what is like it; try again after `seconds`",
    "slow": "take it after `seconds`",
    "hang": "never answer",
    "drip": "answer a byte in half a second",
    "drip_head": "the same, from the first byte on; only where webhooks are received",
    "huge": "answer with 10 MB",
    "nonsense": "answer with something that is no JSON",
    "redirect": "302 to `location`",
    "reset": "cut the connection",
}


@dataclass(frozen=True, slots=True)
class Behaviour:
    """One way to behave, for `times` messages or, with None, for all.

    `seconds` and `location` are what HOW says; `status` is answered with instead of 200 where the
    answer is huge, nonsense, or dripping.
    """

    how: str = "ok"
    times: int | None = None
    seconds: float | None = None
    location: str = "/"
    status: int = 200


_WELL: Final = Behaviour()


class Behaviours:
    """What was said about whom. What is said of one receiver comes before what is said of all."""

    def __init__(self) -> None:
        """Begin with nothing said: everybody is treated well."""
        self._said: dict[tuple[str, str], Behaviour] = {}

    def say(self, kind: str, to: str, behaviour: Behaviour) -> None:
        """Have messages of a kind (`*`: of any) to a receiver (`*`: to any) treated so."""
        self._said[kind, to] = behaviour

    def clear(self) -> None:
        """Treat everybody well again."""
        self._said.clear()

    def of(self, kind: str, to: str) -> Behaviour:
        """Return how this message is treated, and count it.

        A receiver of whom nothing was said and whose name begins with a word of HOW and a minus,
        as in `gone-1`, is treated so always.
        """
        for key in ((kind, to), (kind, "*"), ("*", "*")):
            if key in self._said:
                return self._spent(key)
        return Behaviour(_named(to))

    def _spent(self, key: tuple[str, str]) -> Behaviour:
        said = self._said[key]
        if said.times is None:
            return said
        if said.times <= 0:
            return _WELL
        self._said[key] = replace(said, times=said.times - 1)
        return said


def read_behaviour(said: Mapping[str, Any]) -> tuple[str, str, Behaviour]:
    """Read what a call says: kind, to, how, and what else. Raises ValueError."""
    more = {key: value for key, value in said.items() if key not in ("kind", "to")}
    try:
        behaviour = Behaviour(**more)
    except TypeError as error:
        raise ValueError(str(error)) from error
    if behaviour.how not in HOW:
        raise ValueError(f"no such behaviour: {behaviour.how}")
    return said.get("kind", "*"), said.get("to", "*"), behaviour


def _named(to: str) -> str:
    word, minus, _rest = to.rpartition("/")[2].partition("-")
    return word if minus and word in HOW else "ok"
