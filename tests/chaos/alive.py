"""Whether a process is there."""

from pathlib import Path


def is_alive(pid: int) -> bool:
    """Tell whether it still does something: one that waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
