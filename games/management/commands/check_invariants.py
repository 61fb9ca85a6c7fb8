"""Check that all that must hold of what is stored does hold."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.dateparse import parse_datetime

from games.invariants import Scope, violations
from games.queries import all_matches
from scopa_site import time


class Command(BaseCommand):
    """Print what is broken, one line each; exit with 1 if anything is."""

    help = "Checks the invariants of all matches, of the work owed and of the database's sessions."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the ids of matches, a time, and whether the service is at rest."""
        parser.add_argument("match_ids", nargs="*", help="ids of matches (default: all)")
        parser.add_argument("--since", metavar="TIME", help="only matches changed since (ISO 8601)")
        parser.add_argument(
            "--at-rest",
            action="store_true",
            help="nobody plays: what is owed must have been done within fifteen seconds",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check everything, tell what is broken, and fail if anything is."""
        found = 0
        for violation in violations(_scope(options), tell=self.stderr.write):
            found += 1
            self.stdout.write(str(violation))
        if found:
            raise CommandError(f"{found} violations")
        self.stdout.write("no violation")


def _scope(options: dict[str, Any]) -> Scope:
    matches = all_matches(options["match_ids"])
    if options["since"] is not None:
        since = parse_datetime(options["since"])
        if since is None or since.tzinfo is None:
            raise CommandError(f"--since: {options['since']!r} is no time with a zone")
        matches = matches.filter(updated_at__gte=since)
    return Scope(matches, now=time.now(), at_rest=options["at_rest"])
