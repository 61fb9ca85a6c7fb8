"""Whether a player is about to be erased, and what is left of those who were."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, Q, QuerySet

from players.leaving_errors import DeletionNotAsked
from players.models import (
    ERASED_REASON,
    AuditEntry,
    Code,
    Deletion,
    Export,
    Player,
    RecoveryCode,
    Report,
    Tie,
    Token,
)
from scopa_site.idempotency.models import IdempotencyRecord
from scopa_site.outbox.models import Effect

__all__ = ["deletion_due_at", "get_deletion", "left_of_the_erased"]


def get_deletion(player_id: int) -> Deletion:
    """Return when a player asked to be erased, and when that is due. Raises DeletionNotAsked."""
    deletion = Deletion.objects.filter(player_id=player_id, done_at=None).first()
    if deletion is None:
        raise DeletionNotAsked
    return deletion


def deletion_due_at(player_id: int) -> datetime | None:
    """Return when a player will be erased; None where nothing was asked. One query."""
    pending = Deletion.objects.filter(player_id=player_id, done_at=None)
    return pending.values_list("due_at", flat=True).first()


def left_of_the_erased() -> Iterator[tuple[int, str]]:
    """Yield what should not be there any more: whose (the key of the player), and what."""
    erased = set(_erased().values_list("pk", flat=True))
    named = ~Q(username__startswith="deleted-") | ~Q(display_name=F("username"))
    reachable = ~Q(email="") | ~Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    powerful = Q(is_active=True) | Q(is_staff=True) | Q(is_superuser=True)
    for player_id in _erased().filter(named | reachable | powerful).values_list("pk", flat=True):
        yield player_id, "a name, an address, a password or a right"
    for what, owners in _owned().items():
        for player_id in sorted(set(owners) & erased):
            yield player_id, what
    yield from _words_of_the_staff()
    undone = Effect.objects.filter(done_at=None).values_list("payload", flat=True)
    for payload in undone.iterator():
        owner = payload.get("player", payload.get("player_id"))
        if owner in erased:
            yield owner, "an effect that is owed"


def _words_of_the_staff() -> Iterator[tuple[int, str]]:
    erased = {str(one.public_id): one.pk for one in _erased().only("public_id")}
    acts = AuditEntry.objects.filter(subject_type="player").exclude(reason=ERASED_REASON)
    for subject_id in acts.values_list("subject_id", flat=True).iterator():
        if subject_id in erased:
            yield erased[subject_id], "a reason of the staff"
    logged = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Player))
    logged = logged.exclude(object_repr="", change_message="")
    keys = {str(key) for key in erased.values()}
    for object_id in logged.values_list("object_id", flat=True).iterator():
        if object_id in keys:
            yield int(object_id), "an entry in the log of the admin"


def _erased() -> QuerySet[Player]:
    return Player.objects.filter(erased_at__isnull=False).order_by("pk")


def _owned() -> dict[str, "QuerySet[Any, int]"]:
    """Select whose keys stand in what goes with a player, of the erased alone."""
    by_player = {
        "a token": Token,
        "a code": Code,
        "a recovery code": RecoveryCode,
        "a copy of the data": Export,
        "a tie": Tie,
    }
    by_user = {
        "an address": EmailAddress,
        "an identity": SocialAccount,
        "a second factor": Authenticator,
    }
    of_player = {"player__erased_at__isnull": False}
    owned = {what: _keys(model, "player_id", of_player) for what, model in by_player.items()}
    of_user = {"user__erased_at__isnull": False}
    owned |= {what: _keys(model, "user_id", of_user) for what, model in by_user.items()}
    owned["a tie of another"] = _keys(Tie, "other_id", {"other__erased_at__isnull": False})
    for side in ("reporter", "reported"):
        wordy = Report.objects.filter(**{f"{side}__erased_at__isnull": False}).exclude(text="")
        owned[f"the words of a report ({side})"] = wordy.values_list(f"{side}_id", flat=True)
    replies = IdempotencyRecord.objects.filter(owner_id__in=_erased().order_by().values("pk"))
    owned["a kept reply"] = replies.values_list("owner_id", flat=True)
    return owned


def _keys(model: Any, column: str, of_the_erased: dict[str, bool]) -> "QuerySet[Any, int]":
    keys: QuerySet[Any, int] = model.objects.filter(**of_the_erased).values_list(column, flat=True)
    return keys
