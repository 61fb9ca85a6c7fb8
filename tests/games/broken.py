"""What the check of the invariants finds."""

from games.invariants import Scope, violations
from games.queries import all_matches
from tests.games.tables import NOW


def found(*match_ids, at_rest=False, now=NOW):
    """Return what is broken, a line each."""
    scope = Scope(all_matches(match_ids), now=now, at_rest=at_rest)
    return [str(each) for each in violations(scope, tell=lambda _name: None)]


def invariants(*match_ids, **more):
    return {line.split()[0] for line in found(*match_ids, **more)}
