"""Side effects that are owed, and replies that were kept."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Q

from games.invariants.violation import Scope, Violation
from games.models import AiTurn
from scopa_site.idempotency.models import IdempotencyRecord
from scopa_site.outbox.models import Effect

__all__ = ["effects_are_not_left", "kept_replies_are_true", "nothing_is_given_up"]

_PATIENCE = timedelta(seconds=60)


def effects_are_not_left(scope: Scope) -> Iterator[Violation]:
    """I-18: nothing that is due and free stays undone for a minute."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=scope.now)
    ready = Q(available_at__isnull=True) | Q(available_at__lt=scope.now - _PATIENCE)
    owed = Effect.objects.filter(free, ready, done_at__isnull=True, dead_at__isnull=True)
    for effect in owed.filter(created_at__lt=scope.now - _PATIENCE).iterator():
        age = (scope.now - effect.created_at).total_seconds()
        yield Violation(
            "I-18",
            f"effect {effect.pk} ({effect})",
            f"undone after {age:.0f} s, {effect.attempts} attempts, {effect.last_error!r}",
        )


def nothing_is_given_up(scope: Scope) -> Iterator[Violation]:
    """I-20: what was given up waits for a person to look at it, and is not forgotten."""
    for effect in Effect.objects.filter(dead_at__isnull=False, done_at__isnull=True).iterator():
        told = f"given up after {effect.attempts} attempts: {effect.last_error!r}"
        yield Violation("I-20", f"effect {effect.pk} ({effect})", told)
    dead = AiTurn.objects.filter(match__in=scope.matches, dead_at__isnull=False)
    for turn in dead.select_related("match").iterator():
        told = f"the AI turn at ply {turn.ply} was given up: {turn.last_error!r}"
        yield Violation("I-20", f"match {turn.match.public_id}", told)


def kept_replies_are_true(scope: Scope) -> Iterator[Violation]:
    """I-10: what a kept reply says of a match has happened."""
    plies = scope.matches.values_list("public_id", "ply").iterator()
    known = {str(match_id): ply for match_id, ply in plies}
    for record in IdempotencyRecord.objects.order_by("pk").iterator(chunk_size=200):
        where = f"kept reply {record.pk} of player {record.owner_id}"
        if record.status == 0:
            yield Violation("I-10", where, "it was kept before there was an answer")
            continue
        reply = _read(record.reply)
        if reply.get("id") in known and reply.get("ply", 0) > known[reply["id"]]:
            now = scope.matches.filter(public_id=reply["id"]).values_list("ply", flat=True).first()
            if now is not None and reply["ply"] > now:
                told = f"it shows ply {reply['ply']} of match {reply['id']}, which is at {now}"
                yield Violation("I-10", where, told)


def _read(reply: str) -> dict[str, Any]:
    data = json.loads(reply or "{}")
    return data if isinstance(data, dict) else {}
