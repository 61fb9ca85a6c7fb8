"""Find, right before it is sent, what would go to a device that is another's by now."""

from collections.abc import Sequence

from players.notifications.delivering.deciding import Outgoing
from players.notifications.delivering.sending import Answer, NotTried
from players.notifications.delivering.ways import Way
from players.notifications.models import Device

__all__ = ["held_back_from_moved"]


def held_back_from_moved(batch: Sequence[Outgoing]) -> list[Answer]:
    """Take those devices out whose token moved since it was decided; return them as not tried.

    It is decided about them anew, then by what is registered. One query, or none.
    """
    ways = [way for outgoing in batch for _target, way in outgoing.ways]
    keys = {way.device.pk for way in ways if way.device is not None}
    if not keys:
        return []
    rows = Device.objects.filter(pk__in=keys)
    now = set(rows.values_list("pk", "player_id", "token_digest"))
    held: list[Answer] = []
    for outgoing in batch:
        moved = [pair for pair in outgoing.ways if _has_moved(pair[1], now)]
        held += [Answer(outgoing, target, way, NotTried(is_moot=True)) for target, way in moved]
        outgoing.ways = [pair for pair in outgoing.ways if pair not in moved]
    return held


def _has_moved(way: Way, now: set[tuple[int, int, str]]) -> bool:
    device = way.device
    return device is not None and (device.pk, device.player_id, device.token_digest) not in now
