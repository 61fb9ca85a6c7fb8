"""Which cards of the table a card may take (R3, R9).

Where captures are sums there are few of them, and they are listed and remembered. Where
they make fifteen there can be hundreds; `may_take` and `first_two` do not list them all.
"""

from functools import lru_cache
from itertools import combinations
from typing import Final

from .cards import ALL_CARDS, DECK, RANK_MASKS, RANKS
from .taking import CLASSIC, FIFTEEN, Taking

_LOWEST_BITS: Final = sum(1 << 4 * (rank - 1) for rank in RANKS)
_TOTALS: Final = range(1, FIFTEEN)


def _partitions(total: int, largest: int) -> list[tuple[int, ...]]:
    """List the ways to write a total as a sum of ranks, largest part first."""
    if total == 0:
        return [()]
    return [
        (part, *rest)
        for part in range(min(total, largest), 0, -1)
        for rest in _partitions(total - part, part)
    ]


def _counted(parts: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Turn (4, 2, 2) into ((shift of rank 4, 1), (shift of rank 2, 2))."""
    return tuple((4 * (rank - 1), parts.count(rank)) for rank in dict.fromkeys(parts))


def _ranks_of(table: int) -> int:
    """Mark each rank that lies on the table by the lowest of its four bits."""
    table |= table >> 2
    return (table | table >> 1) & _LOWEST_BITS


# For each total: the sums that make it, fewest cards first, of ranks of which there are four
# cards each; every sum with the ranks it needs, marked as `_ranks_of` does.
_SUMS: Final = (
    (),
    *(
        tuple(
            (len(parts), sum(1 << 4 * (part - 1) for part in set(parts)), _counted(parts))
            for parts in sorted(_partitions(total, RANKS[-1]), key=len)
            if max(map(parts.count, parts)) <= 4
        )
        for total in _TOTALS
    ),
)

# _CHOICES[cards of one rank, as four bits][how many]: the ways to choose so many of them.
_CHOICES: Final = tuple(
    tuple(
        tuple(sum(chosen) for chosen in combinations([b for b in (1, 2, 4, 8) if nibble & b], size))
        for size in range(5)
    )
    for nibble in range(16)
)

# The sum of the ranks of cards, by ten of the forty bits at a time.
_TOTAL_OF: Final = tuple(
    tuple(
        sum(DECK[at + bit].rank for bit in range(10) if cards >> bit & 1) for cards in range(1024)
    )
    for at in range(0, len(DECK), 10)
)


@lru_cache(maxsize=1 << 14)  # holds all there are: fourteen totals, and 1,024 sets of ranks
def _sums_of_ranks(present: int, total: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """List the sums that could be made of the ranks that are present, with their sizes."""
    return tuple(
        (size, summands) for size, needed, summands in _SUMS[total] if needed & present == needed
    )


def _selections(table: int, summands: tuple[tuple[int, int], ...]) -> list[int]:
    """List the sets of table cards that make up one way of writing the sum."""
    found = [0]
    for shift, count in summands:
        choices = _CHOICES[table >> shift & 0b1111][count]
        if not choices:
            return []
        found = [mask | choice << shift for mask in found for choice in choices]
    return found


def _made(table: int, total: int, largest: int, enough: int) -> list[int]:
    """List the sets of at most so many cards that make up a total, fewest cards first.

    Once there are enough of them the rest may be left out.
    """
    found: list[int] = []
    for size, summands in _sums_of_ranks(_ranks_of(table), total):
        if size > largest or len(found) >= enough:
            break
        found += _selections(table, summands)
    return found


def _by_value(
    table: int, rank: int, taking: Taking, largest: int, enough: int = ALL_CARDS
) -> list[int]:
    """List what a card may take by its rank; whether others are fewer is not asked."""
    found: list[int] = []
    if taking.sums:
        equal = table & RANK_MASKS[rank]
        if equal and taking.equal_first:  # R3.2, R3.3
            shift = 4 * (rank - 1)
            found = [choice << shift for choice in _CHOICES[equal >> shift][1]]
        else:
            found = _made(table, rank, largest, enough)  # R3.4
    if taking.fifteens and len(found) < enough:  # R3.9, R3.10
        found += _made(table, FIFTEEN - rank, largest, enough)
    return found


def _canonical(mask: int) -> int:
    """Order captures by number of cards, then by the cards themselves, low cards first."""
    backwards = int(f"{mask:040b}"[::-1], 2)
    return (mask.bit_count() + 1 << len(DECK)) - backwards


@lru_cache(maxsize=1 << 16)
def capture_options(table: int, rank: int, taking: Taking = CLASSIC) -> tuple[int, ...]:
    """List the captures that a card of this rank may make, as masks of table cards.

    The order is canonical: fewer cards first, then lower cards first. Empty when
    nothing can be taken. Rules R3.2 to R3.4, R3.9 to R3.12, R9.1 and R9.2.

    >>> from games.engine.cards import cards_in, mask_of, parse_card
    >>> table = mask_of(map(parse_card, ["1D", "2C", "4C", "5S"]))
    >>> [cards_in(mask) for mask in capture_options(table, 6)]
    [(Card(1D), Card(5S)), (Card(2C), Card(4C))]
    """
    if taking.ace_sweeps and taking.sweeps(table, rank):
        return (table,)
    found = _by_value(table, rank, taking, taking.largest)
    if len(found) > 1:
        found.sort(key=_canonical)
        if taking.fewest:  # R3.11
            fewest = found[0].bit_count()
            return tuple(mask for mask in found if mask.bit_count() == fewest)
    return tuple(found)


def may_take(table: int, rank: int, capture: int, taking: Taking) -> bool:
    """Tell whether a capture is one of the options, without listing them."""
    if not taking.fifteens:
        return capture in capture_options(table, rank, taking)
    if taking.sweeps(table, rank):
        return capture == table
    size = capture.bit_count()
    return (
        0 < size <= taking.largest
        and not capture & ~table
        and (makes_fifteen(capture, rank, taking) or _is_open_sum(table, rank, capture, taking))
        and not (taking.fewest and fewer_can_be_taken(table, rank, size, taking))
    )


def first_two(table: int, rank: int, taking: Taking) -> tuple[int, ...]:
    """Give two of the options where there are several, else all there are."""
    if not taking.fifteens or taking.fewest or taking.sweeps(table, rank):
        return capture_options(table, rank, taking)[:2]
    return tuple(_by_value(table, rank, taking, taking.largest, enough=2)[:2])


def makes_sum(capture: int, rank: int, taking: Taking) -> bool:
    """Tell whether cards add up to the card that takes, where that counts (R3.4)."""
    return taking.sums and total_of(capture) == rank


def makes_fifteen(capture: int, rank: int, taking: Taking) -> bool:
    """Tell whether cards make fifteen with the card that takes, where that counts (R3.9)."""
    return taking.fifteens and total_of(capture) + rank == FIFTEEN


def _is_open_sum(table: int, rank: int, capture: int, taking: Taking) -> bool:
    """Tell whether cards add up, and no equal card goes first."""
    shut_out = taking.equal_first and table & RANK_MASKS[rank] and capture.bit_count() > 1
    return makes_sum(capture, rank, taking) and not shut_out


def fewer_can_be_taken(table: int, rank: int, size: int, taking: Taking) -> bool:
    """Tell whether a capture of fewer cards than so many exists (R3.11)."""
    return bool(_by_value(table, rank, taking, size - 1, enough=1))


def total_of(cards: int) -> int:
    """Add up the ranks of a set of cards."""
    return sum(_TOTAL_OF[part][cards >> 10 * part & 0b1111111111] for part in range(4))
