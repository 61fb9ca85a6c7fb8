"""Ring a task by its name once the transaction has committed. A lost ring loses nothing."""

import logging
from typing import Any

from celery import current_app
from django.db import transaction

__all__ = ["ring", "ring_on_commit"]

logger = logging.getLogger(__name__)


def ring_on_commit(task: str, **arguments: Any) -> None:
    """Ring `task` when the running transaction commits."""

    def ring_now() -> None:
        ring(task, **arguments)

    transaction.on_commit(ring_now)


def ring(task: str, **arguments: Any) -> bool:
    """Publish one message for `task`; False, with a line in the log, when the broker is down.

    A signature, not send_task: it honours eager mode.
    """
    try:
        current_app.signature(task, kwargs=arguments).apply_async()
    except Exception:
        # Any failure is the same to us: the row stays, and the sweep rings again.
        logger.warning("doorbell of %s did not ring", task, exc_info=True)
        return False
    return True
