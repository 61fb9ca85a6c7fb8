"""The production worker with broken opponents: `celery -A tests.faults.troubled_app worker`."""

from games import ai
from scopa_site.celery import app
from tests.faults.broken_levels import BROKEN_LEVELS

__all__ = ["app"]

for level in BROKEN_LEVELS:
    ai.register(level)
