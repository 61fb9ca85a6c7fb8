"""How fast the rules are: plies a second of random deals, and the largest table.

    python bench/engine.py [--rounds N]

Three programs play whole two-player deals of scopa_classica at random, in turn and in one
process: `naive`, the second program of tests/oracle, is the baseline; `public` is legal_moves
and apply; `board` is the mutable board that a search uses. Every round measures all three, so
that a busy machine slows all; the medians of the rounds and of their ratios are printed.

The claims: the board is at least 5 times the naive program; a table of 13 cards with 25 captures
answers legal_moves in less than a millisecond with nothing remembered; and where captures make
fifteen, a table of 20 cards with 324 captures for one card is listed, and a capture from it judged,
in less than a millisecond each.
"""

import argparse
import importlib
import random
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import engine
from games.engine.board import Board
from games.engine.captures import first_two, may_take
from games.engine.taking import taking_of

RULES = engine.resolve("scopa_classica")
FAST_ENOUGH = 5.0
MILLISECOND = 1e-3
NAIVE, PUBLIC, BOARD = "naive", "public", "board"
SECONDS_A_MEASURE = 0.4

BIG_TABLE = "1D 2D 3D 4D 4C 5D 5C 5S 6D 6C 7D 8D 9D"
BIG_HAND = "10C 9C 8C"

FIFTEEN = engine.resolve("scopa_quindici")
EVEN_CARDS = engine.mask_of(card for card in engine.DECK if card.rank % 2 == 0)
EVEN_CAPTURE = engine.mask_of(map(engine.parse_card, ("4D", "10D")))

Program = Callable[[int], int]


def shuffled(dice: random.Random) -> list[engine.Card]:
    """Return a deck in an order that the seed repeats."""
    deck = list(engine.DECK)
    dice.shuffle(deck)
    return deck


def public_deal(seed: int) -> int:
    """Play one deal through the public functions; return the plies."""
    dice = random.Random(seed)
    state = engine.new_match(RULES, first_dealer=0)
    while state.needs_deck:
        state = engine.start_deal(state, shuffled(dice)).state
    while not state.deals:
        seat = state.turn
        assert seat is not None
        state = engine.apply(state, seat, dice.choice(engine.legal_moves(state))).state
    return state.ply


def board_deal(seed: int) -> int:
    """Play one deal on the mutable board and count its points; return the plies."""
    dice = random.Random(seed)
    board = Board.opened(RULES, 1, 0, tuple(shuffled(dice)))
    plies, over = 0, False
    while not over:
        board.play(*dice.choice(board.moves()))
        over = board.advance()
        plies += 1
    board.points()
    return plies


def plies_a_second(program: Program, first_seed: int) -> float:
    """Play deals of fresh seeds for a while, and count."""
    plies, begun = 0, process_time()
    for seed in count(first_seed):
        plies += program(seed)
        spent = process_time() - begun
        if spent >= SECONDS_A_MEASURE:
            return plies / spent
    raise AssertionError("seeds do not end")


def compare(rounds: int) -> float:
    """Print the speed of each program, and return the ratio of the board to the naive one."""
    naive: Program = importlib.import_module("tests.oracle").random_deal
    programs = {NAIVE: naive, PUBLIC: public_deal, BOARD: board_deal}
    measured = [
        {name: plies_a_second(program, turn << 20) for name, program in programs.items()}
        for turn in range(rounds)
    ]
    print(f"random two-player deals, one core, median of {rounds} rounds")
    print(f"{'':8}{'plies/s':>10}{'deals/s':>10}{'x naive':>10}")
    ratio = 0.0
    for name in programs:
        speed = median(figures[name] for figures in measured)
        ratio = median(figures[name] / figures[NAIVE] for figures in measured)
        print(f"{name:8}{speed:10.0f}{speed / 36:10.0f}{ratio:10.1f}")
    return ratio


def big_table() -> engine.MatchState:
    """Put thirteen cards on the table, of which a Re can make twenty-five captures."""
    table, hand = (
        engine.mask_of(map(engine.parse_card, names.split())) for names in (BIG_TABLE, BIG_HAND)
    )
    deal = engine.DealState(1, 1, 0, (hand, 0), table, (), (0, 0), (0, 0), None, None)
    return engine.MatchState(RULES, 0, 1, 1, (0, 0), (), (), deal, None)


def forget() -> None:
    """Empty what the engine remembers of tables seen before."""
    for remembered in (engine.capture_options, engine.cards_in):
        remembered.cache_clear()


def time_big_table(times: int = 200) -> float:
    """Print, and return, the seconds that legal_moves takes on the largest table."""
    state, seconds = big_table(), []
    options = len(
        engine.capture_options(engine.mask_of(map(engine.parse_card, BIG_TABLE.split())), 10)
    )
    for _ in range(times):
        forget()
        begun = perf_counter()
        engine.legal_moves(state)
        seconds.append(perf_counter() - begun)
    print(f"legal_moves, 13 cards on the table, {options} captures for the Re, nothing remembered:")
    print(f"median {median(seconds) * 1e6:.0f} us, worst of {times} {max(seconds) * 1e6:.0f} us")
    return median(seconds)


def time_fifteens(times: int = 50) -> float:
    """Print, and return, the most seconds that listing or judging takes on the largest table."""
    taking = taking_of(FIFTEEN.capture, FIFTEEN.ace)
    listing: list[float] = []
    judging: list[float] = []
    options = 0
    for _ in range(times):
        forget()
        begun = perf_counter()
        first_two(EVEN_CARDS, 1, taking)
        may_take(EVEN_CARDS, 1, EVEN_CAPTURE, taking)
        judging.append(perf_counter() - begun)
        begun = perf_counter()
        options = len(engine.capture_options(EVEN_CARDS, 1, taking))
        listing.append(perf_counter() - begun)
    print(f"fifteens, 20 cards on the table, {options} captures for the Ace, nothing remembered:")
    print(f"median {median(judging) * 1e6:.0f} us to judge, {median(listing) * 1e6:.0f} us to list")
    return max(median(judging), median(listing))


def main() -> int:
    """Measure, print, and fail when a claim does not hold."""
    parser = argparse.ArgumentParser(description="Measure the rules engine.")
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    ratio = compare(rounds)
    seconds = max(time_big_table(), time_fifteens())
    kept = ratio >= FAST_ENOUGH and seconds < MILLISECOND
    print("all claims hold" if kept else "A CLAIM DOES NOT HOLD")
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
