"""Make the digests that are due: one mail in place of many."""

from collections import defaultdict
from collections.abc import Sequence

from players.notifications.delivering.gathering import Batch, Case
from players.notifications.manners import digest_key
from players.notifications.models import Delivery, DeliveryStatus, Notification
from players.notifications.registry import DIGEST, Channel

__all__ = ["digests_for"]

Key = tuple[int, str]


def digests_for(batch: Batch, cases: Sequence[Case]) -> dict[int, Delivery | None]:
    """Return by key of a delivery the digest that it joins: made where it is not there yet.

    None where that of its hour has gone out already. At most three statements.
    """
    groups: defaultdict[Key, list[Case]] = defaultdict(list)
    for case in cases:
        groups[case.row.player_id, _key(batch, case)].append(case)
    if not groups:
        return {}
    there = _there(batch.channel, groups)
    made = _made(batch, {key: len(each) for key, each in groups.items() if key not in there})
    joined: dict[int, Delivery | None] = {}
    for key, each in groups.items():
        digest = there.get(key) or made[key]
        is_open = digest.status in (DeliveryStatus.WAITING, DeliveryStatus.HELD)
        joined.update(dict.fromkeys((case.row.pk for case in each), digest if is_open else None))
    return joined


def _key(batch: Batch, case: Case) -> str:
    return digest_key(batch.wishes(case.row), batch.digest_due(case.row))


def _there(channel: Channel, groups: defaultdict[Key, list[Case]]) -> dict[Key, Delivery]:
    rows = Delivery.objects.filter(
        player__in={player_id for player_id, _key in groups},
        channel=channel,
        notification__dedupe_key__in={key for _player, key in groups},
    ).select_related("notification")
    return {(row.player_id, row.notification.dedupe_key): row for row in rows}


def _made(batch: Batch, wanted: dict[Key, int]) -> dict[Key, Delivery]:
    told = [
        Notification(
            player_id=player_id,
            type=DIGEST,
            dedupe_key=key,
            data={"count": count},
            created_at=batch.now,
        )
        for (player_id, key), count in wanted.items()
    ]
    Notification.objects.bulk_create(told)
    rows = [
        Delivery(
            notification=each,
            player_id=each.player_id,
            channel=batch.channel,
            created_at=batch.now,
        )
        for each in told
    ]
    Delivery.objects.bulk_create(rows)
    return {(row.player_id, row.notification.dedupe_key): row for row in rows}
