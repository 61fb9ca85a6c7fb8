"""What is counted of players: it is what their finished matches add up to."""

from collections.abc import Iterator

from games.invariants.violation import Scope, Violation
from games.services.tallies import miscounted, seated_players

__all__ = ["tallies_are_what_was_played"]


def tallies_are_what_was_played(scope: Scope) -> Iterator[Violation]:
    """I-27: the tallies of each player are those of all matches that the player finished."""
    for player_id in seated_players(scope.matches).iterator():
        for each in miscounted(player_id=player_id):
            yield Violation("I-27", f"tally of player {player_id}", each)
