"""The list of what is checked, in order: what is quick first."""

from collections.abc import Callable, Iterator, Mapping

from games.invariants.of_cards import cards_are_all_there
from games.invariants.of_clocks import (
    banks_are_within_the_clock,
    turns_have_an_end,
    turns_run_out_once_and_in_time,
)
from games.invariants.of_effects import (
    effects_are_not_left,
    kept_replies_are_true,
    nothing_is_given_up,
)
from games.invariants.of_feeds import feeds_have_no_gap, people_were_told_of_every_card
from games.invariants.of_logs import stored_equals_replayed
from games.invariants.of_matches import (
    deals_are_open_while_played,
    nobody_has_too_many_matches,
    plies_have_no_gap,
    seats_are_those_of_the_table,
)
from games.invariants.of_notices import (
    deliveries_are_not_left,
    deliveries_stand_as_they_say,
    nothing_told_is_left_of_the_erased,
    notices_hold_no_card,
    turns_were_written_down,
)
from games.invariants.of_people import nothing_is_left_of_the_erased
from games.invariants.of_ratings import (
    changes_follow_one_another,
    rated_matches_have_counted,
    results_moved_their_seats,
)
from games.invariants.of_sessions import nobody_holds_a_transaction
from games.invariants.of_tallies import tallies_are_what_was_played
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
        nobody_has_too_many_matches,
        ai_moves_were_owed,
        ai_turns_are_not_left,
        ai_turns_are_not_tried_for_ever,
        effects_are_not_left,
        deliveries_are_not_left,
        deliveries_stand_as_they_say,
        nothing_is_given_up,
        turns_have_an_end,
        turns_run_out_once_and_in_time,
        banks_are_within_the_clock,
        feeds_have_no_gap,
        people_were_told_of_every_card,
        turns_were_written_down,
        notices_hold_no_card,
        rated_matches_have_counted,
        results_moved_their_seats,
        changes_follow_one_another,
        kept_replies_are_true,
        nothing_is_left_of_the_erased,
        nothing_told_is_left_of_the_erased,
        stored_equals_replayed,
        cards_are_all_there,
        tallies_are_what_was_played,
    )
}


def violations(scope: Scope, *, tell: Callable[[str], None]) -> Iterator[Violation]:
    """Yield all that is broken; `tell` is given the name of each check as it begins."""
    for name, check in CHECKS.items():
        tell(name.replace("_", " "))
        yield from check(scope)
