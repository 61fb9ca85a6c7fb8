"""Ring a task by its name once the transaction has committed. A lost ring loses nothing."""

import logging
from typing import Any

from celery import current_app
from django.db import transaction

from scopa_site.crash_points import reach
from scopa_site.tracing import current_request_id

__all__ = ["ring", "ring_on_commit", "run_on_commit"]

logger = logging.getLogger(__name__)


# A ring that nobody heard for so long is worth nothing: a sweep has rung again meanwhile.
_EXPIRES_SECONDS = 10


def ring_on_commit(task: str, *, queue: str, **arguments: Any) -> None:
    """Ring `task` when the running transaction commits."""

    def ring_now() -> None:
        ring(task, queue=queue, **arguments)

    transaction.on_commit(ring_now)


def run_on_commit(task: str, **arguments: Any) -> None:
    """Run `task` in this process when the running transaction commits; a failure is logged."""

    def run_now() -> None:
        try:
            if task not in current_app.tasks:
                current_app.loader.import_default_modules()  # as a worker does when it starts
            current_app.signature(task, kwargs=arguments).apply(throw=True)
        except Exception:
            # The row stays: the sweep rings for it.
            logger.warning("%s did not run at once", task, exc_info=True)

    transaction.on_commit(run_now)


def ring(task: str, *, queue: str, **arguments: Any) -> bool:
    """Publish one message for `task` in `queue`; False when the broker is down, which is logged.

    A signature, not send_task: it honours eager mode.
    """
    reach("before_publish")
    try:
        signature = current_app.signature(task, kwargs=arguments)
        signature.apply_async(
            queue=queue,
            expires=_EXPIRES_SECONDS,
            headers={"request_id": current_request_id() or ""},
        )
    except Exception:
        # Any failure is the same to us: the row stays, and the sweep rings again.
        logger.warning("doorbell of %s did not ring", task, exc_info=True)
        return False
    reach("after_publish")
    return True
