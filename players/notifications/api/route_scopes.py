"""The scope that each call about notifications needs. None: a session, and no personal token."""

from typing import Final

from scopa_site.api.scopes import RouteScopes

__all__ = ["INCLUDED", "ROUTE_SCOPES", "SCOPES"]

_READ: Final = "notifications:read"
_WRITE: Final = "notifications:write"
_WEBHOOKS: Final = "webhooks:manage"
INCLUDED: Final = {_WRITE: _READ}

ROUTE_SCOPES: Final[RouteScopes] = {
    # A device belongs to the log-in that named it.
    "devices": {"GET": None},
    "device": {"PUT": None, "DELETE": None},
    "device-test": {"POST": None},
    "notification-preferences": {"GET": _READ, "PATCH": _WRITE},
    "notifications": {"GET": _READ},
    "notification": {"GET": _READ},
    "notifications-read": {"POST": _WRITE},
    "notifications-unread": {"POST": _WRITE},
    "webhooks": {"GET": _WEBHOOKS, "POST": _WEBHOOKS},
    "webhook": {"GET": _WEBHOOKS, "PATCH": _WEBHOOKS, "DELETE": _WEBHOOKS},
    "webhook-secret": {"POST": _WEBHOOKS},
    "webhook-test": {"POST": _WEBHOOKS},
    "webhook-deliveries": {"GET": _WEBHOOKS},
    "webhook-again": {"POST": _WEBHOOKS},
}
SCOPES: Final = {
    scope for methods in ROUTE_SCOPES.values() for scope in methods.values() if scope is not None
}
