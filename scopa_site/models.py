"""Tables of the transport kernel."""

from scopa_site.idempotency.models import IdempotencyRecord
from scopa_site.outbox.models import Effect, Heartbeat

__all__ = ["Effect", "Heartbeat", "IdempotencyRecord"]
