"""What can go wrong between friends."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = ["PlayerIsBlocked", "TooManyFriends"]


class PlayerIsBlocked(DomainError):
    """Raised for whoever asks somebody to be friends whom they block themselves."""

    kind = Kind.CONFLICT
    code = "player_is_blocked"
    title = _("You have blocked this player")
    message = _("You have blocked this player. Take the block back first.")


class TooManyFriends(DomainError):
    """Raised when a player has or asked as many friends as anyone may."""

    kind = Kind.CONFLICT
    code = "too_many_friends"
    title = _("Too many friends")
    message = _("Nobody may have, or ask, more than %(limit)s friends.")
