"""How much time a turn has: clocks as data, and pure reckoning over instants that are handed in.

Nothing here reads a clock, an environment or a database. Instants are aware; what comes back is in
UTC. The rules and the formulae are in docs/clocks.md.
"""

from .errors import ClockError, ClockInvalid, ClockProblem, ClockUnknown, ZoneUnknown
from .presets import CLOCKS, DEFAULT_CLOCK, ClockPreset, resolve_clock
from .reckoning import (
    allowance,
    bank_after,
    counted,
    deadline,
    first_bank,
    is_late,
    promise,
)
from .rests import Stop, after_stops
from .rungs import RUNGS, Rung, ladder
from .spec import Clock, encode_clock
from .validation import decode_clock

__all__ = [
    "CLOCKS",
    "DEFAULT_CLOCK",
    "RUNGS",
    "Clock",
    "ClockError",
    "ClockInvalid",
    "ClockPreset",
    "ClockProblem",
    "ClockUnknown",
    "Rung",
    "Stop",
    "ZoneUnknown",
    "after_stops",
    "allowance",
    "bank_after",
    "counted",
    "deadline",
    "decode_clock",
    "encode_clock",
    "first_bank",
    "is_late",
    "ladder",
    "promise",
    "resolve_clock",
]
