"""Callers who ask every address for what they should not know."""

from dataclasses import dataclass, field

from django.contrib.auth.models import Permission
from django.test import Client

from games import engine, queries
from players.models import Player
from tests.api import card_search
from tests.api.routes import addresses

# What these say never depends on a match; TestDocumentation proves it.
EXAMPLES = {
    *("/api/v1/openapi.json", "/api/docs/", "/api/v1/decks"),
    *("/api/v1/rules/presets", "/api/v1/rules/schema"),
}

_UNKNOWN_FIELD = {"unexpected": True}  # refused by every call, so that nothing happens


@dataclass
class Walker:
    """Somebody who asks: a seat, or somebody without one."""

    name: str
    client: Client
    headers: dict = field(default_factory=dict)
    seat: int | None = None
    may_see_the_table: bool = False
    is_staff: bool = False

    def unknown_cards(self, state):
        """Return the cards that must not be shown: all, for who may not even see the table."""
        if not self.may_see_the_table:
            return card_search.EVERY_CARD
        if state.deal is None:
            return frozenset()
        hidden = {str(card) for card in state.deal.stock}
        for seat, hand in enumerate(state.deal.hands):
            if seat != self.seat:
                hidden |= {str(card) for card in engine.cards_in(hand)}
        # A hand that was declared has been seen by everybody.
        shown = {str(card) for hand in state.deal.declared for card in hand.cards}
        return frozenset(hidden - shown)

    def ask(self, method, address, body=None):
        """Send a request; TEXT is a GET of what can be had as plain text."""
        if method == "TEXT":
            return self.client.get(address, headers={**self.headers, "accept": "text/plain"})
        if body is None:
            return self.client.generic(method, address, headers=self.headers)
        return self.client.post(
            address, body, content_type="application/json", headers=self.headers
        )


def walker_of(name, caller, **more):
    """Make a walker of a caller of the API."""
    headers = {"authorization": f"Bearer {caller.token}"} if caller.token else {}
    return Walker(name, Client(), headers, **more)


def staff_without_the_permission():
    """Become an operator who may look at everything but the hidden cards."""
    operator = Player.objects.create_user("operator", password=None, is_staff=True)
    operator.user_permissions.set(
        Permission.objects.filter(codename__startswith="view_").exclude(
            codename="view_hidden_cards"
        )
    )
    client = Client()
    client.force_login(operator)
    return Walker("staff", client, may_see_the_table=True, is_staff=True)


@dataclass(frozen=True)
class Leak:
    """Cards in an answer that its reader may not know."""

    walker: str
    request: str
    cards: tuple[str, ...]


class Walk:
    """One round over all addresses, at one moment of a match."""

    def __init__(self, match_id, played):
        self.match_id = match_id
        record = queries.record_of(queries.all_matches([match_id]).get())
        self.state = record.state
        number = self.state.deal_number
        self.past = card_search.PublicPast(
            number=number,
            moves=[move for move in played if move["deal"] < number],
            voids=[
                {"number": void.number, "table": [str(card) for card in void.table]}
                for void in self.state.voids
            ],
            details=[engine.encode_detail(score.detail) for score in self.state.deals],
            rules=engine.encode_rules(self.state.rules),
        )
        self.last = played[-1] if played else None
        self.asked = 0

    def leaks(self, walker, *, pages):
        """Ask all addresses as `walker`; return what leaked. `pages`: those of the admin too."""
        found = []
        for method, address, body in self._requests(walker, pages):
            response = walker.ask(method, address, body)
            self.asked += 1
            seen = card_search.without_public_past(response, self.past)
            unknown = self._unknown_there(walker, address)
            if seen & unknown:
                request = f"{method} {address} {body or ''}".strip()
                found.append(Leak(walker.name, request, tuple(sorted(seen & unknown))))
        return found

    def _unknown_there(self, walker, address):
        """Return what an address must not show: of a match that is over the record has it all."""
        is_told_all = self.state.outcome is not None and walker.may_see_the_table
        if is_told_all and address == f"/api/v1/matches/{self.match_id}/record":
            return frozenset()
        return walker.unknown_cards(self.state)

    def _requests(self, walker, pages):
        for address in addresses(self.match_id):
            if address in EXAMPLES or (address.startswith("/admin/") and not pages):
                continue
            if walker.is_staff and address == "/admin/logout/":
                continue
            for method in ("GET", "HEAD", "OPTIONS"):
                yield method, address, None
            yield "POST", address, _UNKNOWN_FIELD
            if address == f"/api/v1/matches/{self.match_id}/record":
                yield "TEXT", address, None
            if address == f"/api/v1/matches/{self.match_id}/moves":
                for query in ("?after_ply=-1", "?limit=1", "?limit=x"):
                    yield "GET", address + query, None
                for move in self._refused_moves(walker):
                    yield "POST", address, move

    def _refused_moves(self, walker):
        """Name moves that change nothing: stale, unreadable, with another's card, or repeated."""
        hidden = sorted(walker.unknown_cards(self.state))[:3]
        ply, turn = self.state.ply, self.state.turn
        yield {"ply": ply + 1, "card": "1D"}
        yield {"ply": ply, "card": "1X"}
        yield {"ply": ply, "card": "7D", "capture": None}
        for card in hidden:
            yield {"ply": ply, "card": card}
            yield {"ply": ply, "card": card, "capture": hidden}
        if turn is not None and turn == walker.seat:
            own = str(engine.legal_moves(self.state)[0].card)
            yield {"ply": ply, "card": own, "capture": [own]}
        if self.last is not None:
            yield {name: self.last[name] for name in ("ply", "card", "capture")}
