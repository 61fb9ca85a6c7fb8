"""The table of what was measured."""

import os
import platform
from collections.abc import Sequence

from chaos.rounds import Result

__all__ = ["written"]

_HEAD = (
    "| fault | s | moves asked | done | refused | no answer | p50 ms | p99 ms | max ms"
    " | first move after s | ready after s | AI worst s | violations |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)
_SHOWN = 10


def written(results: Sequence[Result], *, seconds: float, seed: int) -> str:
    """Write the report of a run."""
    told = (
        f"Python {platform.python_version()}, {os.cpu_count()} cores, seed {seed},"
        f" {seconds:.0f} s. Moves are those asked for while the fault lasted."
    )
    lines = [
        "# Faults",
        "",
        told,
        "",
        _HEAD,
        *map(_row, results),
        "",
        *(f"- {each.fault}: {note}" for each in results for note in each.notes),
    ]
    broken = [line for each in results for line in _broken(each)]
    lines += ["", "Violations:", "", *broken] if broken else ["", "No violation."]
    return "\n".join(lines) + "\n"


def _broken(result: Result) -> list[str]:
    """List the violations; of many of a kind the first few."""
    kinds: dict[str, list[str]] = {}
    for line in result.violations:
        kinds.setdefault(line.split(":")[0].split()[0], []).append(line)
    told = [f"- {result.fault}: {line}" for lines in kinds.values() for line in lines[:_SHOWN]]
    more = {kind: len(lines) - _SHOWN for kind, lines in kinds.items() if len(lines) > _SHOWN}
    return told + [f"- {result.fault}: {kind} ... and {n} more" for kind, n in more.items()]


def _row(result: Result) -> str:
    outcomes = [move.outcome for move in result.moves]
    times = sorted(1000 * move.seconds for move in result.moves)
    cells = (
        result.fault,
        f"{result.lasted:.1f}",
        str(len(outcomes)),
        *(str(outcomes.count(outcome)) for outcome in ("ok", "fail", "info")),
        *(_number(_at(times, share), 0) for share in (0.5, 0.99, 1.0)),
        _number(result.moved_after, 2),
        _number(result.ready_after, 2),
        _number(result.ai_worst, 2),
        str(len(result.violations)),
    )
    return f"| {' | '.join(cells)} |"


def _at(times: Sequence[float], share: float) -> float | None:
    return times[int(share * (len(times) - 1))] if times else None


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"
