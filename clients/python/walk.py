"""A first match, by the client that is made from docs/openapi.json. Checked by `make clients`."""

import uuid
from http import HTTPStatus

from scopa_client import AuthenticatedClient, Client
from scopa_client.api.auth import create_guest
from scopa_client.api.matches import create_match, get_match, play_move
from scopa_client.models import (
    CreateMatch,
    GuestBody,
    MatchView,
    PlayMove,
    Problem,
    SeatRequest,
)


class Refused(Exception):
    """What was asked was refused, and the problem says why."""

    def __init__(self, problem: Problem | None) -> None:
        said = f"{problem.status} {problem.code}: {problem.detail}" if problem else "no answer"
        super().__init__(said)


def first_match(base_url: str) -> MatchView:
    """Become a guest, begin a match against the computer, play a card, and look at the table."""
    guest = create_guest.sync(client=Client(base_url=base_url), body=GuestBody(device_name="A bot"))
    if guest is None or isinstance(guest, Problem):
        raise Refused(guest)
    api = AuthenticatedClient(base_url=base_url, token=guest.token)
    seats = [SeatRequest(type_="me"), SeatRequest(type_="ai", level="greedy")]
    view = create_match.sync(client=api, body=CreateMatch(preset="scopa_classica", seats=seats))
    if not isinstance(view, MatchView):
        raise Refused(view)
    while view.legal_moves == [] and view.ply == 0:  # the computer begins
        view = _seen(get_match.sync(view.id, client=api))
    legal = view.legal_moves[0]
    move = PlayMove(ply=view.ply, card=legal.card, capture=legal.capture)
    played = play_move.sync_detailed(
        view.id, client=api, body=move, idempotency_key=str(uuid.uuid4())
    )
    if played.status_code != HTTPStatus.CREATED:
        raise Refused(played.parsed if isinstance(played.parsed, Problem) else None)
    return _seen(get_match.sync(view.id, client=api))


def _seen(answer: MatchView | Problem | object) -> MatchView:
    if not isinstance(answer, MatchView):
        raise Refused(answer if isinstance(answer, Problem) else None)
    return answer
