"""Check that every stored match equals the replay of its log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import services
from games.queries import all_matches

_EVERY = 1000


class Command(BaseCommand):
    """Replay matches and print what differs; exit with 1 if anything does."""

    help = "Replays the log of every match and prints where the stored state differs from it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the ids of matches; none means all."""
        parser.add_argument("match_ids", nargs="*", help="ids of matches (default: all)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay, report progress, and fail if a match differs from its log."""
        checked = wrong = 0
        for match in all_matches(options["match_ids"]).iterator(chunk_size=200):
            found = services.differences(match)
            checked += 1
            wrong += bool(found)
            for difference in found:
                self.stdout.write(str(difference))
            if checked % _EVERY == 0:
                self.stderr.write(f"{checked} matches checked ...")
        if wrong:
            raise CommandError(f"{wrong} of {checked} matches differ from their log")
        self.stdout.write(f"{checked} matches checked, no difference")
