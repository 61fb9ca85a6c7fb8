"""Which address a player has, and the proof that it is theirs.

An address that is not verified counts for nothing: no password is reset by it, and anybody may
give it. Whether another account has verified it is told to the holder of the address alone.
"""

from datetime import datetime
from uuid import UUID

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.access_errors import UpgradeFirst
from players.address_errors import EmailTaken, InvalidEmail, NothingToVerify, WrongPassword
from players.code_errors import CodeWrong
from players.models import Code, CodePurpose, Player
from players.services.codes import code_faults, issue_code, use_code
from players.services.faults import field_problems
from players.services.mail import MailKind, owe_mail
from players.services.passwords import prove_presence
from players.services.real_world import refuse_in_sandbox
from scopa_site.api.errors import TooManyRequests
from scopa_site.api.limits import spend
from scopa_site.errors import FieldProblem
from scopa_site.integrity import translating
from scopa_site.transactions import one_transaction

__all__ = [
    "begin_verification",
    "change_address",
    "folded",
    "refuse_no_address",
    "remove_address",
    "send_code_again",
    "verify_address",
]


def folded(email: str) -> str:
    """Return an address in the one form in which it is kept and compared."""
    return email.lower()


def begin_verification(*, player: Player, now: datetime) -> None:
    """Note the address that a new account was given, and send a code there.

    Within the transaction of the caller, who has validated it.
    """
    EmailAddress.objects.create(user=player, email=player.email, primary=True)
    _send_code(player, player.email, now)


def change_address(
    *, player_id: int, token_id: UUID, email: str, password: str | None = None, now: datetime
) -> None:
    """Take another address once it is verified; the old one is told, and holds until then.

    Raises InvalidEmail, RealWorldOnly, UpgradeFirst for a guest, and what `prove_presence` raises.
    """
    email = folded(email)
    refuse_no_address(email)
    known = _present(player_id, token_id, password, now)
    with one_transaction():
        player = _locked(known)
        held = _primary(player)
        EmailAddress.objects.filter(user=player, primary=False).delete()
        if held is not None and held.verified:
            if held.email == email:
                return
            EmailAddress.objects.create(user=player, email=email)
            owe_mail(player_id=player.pk, kind=MailKind.ADDRESS_CHANGE, address_id=held.pk, now=now)
        else:
            _replace(player, held, email)
        _send_code(player, email, now)


def remove_address(
    *, player_id: int, token_id: UUID, password: str | None = None, now: datetime
) -> None:
    """Keep no address of the player any more.

    Raises RealWorldOnly, UpgradeFirst for a guest, and what `prove_presence` raises.
    """
    known = _present(player_id, token_id, password, now)
    with one_transaction():
        player = _locked(known)
        EmailAddress.objects.filter(user=player).delete()
        Code.objects.filter(player=player).delete()
        _set_email(player, "")


def send_code_again(*, player_id: int, now: datetime) -> None:
    """Send a code for the address that waits to be verified. Raises NothingToVerify."""
    with one_transaction():
        player = Player.objects.select_for_update().get(pk=player_id)
        waiting = EmailAddress.objects.filter(user=player, verified=False)
        address = waiting.order_by("primary").values_list("email", flat=True).first()
        if address is None:
            raise NothingToVerify
        _send_code(player, address, now)


def verify_address(*, player_id: int, code: str, now: datetime) -> None:
    """Take the proof that an address is the player's; it becomes their only one.

    Raises CodeWrong, having counted the attempt, and EmailTaken.
    """
    taken = {"unique_verified_email": EmailTaken}
    with translating(EmailAddress, taken), one_transaction():
        player = Player.objects.select_for_update().get(pk=player_id)
        purpose = CodePurpose.VERIFY_EMAIL
        row = use_code(player_id=player_id, purpose=purpose, code=code, now=now)
        is_right = row is not None and _confirm(player, row.address)
    # Raised only here: an error inside would give the attempt back.
    if not is_right:
        raise CodeWrong(errors=code_faults(code))


def _confirm(player: Player, email: str) -> bool:
    address = EmailAddress.objects.filter(user=player, email=email).first()
    if address is None:
        return False
    EmailAddress.objects.filter(user=player).exclude(pk=address.pk).delete()
    address.verified = address.primary = True
    address.save(update_fields=["verified", "primary"])
    _set_email(player, email)
    return True


def _send_code(player: Player, email: str, now: datetime) -> None:
    purpose = CodePurpose.VERIFY_EMAIL
    issue_code(player_id=player.pk, purpose=purpose, address=email, now=now)
    try:
        spend("mail_per_address", email)
    except TooManyRequests:
        return  # told to nobody: whoever asks need not be the holder of the address
    owe_mail(player_id=player.pk, kind=MailKind.VERIFY_EMAIL, now=now)


def _replace(player: Player, held: EmailAddress | None, email: str) -> None:
    address = held or EmailAddress(user=player, primary=True)
    address.email = email
    address.save()
    _set_email(player, email)


def _primary(player: Player) -> EmailAddress | None:
    held: EmailAddress | None = EmailAddress.objects.filter(user=player, primary=True).first()
    return held


def _set_email(player: Player, email: str) -> None:
    player.email = email
    player.save(update_fields=["email"])


def refuse_no_address(email: str) -> None:
    """Raise InvalidEmail for what is no address, or too long."""
    others = {field.name for field in Player._meta.fields} - {"email"}
    if not email:
        text = _("Enter a valid email address.")
        raise InvalidEmail(errors=[FieldProblem("/email", "invalid", text)])
    try:
        Player(email=email).clean_fields(exclude=others)
    except ValidationError as exc:
        raise InvalidEmail(errors=field_problems(exc)) from None


def _present(player_id: int, token_id: UUID, password: str | None, now: datetime) -> Player:
    """Return the player, who proved that it is they who ask, and who is no guest."""
    refuse_in_sandbox(player_id)
    player = prove_presence(player_id=player_id, token_id=token_id, password=password, now=now)
    if player.is_guest:
        raise UpgradeFirst
    return player


def _locked(known: Player) -> Player:
    """Lock a player whose password is still the one that was checked. Raises WrongPassword."""
    same = Player.objects.filter(pk=known.pk, password=known.password, is_active=True)
    player = same.select_for_update().first()
    if player is None:
        raise WrongPassword
    return player
