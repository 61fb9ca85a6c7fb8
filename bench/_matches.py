"""Matches to be played, made by the services, with their moves worked out beforehand.

Whoever holds the deck can play both hands: the measured server gets nothing but POST moves.
Imported once Django is set up.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

from django.utils import timezone

from games import engine, services
from games.records import MatchRecord
from games.services import SeatRequest
from players.services.accounts import Session, create_guest

PRESET = "scopa_classica"
PLIES_A_DEAL = 36  # the first deal only: the server shuffles the next one


@dataclass(frozen=True)
class Post:
    """One POST of a move."""

    match_id: UUID
    token: str
    body: dict[str, object]

    @cached_property
    def text(self) -> str:
        """The request as it goes over the wire."""
        content = json.dumps(self.body)
        return (
            f"POST /api/v1/matches/{self.match_id}/moves HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {self.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n{content}"
        )


@dataclass
class Supply:
    """Makes matches on demand, between two players for each client, so that no one is crowded."""

    pairs: int
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    _made: int = 0

    @cached_property
    def _players(self) -> list[tuple[Session, Session]]:
        return [(_guest(), _guest()) for _ in range(self.pairs)]

    def lanes(self, clients: int, moves: int) -> list[list[Post]]:
        """Return work for each client: at least `moves` in all, whole deals, no match twice."""
        deals_each = -(-moves // (PLIES_A_DEAL * clients))
        return [[post for _ in range(deals_each) for post in self._deal()] for _ in range(clients)]

    def _deal(self) -> Iterator[Post]:
        self._made += 1
        players = self._players[self._made % self.pairs]
        record = _started(*players)
        state = _dealt(record)
        for _ in range(PLIES_A_DEAL):
            seat = state.turn
            assert seat is not None, "the deal is not over"
            move = self.dice.choice(engine.legal_moves(state))
            body = {
                "ply": state.ply,
                "card": str(move.card),
                "capture": [str(card) for card in move.capture or ()],
            }
            yield Post(record.match.public_id, players[seat].token, body)
            state = engine.apply(state, seat, move).state


def _guest() -> Session:
    return create_guest(device_name="", now=timezone.now())


def _started(host: Session, other: Session) -> MatchRecord:
    now = timezone.now()
    record = services.create_match(
        creator_id=host.player.pk,
        preset=PRESET,
        overrides={},
        seats=[SeatRequest("me"), SeatRequest("open")],
        auto_play_forced=False,  # every move of the script is sent
        now=now,
    )
    return services.join_match(match_id=record.match.public_id, player_id=other.player.pk, now=now)


def _dealt(record: MatchRecord) -> engine.MatchState:
    assert record.state is not None, "a full table is dealt"
    return record.state
