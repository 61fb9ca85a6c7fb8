"""The production worker behind a postman who delivers badly: `celery -A chaos.postman_app worker`.

It rings where everybody rings, and hears only what the postman brings.
"""

import os

from scopa_site.celery import app

__all__ = ["app"]

app.conf.update(
    broker_read_url=os.environ["CHAOS_POSTMAN_URL"], broker_write_url=os.environ["REDIS_URL"]
)
