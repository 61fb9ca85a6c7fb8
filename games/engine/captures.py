"""Which cards of the table a card may take (R3)."""

from functools import lru_cache
from itertools import combinations
from typing import Final

from .cards import RANK_MASKS, RANKS

_LOWEST_BITS: Final = sum(1 << 4 * (rank - 1) for rank in RANKS)


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
    """Turn (4, 2, 2) into ((shift of rank 2, 2), (shift of rank 4, 1))."""
    return tuple((4 * (rank - 1), parts.count(rank)) for rank in sorted(set(parts)))


def _ranks_of(table: int) -> int:
    """Mark each rank that lies on the table by the lowest of its four bits."""
    table |= table >> 2
    return (table | table >> 1) & _LOWEST_BITS


# For each rank: the sums of two or more lower cards, of which there are four each; every
# sum with the ranks it needs, marked as `_ranks_of` does.
_SUMS: Final = (
    (),
    *(
        tuple(
            (sum(1 << 4 * (part - 1) for part in set(parts)), _counted(parts))
            for parts in _partitions(rank, rank - 1)
            if max(map(parts.count, parts)) <= 4
        )
        for rank in RANKS
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


@lru_cache(maxsize=1 << 14)  # holds all there are: ten ranks, and 1,024 sets of ranks
def _sums_of_ranks(present: int, rank: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """List the sums that could be made of the ranks that are present."""
    return tuple(summands for needed, summands in _SUMS[rank] if needed & present == needed)


def _selections(table: int, summands: tuple[tuple[int, int], ...]) -> list[int]:
    """List the sets of table cards that make up one way of writing the sum."""
    found = [0]
    for shift, count in summands:
        choices = _CHOICES[table >> shift & 0b1111][count]
        if not choices:
            return []
        found = [mask | choice << shift for mask in found for choice in choices]
    return found


def _canonical(mask: int) -> tuple[int, list[int]]:
    """Order captures by number of cards, then by the cards themselves."""
    bits = [index for index in range(mask.bit_length()) if mask >> index & 1]
    return len(bits), bits


@lru_cache(maxsize=1 << 16)
def capture_options(table: int, rank: int) -> tuple[int, ...]:
    """List the captures that a card of this rank may make, as masks of table cards.

    The order is canonical: fewer cards first, then lower cards first. Empty when
    nothing can be taken. Rules R3.2 to R3.4.

    >>> from games.engine.cards import cards_in, mask_of, parse_card
    >>> table = mask_of(map(parse_card, ["1D", "2C", "4C", "5S"]))
    >>> [cards_in(mask) for mask in capture_options(table, 6)]
    [(Card(1D), Card(5S)), (Card(2C), Card(4C))]
    """
    equal = table & RANK_MASKS[rank]
    if equal:  # R3.2, R3.3: exactly one equal card, and no sum beside it
        shift = 4 * (rank - 1)
        return tuple(choice << shift for choice in _CHOICES[equal >> shift][1])
    possible = _sums_of_ranks(_ranks_of(table), rank)
    sums = [mask for summands in possible for mask in _selections(table, summands)]  # R3.4
    if len(sums) > 1:
        sums.sort(key=_canonical)
    return tuple(sums)


def is_sum(capture: int, rank: int) -> bool:
    """Tell whether the cards of a mask add up to a rank."""
    return sum(at_rank * (capture & RANK_MASKS[at_rank]).bit_count() for at_rank in RANKS) == rank
