"""The list of what is checked, in order: what is quick first."""

from collections.abc import Callable, Iterator, Mapping

from games.invariants.of_cards import cards_are_all_there
from games.invariants.of_logs import stored_equals_replayed
from games.invariants.of_matches import (
    deals_are_open_while_played,
    plies_have_no_gap,
    seats_are_those_of_the_table,
)
from games.invariants.of_sessions import nobody_holds_a_transaction
from games.invariants.of_work import (
    ai_moves_were_owed,
    ai_turns_are_not_left,
    ai_turns_are_not_tried_for_ever,
)
from games.invariants.violation import Scope, Violation

__all__ = ["CHECKS", "violations"]

Check = Callable[[Scope], Iterator[Violation]]

CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        nobody_holds_a_transaction,
        plies_have_no_gap,
        deals_are_open_while_played,
        seats_are_those_of_the_table,
        ai_moves_were_owed,
        ai_turns_are_not_left,
        ai_turns_are_not_tried_for_ever,
        stored_equals_replayed,
        cards_are_all_there,
    )
}


def violations(scope: Scope, *, tell: Callable[[str], None]) -> Iterator[Violation]:
    """Yield all that is broken; `tell` is given the name of each check as it begins."""
    for name, check in CHECKS.items():
        tell(name.replace("_", " "))
        yield from check(scope)
