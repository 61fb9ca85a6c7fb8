"""Named places between two steps at which a test can make a process die, as a power cut would.

Armed only by two variables of the environment together: SCOPA_CRASH_POINTS=1 and SCOPA_CRASH_AT
with one name. With SCOPA_CRASH_ONCE, the path of a file, only the first process to get there dies.
"""

import os
from pathlib import Path
from typing import Final

__all__ = ["NAMES", "armed_at", "reach"]

NAMES: Final = frozenset(
    {
        "before_commit",  # the effect and its reply are written, and not yet kept
        "after_commit",  # kept; nothing has been rung
        "before_publish",
        "after_publish",
        "after_claim",  # the work is taken and not begun
        "before_send",  # a handler is about to reach out of the database
        "after_handle",  # the work is done, and not marked so
        "after_mark",
    }
)
_EXIT_CODE: Final = 137  # that of a process killed by SIGKILL


def armed_at() -> str | None:
    """Return the name of the point at which this process is to die; None but in such a test."""
    if os.environ.get("SCOPA_CRASH_POINTS") != "1":
        return None
    return os.environ.get("SCOPA_CRASH_AT")


def reach(name: str) -> None:
    """Die here, without any clean-up, if this point is the one that is armed."""
    if name not in NAMES:
        raise ValueError(f"not a crash point: {name}")
    if armed_at() == name and _is_first():
        os._exit(_EXIT_CODE)


def _is_first() -> bool:
    path = os.environ.get("SCOPA_CRASH_ONCE")
    if not path:
        return True
    try:
        Path(path).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
