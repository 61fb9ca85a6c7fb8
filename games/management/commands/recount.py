"""Make all tallies anew from the finished matches."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.tallies import recount_player, seated_players

_EVERY = 1000


class Command(BaseCommand):
    """Recount player by player; people may play meanwhile, and it may be run again."""

    help = "Makes what is counted of players anew from their finished matches."

    def handle(self, *args: Any, **options: Any) -> None:
        """Recount everybody who ever sat in a match, and report progress."""
        counted = 0
        for player_id in list(seated_players()):
            recount_player(player_id=player_id)
            counted += 1
            if counted % _EVERY == 0:
                self.stderr.write(f"{counted} players recounted ...")
        self.stdout.write(f"{counted} players recounted")
