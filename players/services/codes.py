"""Short codes by mail: issued, derived anew when they are sent, and used once.

A code is reckoned from its row and the secret key, so it is stored nowhere: whoever sends it and
whoever checks it reckon alike. The row keeps a keyed digest of it.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from players.models import Code, CodePurpose, SpentIdentityToken
from scopa_site.errors import FieldProblem

__all__ = [
    "ATTEMPTS",
    "DIGITS",
    "LIFETIME",
    "SAME_CODE_FOR",
    "code_faults",
    "code_of",
    "forget_codes",
    "issue_code",
    "use_code",
]

LIFETIME: Final = timedelta(minutes=30)
DIGITS: Final = 8
_WRITTEN: Final = re.compile(f"[0-9]{{{DIGITS}}}")
# To verify is for who is logged in. A reset is anybody's to try, and each address has few attempts
# of its own (`count_reset_code`): a stranger cannot use up the code of who waits for it.
ATTEMPTS: Final = {CodePurpose.VERIFY_EMAIL: 5, CodePurpose.RESET_PASSWORD: 50}
# Whoever asks again so soon has the same code sent, with no new attempts: guessing stays slow even
# while nothing counts requests, and no stranger replaces a code that is on its way.
SAME_CODE_FOR: Final = {
    CodePurpose.VERIFY_EMAIL: timedelta(minutes=1),
    CodePurpose.RESET_PASSWORD: timedelta(minutes=10),
}


def issue_code(*, player_id: int, purpose: CodePurpose, address: str, now: datetime) -> Code:
    """Make the one code of a player for a purpose; the one before it holds no longer.

    Within the transaction of the caller, who has locked the player.
    """
    held = Code.objects.filter(player_id=player_id, purpose=purpose).first()
    if held is not None and held.address == address and _is_young(held, now):
        return held
    row = held or Code(player_id=player_id, purpose=purpose)
    row.address, row.created_at, row.expires_at = address, now, now + LIFETIME
    row.attempts_left = ATTEMPTS[purpose]
    row.digest = _digest(row, _derived(row))
    row.save()
    return row


def code_of(row: Code, *, now: datetime) -> str | None:
    """Reckon the digits of a code that still holds; None for one that does not.

    Nor does one that was made under another secret key.
    """
    code = _derived(row)
    return code if _holds(row, now) and row.digest == _digest(row, code) else None


def use_code(*, player_id: int, purpose: CodePurpose, code: str, now: datetime) -> Code | None:
    """Use up a code and return its row; None for a wrong one, which is counted.

    Within the transaction of the caller, who must let it commit: an error would give the attempt
    back. The row stays locked, so that of many attempts at once each is counted.
    """
    rows = Code.objects.select_for_update().filter(player_id=player_id, purpose=purpose)
    row = rows.first()
    if row is None or not _holds(row, now):
        return None
    if constant_time_compare(row.digest, _digest(row, _typed(code))):
        row.delete()
        return row
    row.attempts_left -= 1
    row.save(update_fields=["attempts_left"])
    return None


def code_faults(code: str) -> list[FieldProblem]:
    """Return what is wrong with how a code is written, whatever codes there are."""
    if _WRITTEN.fullmatch(_typed(code)):
        return []
    text = _("A code has eight digits. Spaces and dashes between them do no harm.")
    return [FieldProblem("/code", "not_eight_digits", text)]


def forget_codes(*, now: datetime) -> int:
    """Delete codes and spent identity tokens that hold no longer; return how many."""
    codes, _rows = Code.objects.filter(expires_at__lt=now).delete()
    spent, _rows = SpentIdentityToken.objects.filter(expires_at__lt=now).delete()
    return codes + spent


def _is_young(row: Code, now: datetime) -> bool:
    return now < row.created_at + SAME_CODE_FOR[CodePurpose(row.purpose)]


def _holds(row: Code, now: datetime) -> bool:
    return row.attempts_left > 0 and now < row.expires_at


def _typed(code: str) -> str:
    """Return a code without the spaces and dashes that people put into it."""
    return code.replace(" ", "").replace("-", "")


def _derived(row: Code) -> str:
    made_at = row.created_at.astimezone(UTC).isoformat()
    said = f"{row.player_id} {row.purpose} {row.address} {made_at}"
    mac = salted_hmac("players.codes", said, algorithm="sha256").digest()
    return f"{int.from_bytes(mac) % 10**DIGITS:0{DIGITS}}"


def _digest(row: Code, code: str) -> str:
    said = f"{row.player_id} {row.purpose} {code}"
    return salted_hmac("players.codes.digest", said, algorithm="sha256").hexdigest()
