"""Serve events to those who wait for them."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connections

from players.streams.server import EventServer

__all__ = ["Command"]


class Command(BaseCommand):
    """Serve GET /api/v1/events and /api/v1/events/stream, and nothing else, until it is stopped."""

    help = "Serves event streams and long polls in a process of their own."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address to listen on."""
        parser.add_argument("--bind", default=os.environ.get("EVENTS_BIND", "127.0.0.1:8001"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve."""
        # The worker process is a fork: it must open connections of its own.
        connections.close_all()
        EventServer(bind=options["bind"]).run()
