"""CPU time of process trees, read from /proc."""

import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
_BUSY = (0, 1, 2, 5, 6)  # user, nice, system, irq, softirq of /proc/stat


@dataclass(frozen=True)
class Process:
    """What /proc/<pid>/stat says of one process, times in seconds."""

    parent: int
    cpu: float


def tree_cpu(root: int) -> float:
    """Return the CPU seconds of a process, its descendants, and those of them that ended."""
    processes = dict(_processes())
    children = defaultdict(list)
    for pid, process in processes.items():
        children[process.parent].append(pid)
    total, waiting = 0.0, [root]
    while waiting:
        pid = waiting.pop()
        if pid in processes:
            total += processes[pid].cpu
            waiting += children[pid]
    return total


def machine_cpu() -> float:
    """Return the CPU seconds that all of the machine has worked."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    return sum(int(fields[index]) for index in _BUSY) / TICKS_A_SECOND


def parent_of(pid: int) -> int:
    """Return the parent of a process. Raises OSError where /proc does not know it."""
    return _parsed(Path(f"/proc/{pid}/stat").read_text()).parent


def _processes() -> list[tuple[int, Process]]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                found.append((int(entry.name), _parsed((entry / "stat").read_text())))
            except OSError:  # it ended while we looked
                continue
    return found


def _parsed(stat: str) -> Process:
    # After the name, which may hold spaces: state, parent, ...; the four times are the own user
    # and system time and that of children waited for.
    fields = stat.rpartition(")")[2].split()
    return Process(int(fields[1]), sum(map(int, fields[11:15])) / TICKS_A_SECOND)
