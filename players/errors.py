"""What can go wrong with an account, each with its stable code."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "CursorExpired",
    "CursorUnknown",
    "InvalidAccount",
    "InvalidCredentials",
    "InvalidProfile",
    "InvalidToken",
    "NotYourself",
    "PlayerNotFound",
    "StreamsFull",
    "UsernameTaken",
    "WrongProcess",
]


SYNC_PATH = "/api/v1/sync"


class InvalidAccount(DomainError):
    """Raised when a username, password or the like cannot be accepted; `errors` says why."""

    kind = Kind.RULES
    code = "invalid_account"
    title = _("This account cannot be made")
    message = _("Something you chose cannot be accepted; see errors.")


class UsernameTaken(DomainError):
    """Raised when somebody has that username, in whatever case."""

    kind = Kind.RULES
    code = "username_taken"
    title = _("Username taken")
    message = _("The username “%(username)s” is taken. Choose another.")


class InvalidCredentials(DomainError):
    """Raised when username and password do not belong together; never says which is wrong."""

    kind = Kind.UNAUTHENTICATED
    code = "invalid_credentials"
    title = _("Wrong username or password")
    message = _("The username and the password do not belong together.")


class InvalidToken(DomainError):
    """Raised for a token that was never given out, or has been given back."""

    kind = Kind.UNAUTHENTICATED
    code = "invalid_token"
    title = _("The token is not valid")
    message = _("The token is not valid, or no longer. Log in again.")


class InvalidProfile(DomainError):
    """Raised when a change of the profile cannot be accepted; `errors` says why."""

    kind = Kind.RULES
    code = "invalid_profile"
    title = _("This profile cannot be kept")
    message = _("Something you chose cannot be accepted; see errors.")


class CursorUnknown(DomainError):
    """Raised for a cursor that the feed of this player never gave out."""

    kind = Kind.UNREADABLE
    code = "cursor_unknown"
    title = _("Unknown cursor")
    message = _("Your feed never gave out this cursor. Begin without one.")


class CursorExpired(DomainError):
    """Raised for a cursor whose following events have been deleted."""

    kind = Kind.GONE
    code = "cursor_expired"
    title = _("The cursor has expired")
    message = _(
        "Events after this cursor have been deleted. Read what changed at GET %(sync)s,"
        " and go on from the cursor that it gives you."
    )

    def __init__(self) -> None:
        super().__init__(sync=SYNC_PATH)

    def members(self) -> dict[str, object]:
        """Return where to read what was missed."""
        return {"sync": SYNC_PATH}


class PlayerNotFound(DomainError):
    """Raised when there is no active player of that id, or of that username."""

    kind = Kind.NOT_FOUND
    code = "player_not_found"
    title = _("No such player")
    message = _("There is no player of this id.")

    def __init__(self, *, by_username: bool = False) -> None:
        super().__init__()
        if by_username:
            self.message = _("No player has exactly this username. It must be the whole of it.")


class NotYourself(DomainError):
    """Raised for a mute or a block of oneself, or for whoever asks themselves to be friends."""

    kind = Kind.RULES
    code = "not_yourself"
    title = _("That is you")
    message = _("You cannot mute, block or report yourself, nor be your own friend.")


class StreamsFull(DomainError):
    """Raised when as many streams are open as this process can hold."""

    kind = Kind.UNAVAILABLE
    code = "streams_full"
    title = _("No stream is free")
    message = _("As many streams are open as can be held. Ask GET /api/v1/events meanwhile.")
    retry_after = 15


class WrongProcess(DomainError):
    """Raised where a stream is asked of a process that holds none."""

    kind = Kind.UNAVAILABLE
    code = "wrong_process"
    title = _("This process holds no streams")
    message = _(
        "Streams are served by a process of their own, to which this address was not routed."
        " Ask GET /api/v1/events meanwhile."
    )
