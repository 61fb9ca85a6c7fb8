"""Names of the tasks, so that services ring them without importing them."""

from typing import Final

from scopa_site.outbox.doorbell import ring, ring_on_commit

__all__ = [
    "DELIVER",
    "DELIVER_TO_STRANGERS",
    "NOTICES_SWEEP",
    "QUEUE",
    "STRANGERS_QUEUE",
    "SWEEP",
    "SWEEP_OLD",
    "ring_deliver",
    "ring_deliver_on_commit",
]

DELIVER: Final = "notifications.deliver"
DELIVER_TO_STRANGERS: Final = "notifications.deliver_to_strangers"
SWEEP: Final = "notifications.sweep"
SWEEP_OLD: Final = "notifications.forget_old"
QUEUE: Final = "notices"
# Whatever a player gave the address of: it may hang, and keeps no telephone waiting.
STRANGERS_QUEUE: Final = "strangers"
# The name of the beat: see readiness.
NOTICES_SWEEP: Final = "notices"


def ring_deliver(channel: str, *, strangers: bool = False) -> bool:
    """Ring for what is due on a channel now, to providers that we know or to strangers."""
    task, queue = _door(channel, strangers)
    return ring(task, queue=queue, channel=channel)


def ring_deliver_on_commit(channel: str, *, strangers: bool = False) -> None:
    """Ring for what is due on a channel once the running transaction has committed."""
    task, queue = _door(channel, strangers)
    ring_on_commit(task, queue=queue, channel=channel)


def _door(channel: str, strangers: bool) -> tuple[str, str]:
    if strangers or channel == "webhook":
        return DELIVER_TO_STRANGERS, STRANGERS_QUEUE
    return DELIVER, QUEUE
