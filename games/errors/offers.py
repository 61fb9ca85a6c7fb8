"""What can go wrong on the way to a seat."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "CannotBeRated",
    "InvalidRatingBand",
    "LinkExpired",
    "LinkUnknown",
    "LinkUsed",
    "MatchNotFinished",
    "NoLinkSeat",
    "NoRematch",
    "OfferExpired",
    "RatingOutOfBand",
    "TooManyOpenMatches",
]


class OfferExpired(DomainError):
    """Raised when the time to take the last seats is over."""

    kind = Kind.CONFLICT
    code = "offer_expired"
    title = _("The offer has expired")
    message = _("The seats were not taken in time; offer the match again.")


class TooManyOpenMatches(DomainError):
    """Raised when the caller has as many offered and running matches as anyone may have."""

    kind = Kind.CONFLICT
    code = "too_many_open_matches"
    title = _("Too many open matches")
    message = _("You may have up to %(limit)s open matches; finish or call off one first.")

    def members(self) -> dict[str, Any]:
        """Tell the limit."""
        return {"limit": self.params["limit"]}


class CannotBeRated(DomainError):
    """Raised for a match that could not count for a rating; `errors` says where and why."""

    kind = Kind.RULES
    code = "cannot_be_rated"
    title = _("This match cannot be rated")
    message = _("A match of this kind cannot count for a rating; see errors.")


class LinkUnknown(DomainError):
    """Raised for a code that opens nothing, or nothing to the caller: no difference shows."""

    kind = Kind.NOT_FOUND
    code = "link_unknown"
    title = _("Unknown code")
    message = _("No seat belongs to this code. Ask for a new one.")


class LinkUsed(DomainError):
    """Raised for a code with which somebody else has taken the seat."""

    kind = Kind.CONFLICT
    code = "link_used"
    title = _("The code has been used")
    message = _("Somebody has taken the seat of this code; it works once.")


class LinkExpired(DomainError):
    """Raised for a code whose time is over."""

    kind = Kind.CONFLICT
    code = "link_expired"
    title = _("The code has expired")
    message = _("The time of this code is over. Ask for a new one.")


class NoLinkSeat(DomainError):
    """Raised when a code is asked for and no free seat is for whoever holds one."""

    kind = Kind.RULES
    code = "no_link_seat"
    title = _("No seat for a code")
    message = _("Only a free seat of the type “link” can be taken by a code.")


class MatchNotFinished(DomainError):
    """Raised for what can only be done when the match is over."""

    kind = Kind.CONFLICT
    code = "match_not_finished"
    title = _("The match is not over")
    message = _("This can only be done once the match is over.")


class NoRematch(DomainError):
    """Raised when these people cannot be asked to the same table again. It never says who."""

    kind = Kind.CONFLICT
    code = "no_rematch"
    title = _("No rematch")
    message = _("This table cannot come together again. Offer a new match instead.")


class InvalidRatingBand(DomainError):
    """Raised for a band of ratings in which nobody can be; `errors` says where and why."""

    kind = Kind.RULES
    code = "invalid_rating_band"
    title = _("No such band of ratings")
    message = _("No rating lies within this band; see errors.")


class RatingOutOfBand(DomainError):
    """Raised for whoever takes a seat that is offered to other ratings than theirs.

    Takes `rating_min` and `rating_max`, None for no bound, and `your_rating`.
    """

    kind = Kind.RULES
    code = "rating_out_of_band"
    title = _("Your rating is not in the band")
    message = _("This match is for other ratings; yours is %(your_rating)s.")

    def members(self) -> dict[str, Any]:
        """Tell the band, and where the caller stands."""
        return dict(self.params)
