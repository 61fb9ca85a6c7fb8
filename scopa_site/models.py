"""Tables of the transport kernel."""

from scopa_site.counting.models import AttemptCount
from scopa_site.idempotency.models import IdempotencyRecord
from scopa_site.outbox.models import Effect, Heartbeat

__all__ = ["AttemptCount", "Effect", "Heartbeat", "IdempotencyRecord"]
