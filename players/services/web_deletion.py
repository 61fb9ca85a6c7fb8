"""The deletion of an account from a page of its own, for whoever has no app any more."""

from dataclasses import dataclass
from datetime import datetime

from players.access_errors import InvalidRecoveryCode
from players.errors import InvalidCredentials
from players.models import Deletion, Player
from players.services.accounts import proven_player
from players.services.attempts import count_login
from players.services.deletion import call_off, put_down
from players.services.passwords import lock_same
from players.services.recovery import guest_of_code
from scopa_site.api.limits import spend
from scopa_site.transactions import one_transaction

__all__ = ["Proof", "ask_deletion_by", "cancel_deletion_by", "deletion_of"]


@dataclass(frozen=True, slots=True)
class Proof:
    """By what somebody shows who they are: username and password, or a guest's recovery code.

    `address` is where the attempt comes from, for counting.
    """

    address: str
    username: str = ""
    password: str = ""
    code: str = ""

    def __repr__(self) -> str:
        return "Proof(...)"


def deletion_of(*, proof: Proof) -> Deletion | None:
    """Return the deletion that is pending; None where none was asked. Raises as `_proven` does."""
    return Deletion.objects.filter(player=_proven(proof), done_at=None).first()


def ask_deletion_by(*, proof: Proof, now: datetime) -> Deletion:
    """Have the player erased after the days to think; all their tokens die.

    Raises as `_proven` does.
    """
    known = _proven(proof)
    with one_transaction():
        return put_down(_still(known, proof), keep=None, now=now)


def cancel_deletion_by(*, proof: Proof) -> None:
    """Let the player stay after all. Raises as `_proven` does."""
    known = _proven(proof)
    with one_transaction():
        call_off(_still(known, proof))


def _proven(proof: Proof) -> Player:
    """Return who it is, having counted the attempt as one to log in.

    Raises InvalidCredentials, InvalidRecoveryCode, TooManyRequests, Unavailable.
    """
    if proof.code:
        spend("recover_per_ip", proof.address)
        return guest_of_code(proof.code)
    count_login(address=proof.address, username=proof.username)
    return proven_player(username=proof.username, password=proof.password)


def _still(known: Player, proof: Proof) -> Player:
    """Lock the player, who may have changed the password or the code since. Raises as `_proven`."""
    player = lock_same(known)
    if player is None:
        raise InvalidRecoveryCode if proof.code else InvalidCredentials
    if proof.code:
        guest_of_code(proof.code)
    return player
