"""Sign in by Apple and Google, and link their identities to accounts.

An address that the provider vouches for never opens an account that exists: whoever has one logs
in and links the identity there.
"""

import secrets
from datetime import datetime
from typing import Final
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount

from players.address_errors import EmailTaken
from players.errors import InvalidAccount
from players.identity_errors import (
    IdentityNotFound,
    IdentityTaken,
    InvalidIdentityToken,
    LastWayIn,
    LinkNeeded,
    ProviderLinked,
)
from players.models import Player, RecoveryCode
from players.services.faults import device_faults
from players.services.identity_tokens import Identity, read_identity, spend_identity
from players.services.mail import MailKind, owe_mail
from players.services.passwords import lock_present, prove_presence
from players.services.real_world import refuse_in_sandbox
from players.services.tokens import Session, new_session
from scopa_site.integrity import translating
from scopa_site.transactions import one_transaction

__all__ = ["link_identity", "sign_in_by_identity", "unlink_identity"]

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is mistaken for another
_NAME_LETTERS: Final = 8


class _SignedUpMeanwhile(Exception):  # caught here
    """Raised when the same identity made an account in the same moment."""


def sign_in_by_identity(
    *,
    provider: str,
    identity_token: str,
    nonce: str,
    device_name: str = "",
    language: str = "en",
    now: datetime,
) -> Session:
    """Give a session to the account of an identity; one that is new gets an account.

    Raises InvalidAccount for the name of the device, what `read_identity` raises, and LinkNeeded.
    """
    if faults := device_faults(device_name):
        raise InvalidAccount(errors=faults)
    identity = read_identity(provider=provider, token=identity_token, nonce=nonce, now=now)
    try:
        return _signed_in(identity, device_name, language, now)
    except _SignedUpMeanwhile:
        return _signed_in(identity, device_name, language, now)


def link_identity(
    *,
    player_id: int,
    token_id: UUID,
    provider: str,
    identity_token: str,
    nonce: str,
    password: str | None = None,
    now: datetime,
) -> None:
    """Let an identity open the player's account too; a guest gets an account by it.

    Again for the same identity changes nothing. Raises what `prove_presence` raises (not for
    guests), what `read_identity` raises, IdentityTaken, ProviderLinked, EmailTaken,
    RealWorldOnly, and InvalidToken when the session is taken back meanwhile.
    """
    refuse_in_sandbox(player_id)
    known = Player.objects.get(pk=player_id)
    if not known.is_guest:
        known = prove_presence(player_id=player_id, token_id=token_id, password=password, now=now)
    identity = read_identity(provider=provider, token=identity_token, nonce=nonce, now=now)
    taken = {"unique_verified_email": EmailTaken}
    with translating(EmailAddress, taken), one_transaction():
        player = lock_present(known, token_id)  # asking the provider for its keys took its time
        if _bind(player, identity):
            spend_identity(identity)
            _welcome(player, identity, now)


def unlink_identity(
    *, player_id: int, token_id: UUID, provider: str, password: str | None = None, now: datetime
) -> None:
    """Let an identity open the account no more.

    Raises what `prove_presence` raises, IdentityNotFound, LastWayIn, and InvalidToken when the
    session is taken back meanwhile.
    """
    known = prove_presence(player_id=player_id, token_id=token_id, password=password, now=now)
    with one_transaction():
        player = lock_present(known, token_id)
        linked = SocialAccount.objects.filter(user=player)
        if not linked.filter(provider=provider).exists():
            raise IdentityNotFound
        if not player.has_usable_password() and not linked.exclude(provider=provider).exists():
            raise LastWayIn
        linked.filter(provider=provider).delete()
        owe_mail(player_id=player_id, kind=MailKind.IDENTITIES_CHANGED, now=now)


def _signed_in(identity: Identity, device_name: str, language: str, now: datetime) -> Session:
    taken = {"unique_verified_email": LinkNeeded}
    with translating(EmailAddress, taken), one_transaction():
        spend_identity(identity)
        player = _owner(identity) or _signed_up(identity, language, now)
        if not player.is_active:
            raise InvalidIdentityToken
        player.last_login = now
        player.save(update_fields=["last_login"])
        return new_session(player=player, device_name=device_name, now=now)


def _owner(identity: Identity) -> Player | None:
    """Lock the player to whom the identity is linked. Raises InvalidIdentityToken."""
    linked = SocialAccount.objects.filter(provider=identity.provider, uid=identity.subject)
    owner = linked.values_list("user_id", flat=True).first()
    if owner is None:
        return None
    player = Player.objects.select_for_update().get(pk=owner)
    if not linked.filter(user=player).exists():  # unlinked while the lock was waited for
        raise InvalidIdentityToken
    return player


def _signed_up(identity: Identity, language: str, now: datetime) -> Player:
    if identity.email and EmailAddress.objects.filter(email=identity.email, verified=True).exists():
        raise LinkNeeded
    name = _free_name()
    player = Player(username=name, display_name=name, language=language, date_joined=now)
    player.set_unusable_password()
    player.save(force_insert=True)
    account = _account(identity, player)
    if account.user_id != player.pk:
        raise _SignedUpMeanwhile
    _take_address(player, identity)
    return player


def _bind(player: Player, identity: Identity) -> bool:
    """Link the identity; False if it was linked to this player already."""
    linked = SocialAccount.objects.filter(user=player, provider=identity.provider).first()
    if linked is not None:
        if linked.uid != identity.subject:
            raise ProviderLinked
        return False
    if _account(identity, player).user_id != player.pk:
        raise IdentityTaken
    return True


def _account(identity: Identity, player: Player) -> SocialAccount:
    """Return the row of the identity, made for the player if there was none."""
    # Nothing of what the token says is kept beside its subject.
    row, _is_new = SocialAccount.objects.get_or_create(
        provider=identity.provider, uid=identity.subject, defaults={"user": player}
    )
    return row


def _welcome(player: Player, identity: Identity, now: datetime) -> None:
    """Make a guest an account, and tell any other player that there is another way in."""
    if not player.is_guest:
        owe_mail(player_id=player.pk, kind=MailKind.IDENTITIES_CHANGED, now=now)
        return
    name = _free_name()
    if player.display_name == player.username:
        player.display_name = name
    player.username, player.is_guest = name, False
    player.save(update_fields=["username", "display_name", "is_guest"])
    RecoveryCode.objects.filter(player=player).delete()
    if not EmailAddress.objects.filter(email=identity.email, verified=True).exists():
        _take_address(player, identity)


def _take_address(player: Player, identity: Identity) -> None:
    """Keep the address that the provider vouches for as the player's, verified."""
    if not identity.email:
        return
    EmailAddress.objects.create(user=player, email=identity.email, verified=True, primary=True)
    player.email = identity.email
    player.save(update_fields=["email"])


def _free_name() -> str:
    return "player-" + "".join(secrets.choice(_LETTERS) for _letter in range(_NAME_LETTERS))
