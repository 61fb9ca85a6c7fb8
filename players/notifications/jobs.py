"""Names of the tasks, so that services ring them without importing them."""

from typing import Final

from scopa_site.outbox.doorbell import ring, ring_on_commit

__all__ = [
    "DELIVER",
    "NOTICES_SWEEP",
    "QUEUE",
    "SWEEP",
    "SWEEP_OLD",
    "ring_deliver",
    "ring_deliver_on_commit",
]

DELIVER: Final = "notifications.deliver"
SWEEP: Final = "notifications.sweep"
SWEEP_OLD: Final = "notifications.forget_old"
QUEUE: Final = "notices"
# The name of the beat: see readiness.
NOTICES_SWEEP: Final = "notices"


def ring_deliver(channel: str) -> bool:
    """Ring for what is due on a channel now."""
    return ring(DELIVER, queue=QUEUE, channel=channel)


def ring_deliver_on_commit(channel: str) -> None:
    """Ring for what is due on a channel once the running transaction has committed."""
    ring_on_commit(DELIVER, queue=QUEUE, channel=channel)
