"""Tables of the transport kernel."""

from scopa_site.outbox.models import Heartbeat

__all__ = ["Heartbeat"]
