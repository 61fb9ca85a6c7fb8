"""Prove that the stored ratings follow from the results, or make them so."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players import services


class Command(BaseCommand):
    """Replay results; verify tells where the rows differ, recompute writes them anew."""

    help = "Replays all rated results; tells where the stored ratings differ, or writes them anew."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what to do, and the families to do it in; none means all."""
        parser.add_argument("action", choices=["verify", "recompute"])
        parser.add_argument("families", nargs="*", help="families of presets (default: all)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay family by family; verify exits with 1 if anything differs."""
        repair = options["action"] == "recompute"
        replay = services.recompute_ratings if repair else services.verify_ratings
        found = 0
        for family in options["families"] or services.rated_families():
            for difference in replay(family=family):
                found += 1
                self.stdout.write(str(difference))
        if found and not repair:
            raise CommandError(f"{found} differences; `manage.py ratings recompute` mends them")
        self.stdout.write(f"{found} differences mended" if repair else "no difference")
