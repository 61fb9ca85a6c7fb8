#!/usr/bin/env python
"""Run Django's command line for Scopa."""

import os
import sys


def main() -> None:
    """Hand the arguments to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scopa_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError as error:
        if error.name != "django":
            raise
        raise SystemExit(
            "Django is not here. Run this as .venv/bin/python manage.py ...,"
            " after `make run` or `make test` has made .venv."
        ) from error

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
