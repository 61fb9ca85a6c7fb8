"""A whole Scopa in this process, on a database that is thrown away, without limits on calls."""

import logging
import os
from pathlib import Path
from typing import Any

import django

__all__ = ["prepare", "world"]

_NOBODYS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "CLOCK_OFFSET_FILE")


def prepare(folder: Path) -> None:
    """Make the database that each role gets a copy of. Once a process."""
    _set_up(folder)
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    connection.close()


def world(folder: Path) -> Any:
    """Return the WSGI application, on the prepared database in the folder. Once a process."""
    _set_up(folder)
    from scopa_site.wsgi import application

    return application


def _set_up(folder: Path) -> None:
    for name in _NOBODYS:  # of a deployment that the caller's shell knows
        os.environ.pop(name, None)
    os.environ["SCOPA_DATA_DIR"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "scopa_site.settings"
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["*"]
    settings.SCOPA_LIMITS_LIFTED = True
    settings.SCOPA_LIMITS = dict.fromkeys(settings.SCOPA_LIMITS, (10**9, 60))
    settings.SCOPA_MAX_OPEN_MATCHES = 10**9
    # Nobody's password is worth the time here, nor is a connection for each call.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.DATABASES["default"]["CONN_MAX_AGE"] = None
    django.setup()
    logging.disable(logging.CRITICAL)
