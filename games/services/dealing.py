"""The only place that shuffles."""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime

from games import engine
from games.models import Deal, DealStatus
from games.records import MatchRecord

__all__ = ["Shuffle", "deal_next", "draw_first_dealer", "secure_shuffle"]

Shuffle = Callable[[], Sequence[engine.Card]]

_random = secrets.SystemRandom()


def secure_shuffle() -> tuple[engine.Card, ...]:
    """Shuffle a pack with the operating system's secure generator."""
    deck = list(engine.DECK)
    _random.shuffle(deck)
    return tuple(deck)


def draw_first_dealer(rules: engine.RuleSet) -> int:
    """Draw who deals first, as the rules say."""
    if rules.deal.first_dealer == "seat_0":
        return 0
    return secrets.randbelow(rules.table.players)


def deal_next(
    record: MatchRecord, state: engine.MatchState, *, shuffle: Shuffle, now: datetime
) -> engine.MatchState:
    """Deal until a deal stands, writing down each pack. The caller holds the row lock.

    Three or more Kings on the table throw a deal in (R2.5): the same dealer deals again.
    """
    deals: list[Deal] = []
    while state.needs_deck:
        deck = shuffle()
        number, dealer = state.deal_number, state.dealer
        state = engine.start_deal(state, deck).state
        deals.append(
            Deal(
                match=record.match,
                number=number,
                attempt=len(deals),
                dealer_seat=dealer,
                first_ply=state.ply,
                deck=Deal.written(deck),
                status=DealStatus.VOID if state.needs_deck else DealStatus.OPEN,
                dealt_at=now,
            )
        )
    Deal.objects.bulk_create(deals)
    record.match.open_deal = deals[-1]
    return state
