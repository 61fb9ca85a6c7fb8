"""What the calls about matches answer, for the OpenAPI document alone.

`render` builds the answers by hand; the tests hold every answer against these.
"""

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateTimeField,
    IntegerField,
    ListField,
    UUIDField,
)

from games.ai import LEVELS
from games.api.bodies import MATCH_STATUSES, TALK, CardField
from games.api.component import Component
from games.api.life_components import AllowedAction, MatchClock, MatchTurn, PauseRequest
from games.api.rules_components import RuleSetField
from games.api.score_components import Result, ScoredDeal

__all__ = ["MatchList", "MatchView", "MoveList"]

DECLARATIONS = ("low_hand", "three_of_a_kind")
SEAT_STATUSES = (
    "open",
    "invited",
    "joined",
    "playing",
    "declined",
    "resigned",
    "claimable",
    "ai_substitute",
    "timed_out",
    "removed",
)
CLOSED_BECAUSE = ("cancelled", "declined", "aborted", "expired", "abandoned")


# Seats


class SeatHolder(Component):
    """A player, as others see them."""

    id = UUIDField()
    username = CharField()
    display_name = CharField()
    is_guest = BooleanField()


class SummarySeat(Component):
    """A seat and who holds it."""

    seat = IntegerField(help_text="From 0, in order of play.")
    side = IntegerField(help_text="From 0: the seat's own, or with pairs the seat modulo 2.")
    type = ChoiceField(choices=["person", "ai", "open"])
    player = SeatHolder(allow_null=True)
    level = ChoiceField(choices=list(LEVELS), allow_null=True, help_text="Of an AI.")
    status = ChoiceField(choices=SEAT_STATUSES)


class ViewSeat(SummarySeat):
    """A seat, who holds it, who plays for it, and how many cards they hold."""

    hand_count = IntegerField()
    substitute = ChoiceField(
        choices=list(LEVELS), allow_null=True, help_text="The computer in place of the person."
    )
    pauses_left = IntegerField(help_text="How many pauses it may still ask for.")
    away_until = DateTimeField(allow_null=True, help_text="The end of the holiday they are on.")


class You(Component):
    """The caller's own place."""

    seat = IntegerField()
    side = IntegerField()


class YouAtTheTable(You):
    """The caller's own place, and what they alone know of it."""

    has_plan = BooleanField()


class Turn(Component):
    """Whose move it is."""

    seat = IntegerField()


# Cards


class LastMove(Component):
    """The card played last in this deal."""

    ply = IntegerField()
    seat = IntegerField()
    card = CardField()
    capture = ListField(child=CardField())
    scopa = BooleanField()


class Pile(Component):
    """What a side has taken; the cards lie face down."""

    side = IntegerField()
    count = IntegerField()
    scope = IntegerField()


class DeclaredHand(Component):
    """A hand declared as it was dealt: everybody has seen it."""

    seat = IntegerField()
    kind = ChoiceField(choices=DECLARATIONS)
    points = IntegerField()
    cards = ListField(child=CardField(), help_text="Those of them that are still in the hand.")
    wild = IntegerField(
        allow_null=True, help_text="The rank that the wild card of the hand counts as."
    )


class Deal(Component):
    """The deal in play, or the last one once the match is over."""

    number = IntegerField(help_text="From 1.")
    dealer_seat = IntegerField()
    table = ListField(child=CardField())
    hand = ListField(child=CardField(), help_text="Your own; empty for who holds no seat.")
    stock_count = IntegerField()
    piles = Pile(many=True)
    last_capture_side = IntegerField(allow_null=True)
    last_move = LastMove(allow_null=True)
    declared = DeclaredHand(many=True, help_text="In the order in which they were declared.")


class VoidDeal(Component):
    """A deal thrown in for its table; it is dealt again under the same number."""

    number = IntegerField()
    table = ListField(child=CardField())


class LegalMove(Component):
    """A move that you may make."""

    card = CardField()
    capture = ListField(child=CardField(), help_text="Empty: the card is laid down.")


# Whole answers


class MatchSummary(Component):
    """A match in a list."""

    id = UUIDField()
    version = IntegerField()
    status = ChoiceField(choices=MATCH_STATUSES)
    closed_because = ChoiceField(choices=CLOSED_BECAUSE, allow_null=True)
    preset = CharField()
    clock = CharField(help_text="The slug of the clock.")
    rated = BooleanField()
    rating_min = IntegerField(allow_null=True, help_text="For whom open seats are; null: for all.")
    rating_max = IntegerField(allow_null=True)
    seats = SummarySeat(many=True)
    you = You(allow_null=True)
    ply = IntegerField()
    turn = Turn(allow_null=True)
    deadline_at = DateTimeField(allow_null=True, help_text="Until when the turn must be played.")
    score = ListField(child=IntegerField(), help_text="By side.")
    result = Result(allow_null=True)
    created_at = DateTimeField()
    updated_at = DateTimeField()


class MatchView(Component):
    """A match as you may see it."""

    id = UUIDField()
    version = IntegerField(help_text="Goes up with every change that others can see.")
    status = ChoiceField(choices=MATCH_STATUSES)
    closed_because = ChoiceField(
        choices=CLOSED_BECAUSE, allow_null=True, help_text="Why it has no result, if it is closed."
    )
    preset = CharField()
    rules = RuleSetField()
    rated = BooleanField()
    rating_min = IntegerField(allow_null=True, help_text="For whom open seats are; null: for all.")
    rating_max = IntegerField(allow_null=True)
    talk = ChoiceField(choices=TALK, help_text="What may be said while cards are hidden.")
    auto_play_forced = BooleanField(help_text="Whether the last card of a hand plays itself.")
    creator = UUIDField(allow_null=True, help_text="The player who may call it off.")
    seats = ViewSeat(many=True)
    you = YouAtTheTable(allow_null=True, help_text="null for who holds no seat.")
    ply = IntegerField(help_text="Moves played so far in the match.")
    clock = MatchClock()
    turn = MatchTurn(allow_null=True)
    pause_request = PauseRequest(allow_null=True)
    allowed_actions = AllowedAction(many=True)
    deal = Deal(allow_null=True, help_text="null until the first deal.")
    score = ListField(child=IntegerField(), help_text="By side; scored deals only.")
    deals = ScoredDeal(many=True)
    legal_moves = LegalMove(many=True, help_text="On your turn; else empty.")
    voids = VoidDeal(many=True)
    result = Result(allow_null=True)
    created_at = DateTimeField()
    offer_expires_at = DateTimeField(allow_null=True)
    started_at = DateTimeField(allow_null=True)
    finished_at = DateTimeField(allow_null=True)
    server_time = DateTimeField()


class MatchList(Component):
    """A page of matches, newest first."""

    items = MatchSummary(many=True)
    next_cursor = CharField(allow_null=True)


class Move(Component):
    """A card that was played."""

    ply = IntegerField()
    deal = IntegerField(help_text="The number of the deal.")
    seat = IntegerField()
    card = CardField()
    capture = ListField(child=CardField())
    scopa = BooleanField()
    played_at = DateTimeField()
    source = ChoiceField(  # type: ignore[assignment]  # as above
        choices=["person", "ai", "fallback", "forced", "plan"],
        help_text=(
            "`fallback`: the server played for an AI that gave no answer; `forced`: it was the"
            " only card that could be played; `plan`: your own plan, which others see as `person`."
        ),
    )


class MoveList(Component):
    """A page of moves, in order of play."""

    items = Move(many=True)
    next_cursor = CharField(allow_null=True)
