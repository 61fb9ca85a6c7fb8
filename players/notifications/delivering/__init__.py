"""From what is owed to what was acknowledged: claim, decide, send, mark.

A process that dies between two of these is outlived by its lease. What is sent twice so carries
the same ids.
"""

from players.notifications.delivering.rounds import deliver, sweep

__all__ = ["deliver", "sweep"]
