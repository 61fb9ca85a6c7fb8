"""Who calls: with which token, and which matches and players they know of.

Everybody comes and plays through the API itself. Whoever has logged out, or has been logged out
of everything, comes back as somebody new.
"""

import itertools
import json
from collections.abc import Iterator
from typing import Any

from django.test import Client

__all__ = ["ROLES", "Anonymous", "Role"]

_PASSWORD = "a long enough passphrase"  # noqa: S105  # of people who live for minutes
_LASTS_FOR = 40  # a set of matches: most calls end one, so that the next finds nothing to do
_names = itertools.count()


class RefusedError(Exception):
    """Somebody was not granted what they asked for."""


class Person:
    """A client of the API with a token."""

    def __init__(self, path: str, body: dict[str, Any]) -> None:
        self._client = Client()
        self.token = ""
        session = self.post(path, body)
        self.token = session["token"]
        self.player: dict[str, Any] = session["player"]

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask for something that must be granted."""
        return self._granted("POST", path, body)

    def get(self, path: str) -> dict[str, Any]:
        """Look at something that must be there."""
        return self._granted("GET", path, None)

    def _granted(self, method: str, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        data = b"" if body is None else json.dumps(body).encode()
        response = self._client.generic(
            method, f"/api/v1{path}", data, content_type="application/json", headers=headers
        )
        if not 200 <= response.status_code < 300:
            raise RefusedError(f"{method} {path}: {response.status_code} {response.content!r}")
        answer: dict[str, Any] = json.loads(response.content)
        return answer


def guest() -> Person:
    """Come without a name."""
    return Person("/auth/guest", {})


def member() -> Person:
    """Come with a name and a password."""
    name = f"member{next(_names)}"
    return Person("/auth/signup", {"username": name, "password": _PASSWORD})


def invited(person: Person) -> dict[str, str]:
    """Return a seat that only this person may take."""
    return {"type": "player", "username": person.player["username"]}


class Role:
    """A kind of caller. `token` is None for who has none."""

    def __init__(self) -> None:
        self.other = guest()
        self.person: Person | None = self.arrive()
        self._matches = self._endless_matches()

    @property
    def token(self) -> str | None:
        """What to call with."""
        return self.person.token if self.person else None

    def arrive(self) -> Person | None:
        """Become somebody."""
        return guest()

    def arrive_again(self) -> None:
        """Become somebody else, who knows other matches."""
        self.person = self.arrive()
        self._matches = self._endless_matches()

    def matches(self) -> Iterator[str]:
        """Give the ids of some new matches: of others, for those who sit nowhere."""
        seats = [{"type": "me"}, {"type": "open"}]
        yield self.other.post("/matches", {"preset": "scopa_classica", "seats": seats})["id"]
        seats = [{"type": "me"}, {"type": "ai", "level": "greedy"}]
        yield self.other.post("/matches", {"preset": "smazzata_singola", "seats": seats})["id"]

    def match_id(self) -> str:
        """Return the id of the next match to ask for."""
        return next(self._matches)

    def _endless_matches(self) -> Iterator[str]:
        while True:
            known = list(self.matches())
            yield from itertools.islice(itertools.cycle(known), _LASTS_FOR)

    def legal_move(self, match_id: str) -> dict[str, Any] | None:
        """Return a move that may be played now, None where there is none."""
        return None


class Anonymous(Role):
    """Whoever has no token."""

    def arrive(self) -> None:
        """Stay outside."""
        return


class Guest(Role):
    """A player without a password, who sits nowhere."""


class Member(Role):
    """A player with a password, who sits nowhere."""

    def arrive(self) -> Person:
        """Sign up."""
        return member()


class Staff(Role):
    """A member of the staff, with the token of a player: it opens nothing more in the API."""

    def arrive(self) -> Person:
        """Sign up, and be given rights."""
        from django.contrib.auth import get_user_model

        person = member()
        players: Any = get_user_model()
        players.objects.filter(username=person.player["username"]).update(
            is_staff=True, is_superuser=True
        )
        return person


class Seated(Role):
    """A player with a seat in matches of every state."""

    _me: Person

    def arrive(self) -> Person:
        """Sign up."""
        self._me = member()
        return self._me

    def matches(self) -> Iterator[str]:
        """Give an active match, one offered by me, one offered to me, a finished one."""
        me = self._me
        mine = {"preset": "scopa_classica", "seats": [{"type": "me"}, invited(self.other)]}
        active = me.post("/matches", mine)["id"]
        self.other.post(f"/matches/{active}/join", {})
        yield active
        yield me.post("/matches", mine)["id"]
        theirs = {"preset": "scopa_classica", "seats": [{"type": "me"}, invited(me)]}
        yield self.other.post("/matches", theirs)["id"]
        finished = self.other.post("/matches", theirs)["id"]
        me.post(f"/matches/{finished}/join", {})
        self.other.post(f"/matches/{finished}/resign", {})
        yield finished
        short = {"preset": "smazzata_singola", "seats": [invited(self.other), {"type": "me"}]}
        begun = me.post("/matches", short)["id"]
        self.other.post(f"/matches/{begun}/join", {})
        yield begun

    def legal_move(self, match_id: str) -> dict[str, Any] | None:
        """Return a move of mine; let the other play first where it is their turn."""
        try:
            return self._move_after_theirs(match_id)
        except RefusedError:  # not a match of mine, or none at all
            return None

    def _move_after_theirs(self, match_id: str) -> dict[str, Any] | None:
        me = self._me
        for _turn in range(2):
            view = me.get(f"/matches/{match_id}")
            if view["legal_moves"]:
                return {"ply": view["ply"], **view["legal_moves"][0]}
            theirs = self.other.get(f"/matches/{match_id}")
            if not theirs["legal_moves"]:
                return None
            self.other.post(
                f"/matches/{match_id}/moves", {"ply": theirs["ply"], **theirs["legal_moves"][0]}
            )
        return None


ROLES: dict[str, type[Role]] = {
    # The slowest first: two run at a time.
    "seated": Seated,
    "staff": Staff,
    "member": Member,
    "guest": Guest,
    "anonymous": Anonymous,
}
