"""Whether the numbers of a state agree with one another (R2 to R7)."""

from .cards import ALL_CARDS, mask_of
from .declarations import are_declared, declaration_of
from .state import DealState, MatchState
from .strict import require


def check_match(state: MatchState) -> None:
    """Hold the numbers of a match against each other."""
    scored = len(state.deals)
    completed = state.outcome is not None and state.outcome.termination != "resigned"
    totals = [sum(points) for points in zip(*(score.points for score in state.deals), strict=True)]
    require(
        list(state.scores) == (totals or [0] * len(state.scores)),
        "the scores are not the sum of the deals",
    )
    require(
        [score.number for score in state.deals] == list(range(1, scored + 1)),
        "the deals are not numbered from 1",
    )
    require(
        state.outcome is None or state.outcome.score == state.scores,
        "the outcome has another score",
    )
    require(not completed or (scored > 0 and state.deal is not None), "nothing was completed")
    turned = scored - 1 if completed else scored
    require(
        state.dealer == (state.first_dealer + turned) % state.rules.table.players,
        "it is another seat's turn to deal",
    )
    if state.deal is None:
        require(state.ply == _plays_per_deal(state) * scored, "the number of moves is wrong")


def _plays_per_deal(state: MatchState) -> int:
    return ALL_CARDS.bit_count() - state.rules.deal.table_size


def check_deal(state: MatchState, deal: DealState) -> None:
    """Hold a deal against its match: each card once, and the moves that it has seen."""
    groups = [*deal.hands, deal.table, mask_of(deal.stock), *deal.piles]
    require(
        sum(groups) == ALL_CARDS
        and sum(group.bit_count() for group in groups) == ALL_CARDS.bit_count(),
        "the forty cards are not there, each once",
    )
    completed = state.outcome is not None and state.outcome.termination != "resigned"
    before = len(state.deals) - 1 if completed else len(state.deals)
    to_play = len(deal.stock) + sum(hand.bit_count() for hand in deal.hands)
    moves = _plays_per_deal(state) - to_play
    require(deal.number == before + 1 and deal.dealer == state.dealer, "another deal is due")
    require(completed == (to_play == 0), "the deal and the outcome do not agree")
    require(state.ply == _plays_per_deal(state) * before + moves, "the number of moves is wrong")
    require(
        deal.turn == (deal.dealer + 1 + moves) % state.rules.table.players,
        "it is another seat's turn",
    )
    last = deal.last_move
    require(
        (last is None) == (moves == 0) and (last is None or last.ply == state.ply - 1),
        "the last move is another one",
    )
    _check_opening(state, deal)


def _check_opening(state: MatchState, deal: DealState) -> None:
    """Hold what was declared and what the dealer took against the rules (R2.8, R10)."""
    rules = state.rules
    require(
        not deal.dealer_bonus or rules.deal.dealer_bonus != "none",
        "the dealer has a bonus that the rules do not know",
    )
    for declared in deal.declared:
        hand = mask_of(declared.cards)
        require(
            are_declared(rules.declarations)
            and len(declared.cards) == rules.deal.hand_size
            and declared == declaration_of(rules.declarations, declared.seat, hand),
            "a hand could not be declared",
        )
