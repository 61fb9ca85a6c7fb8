#!/usr/bin/env python
"""Run Django's command line for Scopa."""

import os
import sys


def main() -> None:
    """Hand the arguments to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scopa_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
