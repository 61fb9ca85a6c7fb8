"""Tables for the tests: people, matches, and packs in a chosen order."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from random import Random

from games import engine, services
from games.records import MatchRecord
from games.services import PersonActor, Played, SeatRequest
from players.models import Player

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = ("anna", "bruno", "carla", "dario", "elsa", "fulvio")
KINGS = ("10D", "10C", "10S")


def people(count: int) -> list[Player]:
    """Create players."""
    return [Player.objects.create_user(name, password=None) for name in NAMES[:count]]


def offered(
    seated: Sequence[Player], *, preset: str = "scopa_classica", **more: object
) -> MatchRecord:
    """Create a match in which the first player sits and the others are invited."""
    seats = [SeatRequest("me"), *(SeatRequest("player", username=p.username) for p in seated[1:])]
    more.setdefault("overrides", {})
    return services.create_match(
        creator_id=seated[0].pk, preset=preset, seats=seats, now=NOW, **more
    )


def dealt(
    seated: Sequence[Player],
    *,
    preset: str = "scopa_classica",
    overrides: dict[str, object] | None = None,
    shuffle: Callable[[], Sequence[engine.Card]] | None = None,
) -> MatchRecord:
    """Create a match and seat everybody, so that the first deal is dealt."""
    record = offered(seated, preset=preset, overrides=overrides or {})
    for player in seated[1:]:
        record = services.join_match(
            match_id=record.match.public_id,
            player_id=player.pk,
            now=NOW,
            **({"shuffle": shuffle} if shuffle else {}),
        )
    return record


def play(record: MatchRecord, move: engine.Move | None = None, **more: object) -> Played:
    """Play for the seat on turn: the move given, else the first legal one."""
    state = record.match.state
    move = move or engine.legal_moves(state)[0]
    return services.play_move(
        match_id=record.match.public_id,
        actor=PersonActor(record.seats[state.turn].player_id),
        ply=state.ply,
        card=move.card,
        capture=move.capture,
        **{"now": NOW, **more},
    )


def play_out(record: MatchRecord, *, seed: int = 1) -> MatchRecord:
    """Play random legal moves until the match is over."""
    dice = Random(seed)
    while record.match.status == "active":
        record = play(record, dice.choice(engine.legal_moves(record.match.state))).record
    return record


def cards(text: str) -> tuple[engine.Card, ...]:
    """Read cards written one after another."""
    return tuple(engine.parse_card(code) for code in text.split())


def pack(*, table: Sequence[str], players: int = 2, hand_size: int = 3) -> tuple[engine.Card, ...]:
    """Order a pack so that these cards come to the table; the rest follows in its usual order."""
    wanted = [engine.parse_card(code) for code in table]
    rest = [card for card in engine.DECK if card not in wanted]
    before = players * hand_size
    return (*rest[:before], *wanted, *rest[before:])
