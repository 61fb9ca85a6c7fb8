"""What can go wrong with the identities of Apple and Google."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "IdentityNotFound",
    "IdentityTaken",
    "InvalidIdentityToken",
    "LastWayIn",
    "LinkNeeded",
    "ProviderAway",
    "ProviderLinked",
    "ProviderNotOffered",
]


class InvalidIdentityToken(DomainError):
    """Raised for an identity token that is not what it should be; never says in which respect."""

    kind = Kind.RULES
    code = "invalid_identity_token"
    title = _("The identity token is not valid")
    message = _("The identity token is not valid here, or was used before. Ask for another.")


class ProviderNotOffered(DomainError):
    """Raised for a provider that this service is not set up for."""

    kind = Kind.NOT_FOUND
    code = "provider_not_offered"
    title = _("Not offered here")
    message = _("Nobody can sign in with this provider here.")


class ProviderAway(DomainError):
    """Raised while the keys of a provider cannot be had."""

    kind = Kind.UNAVAILABLE
    code = "provider_away"
    title = _("The provider does not answer")
    message = _("The keys of the provider cannot be had right now. Try again in a moment.")
    retry_after = 10


class LinkNeeded(DomainError):
    """Raised to whoever proves an address with which an account exists that is not linked yet."""

    kind = Kind.CONFLICT
    code = "link_needed"
    title = _("You have an account")
    message = _(
        "An account has verified this address. Log in to it, and link the identity there at"
        " POST /api/v1/me/identities."
    )


class IdentityTaken(DomainError):
    """Raised when an identity is linked to another account."""

    kind = Kind.CONFLICT
    code = "identity_taken"
    title = _("Linked to another account")
    message = _("This identity is linked to another account.")


class ProviderLinked(DomainError):
    """Raised when the account is linked to another identity of the same provider."""

    kind = Kind.CONFLICT
    code = "provider_linked"
    title = _("Another identity is linked")
    message = _("Your account is linked to another identity of this provider. Remove it first.")


class IdentityNotFound(DomainError):
    """Raised when the account is not linked to an identity of the provider."""

    kind = Kind.NOT_FOUND
    code = "identity_not_found"
    title = _("No such identity")
    message = _("Your account is not linked to an identity of this provider.")


class LastWayIn(DomainError):
    """Raised when without the identity nobody could come in any more."""

    kind = Kind.CONFLICT
    code = "last_way_in"
    title = _("Your last way in")
    message = _("You could not log in any more. Set a password or link another identity first.")
