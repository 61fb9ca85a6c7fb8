"""From what is owed to what was acknowledged: claim, decide, send, mark."""
