"""What can go wrong with a sandbox, each with its stable code."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "InvalidClockMove",
    "NotInSandbox",
    "RealWorldOnly",
    "SandboxInSandbox",
    "SandboxNotFound",
    "SandboxesFull",
]


class NotInSandbox(DomainError):
    """Raised where the clock of the real world is to be moved, or somebody is to be put into it."""

    kind = Kind.CONFLICT
    code = "not_in_sandbox"
    title = _("This is the real world")
    message = _("That is only possible in a sandbox: use a token that POST /sandbox gave you.")


class RealWorldOnly(DomainError):
    """Raised where a player of a sandbox asks for a way in of their own, or an address."""

    kind = Kind.CONFLICT
    code = "real_world_only"
    title = _("You are in a sandbox")
    message = _(
        "Players of a sandbox stay guests: no account, address, identity or code is theirs."
    )


class SandboxInSandbox(DomainError):
    """Raised for a sandbox that a player of a sandbox wants to open or look at."""

    kind = Kind.CONFLICT
    code = "sandbox_in_sandbox"
    title = _("You are in a sandbox")
    message = _("Sandboxes are opened and listed by an account of the real world.")


class SandboxesFull(DomainError):
    """Raised when a player has as many sandboxes as anyone may."""

    kind = Kind.CONFLICT
    code = "sandboxes_full"
    title = _("You have enough sandboxes")
    message = _("You may have %(limit)s of them. Close one first.")


class SandboxNotFound(DomainError):
    """Raised when the player has no open sandbox of that id."""

    kind = Kind.NOT_FOUND
    code = "sandbox_not_found"
    title = _("No such sandbox")
    message = _("You have no sandbox of this id.")


class InvalidClockMove(DomainError):
    """Raised for a move of a sandbox's clock that goes back, nowhere, or too far."""

    kind = Kind.RULES
    code = "invalid_clock_move"
    title = _("The clock cannot be moved there")
    message = _("A clock goes forward, by one year at a time and twenty in all; see errors.")
