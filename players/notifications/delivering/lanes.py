"""Pass a delivery from the lane of providers that we know to that of strangers, and back."""

from collections.abc import Sequence
from datetime import datetime

from players.notifications.delivering.claiming import Claim
from players.notifications.delivering.gathering import Batch
from players.notifications.delivering.resting import lane_to
from players.notifications.jobs import ring_deliver_on_commit
from players.notifications.models import Delivery, Lane, Target
from scopa_site.statements import update_rows

__all__ = ["pass_on", "place", "put_off"]


def pass_on(batch: Batch, claim: Claim) -> None:
    """Leave to the other lane, undecided, what has ways only there. One statement, or none.

    Of that what was claimed is given back; what was read beside it is not ours.
    """
    elsewhere = [case for case in batch.cases if case.ways and not batch.ways_here(case)]
    if not elsewhere:
        return
    away = {case.row.pk for case in elsewhere}
    batch.cases = [case for case in batch.cases if case.row.pk not in away]
    mine = [case.row for case in elsewhere if case.row.lease_until == claim.lease_until]
    for row in mine:
        row.lease_until = None
        if batch.lane is Lane.STRANGERS:
            row.lane, row.available_at = Lane.KNOWN, row.known_at
        row.known_at = None
        if batch.lane is Lane.KNOWN:
            row.lane = Lane.STRANGERS
    update_rows(mine, "lane", "known_at", "available_at", "lease_until")
    if mine:
        ring_deliver_on_commit(batch.channel, strangers=batch.lane is Lane.KNOWN)


def put_off(row: Delivery, until: datetime, lane: Lane, *, is_for_both: bool) -> None:
    """Have a delivery looked at again at an instant: in this lane, or in both."""
    is_beside = lane is Lane.KNOWN and row.lane == Lane.STRANGERS
    if is_beside or (is_for_both and row.known_at is not None):
        row.known_at = until
    if is_for_both or not is_beside:
        row.available_at = until


def place(row: Delivery, left: Sequence[tuple[Target, datetime]]) -> None:
    """Set in which lane a delivery is, and when it is due there. `left`: when each target is.

    Where strangers are among them it is in theirs, and those that we know are tried beside them.
    """
    strangers = [at for target, at in left if lane_to(target.provider) is Lane.STRANGERS]
    known = [at for target, at in left if lane_to(target.provider) is Lane.KNOWN]
    row.lane = Lane.STRANGERS if strangers else Lane.KNOWN
    row.available_at = min(strangers or known)
    row.known_at = min(known) if strangers and known else None
