"""What can go wrong with a match itself, each with its stable code."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "AlreadyPlayed",
    "AlreadySeated",
    "InvalidSeats",
    "MatchAlreadyStarted",
    "MatchCancelled",
    "MatchFinished",
    "MatchNotFound",
    "MatchNotStarted",
    "NoSuchSeat",
    "NotCreator",
    "NotInvited",
    "NotSeated",
    "NotSubstituted",
    "NotYourTurn",
    "NothingToClaim",
    "SeatHandedOver",
    "SeatTaken",
    "StalePosition",
    "TurnBeingPlayed",
    "TurnExpired",
]


class MatchNotFound(DomainError):
    """Raised for a match that does not exist or is not the caller's to see: no difference shows."""

    kind = Kind.NOT_FOUND
    code = "match_not_found"
    title = _("Match not found")
    message = _("There is no such match, or it is not yours to see.")


class StalePosition(DomainError):
    """Raised when the match is not at the ply that the caller saw: fetch it and look again."""

    kind = Kind.CONFLICT
    code = "stale_position"
    title = _("The match is at another ply")
    message = _("The match is at ply %(current_ply)s, not %(ply)s. Fetch it and look again.")

    def members(self) -> dict[str, Any]:
        """Tell the current ply."""
        return {"current_ply": self.params["current_ply"]}


class NotYourTurn(DomainError):
    """Raised when another seat is on turn."""

    kind = Kind.CONFLICT
    code = "not_your_turn"
    title = _("Not your turn")
    message = _("It is the turn of seat %(turn)s.")


class MatchFinished(DomainError):
    """Raised when the match is over."""

    kind = Kind.CONFLICT
    code = "match_finished"
    title = _("The match is over")
    message = _("The match is over; nothing more can be played.")


class MatchCancelled(DomainError):
    """Raised when the match was called off."""

    kind = Kind.CONFLICT
    code = "match_cancelled"
    title = _("The match was called off")
    message = _("The match was called off.")


class MatchNotStarted(DomainError):
    """Raised when seats are still free, so that nothing has been dealt."""

    kind = Kind.CONFLICT
    code = "match_not_started"
    title = _("The match has not begun")
    message = _("The match begins as soon as every seat is taken.")


class MatchAlreadyStarted(DomainError):
    """Raised for what can only be done before the first deal."""

    kind = Kind.CONFLICT
    code = "match_already_started"
    title = _("The match has begun")
    message = _("The match has begun; you can resign it instead.")


class SeatTaken(DomainError):
    """Raised when somebody else sits there."""

    kind = Kind.CONFLICT
    code = "seat_taken"
    title = _("Seat taken")
    message = _("Somebody else has taken that seat.")


class AlreadySeated(DomainError):
    """Raised when the player already holds a seat of the match."""

    kind = Kind.CONFLICT
    code = "already_seated"
    title = _("You already have a seat")
    message = _("You already sit at seat %(seat)s of this match.")


class NoSuchSeat(DomainError):
    """Raised for a seat number beyond the table."""

    kind = Kind.RULES
    code = "no_such_seat"
    title = _("No such seat")
    message = _("This match has the seats 0 to %(last)s.")


class NotInvited(DomainError):
    """Raised when there is no invitation to decline."""

    kind = Kind.RULES
    code = "not_invited"
    title = _("No invitation")
    message = _("You hold no invitation or seat of this match that you could give back.")


class NotSeated(DomainError):
    """Raised when somebody without a seat tries to play."""

    kind = Kind.RULES
    code = "not_seated"
    title = _("You have no seat")
    message = _("You can see this match, but you do not play in it.")


class NotCreator(DomainError):
    """Raised when somebody else's match is to be called off."""

    kind = Kind.RULES
    code = "not_creator"
    title = _("Not your match")
    message = _("Only the player who created the match can call it off.")


class TurnExpired(DomainError):
    """Raised for a move that arrived after the deadline of its turn."""

    kind = Kind.CONFLICT
    code = "turn_expired"
    title = _("Too late")
    message = _("The turn had to be played by %(deadline)s; the move came after that.")


class SeatHandedOver(DomainError):
    """Raised when an opponent plays in the caller's place: take the seat back first."""

    kind = Kind.CONFLICT
    code = "seat_handed_over"
    title = _("The computer plays for you")
    message = _(
        "The computer plays in your place. Take your seat back first, if it is still yours."
    )


class AlreadyPlayed(DomainError):
    """Raised when a match is to be called off after one's own first card."""

    kind = Kind.CONFLICT
    code = "already_played"
    title = _("You have played a card")
    message = _("You have played a card already; you can resign the match instead.")


class NothingToClaim(DomainError):
    """Raised when no opponent is out of time."""

    kind = Kind.CONFLICT
    code = "nothing_to_claim"
    title = _("Nobody is out of time")
    message = _("No opponent of yours is out of time in this match.")


class NotSubstituted(DomainError):
    """Raised when there is no seat to come back to: nobody plays in the caller's place."""

    kind = Kind.CONFLICT
    code = "not_substituted"
    title = _("Nobody plays for you")
    message = _("No computer keeps your seat for you, so there is nothing to take back.")


class TurnBeingPlayed(DomainError):
    """Raised for coming back in the very turn that ran out: the computer plays that one."""

    kind = Kind.CONFLICT
    code = "turn_being_played"
    title = _("Your turn is being played")
    message = _("This turn ran out, and the computer plays it. Come back after its card.")
    retry_after = 2


class InvalidSeats(DomainError):
    """Raised when the seats asked for do not make a table; `errors` says where and why."""

    kind = Kind.RULES
    code = "invalid_seats"
    title = _("These seats make no table")
    message = _("At least one of the seats asked for is wrong; see errors.")
