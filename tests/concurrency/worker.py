"""A Celery worker on threads in the process of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from celery.contrib.testing.worker import start_worker
from celery.signals import setup_logging

from scopa_site import celery_app


@contextmanager
def worker_on_threads(count: int) -> Iterator[None]:
    """Run the project's tasks, whatever rings for them, for the length of a block."""

    def leave_logging_alone(**_settings):
        """Be there: Celery would set the root logger's level, for all tests to come."""

    setup_logging.connect(leave_logging_alone)
    try:
        with start_worker(celery_app, pool="threads", concurrency=count, perform_ping_check=False):
            yield
    finally:
        setup_logging.disconnect(leave_logging_alone)
