"""People with tokens, and matches at which they sit, made by the services."""

from collections.abc import Sequence

from django.test import Client
from django.utils import timezone

from games import services
from games.models import Match
from games.records import MatchRecord
from games.services import SeatRequest
from players.services.accounts import create_guest

ME = SeatRequest("me")
OPEN = SeatRequest("open")
# Seat 0 deals, so that seat 1 plays first.
SEAT_1_BEGINS = {"deal.first_dealer": "seat_0"}


def ai(level: str) -> SeatRequest:
    return SeatRequest("ai", level=level)


def guest():
    """Return a new player and their token."""
    return create_guest(device_name="", now=timezone.now())


def guests(count: int) -> list:
    return [guest() for _ in range(count)]


def create(creator_id: int, *seats: SeatRequest, preset: str = "scopa_classica", **overrides):
    """Create a match in which seat 1 plays first; dotted paths are written with `__`."""
    changes = {path.replace("__", "."): value for path, value in overrides.items()}
    return services.create_match(
        creator_id=creator_id,
        preset=preset,
        overrides={**SEAT_1_BEGINS, **changes},
        seats=seats,
        now=timezone.now(),
    )


def match_of_ais(*levels: str, preset: str, **overrides) -> MatchRecord:
    """Create a match that needs nobody; it goes on as soon as somebody makes its AI turns."""
    return create(guest().player.pk, *map(ai, levels), preset=preset, **overrides)


def match_against(level: str):
    """Return a match in which seat 1, a person, is to play against an AI; and that person."""
    person = guest()
    return create(person.player.pk, ai(level), ME), person


def client_of(person) -> Client:
    """Return an HTTP client that is logged in, and answers 500 instead of raising."""
    client = Client(raise_request_exception=False)
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {person.token}"
    return client


def path_of(record: MatchRecord, action: str = "") -> str:
    return f"/api/v1/matches/{record.match.public_id}{action and '/' + action}"


def stored(record: MatchRecord) -> Match:
    """Return the match as it is in the database now."""
    return Match.objects.get(pk=record.match.pk)


def assert_log_is_sound(records: Sequence[MatchRecord]) -> None:
    """The plies have no gap, and what is stored equals the replay of the log."""
    for record in records:
        match = stored(record)
        plies = list(match.moves.order_by("ply").values_list("ply", flat=True))
        assert plies == list(range(match.ply))
        assert services.differences(match) == []
