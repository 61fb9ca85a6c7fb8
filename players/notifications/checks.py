"""What `manage.py check` says of how push is set up: what is given must be of use."""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register

from players.notifications.channels.credentials import Unusable, apns_key, service_account

__all__ = ["push_is_possible", "push_is_usable"]

_UNUSABLE: Final = {
    "FCM": "notifications.W001",
    "APNs": "notifications.W002",
    "Web Push": "notifications.W003",
}
_NO_PUSH: Final = "notifications.W004"
_GIVEN: Final = ("FCM_CREDENTIALS", "APNS_KEY", "VAPID_PRIVATE_KEY")


# Warnings, not errors: who plays is not to wait for a key of Apple's.
@register(Tags.security)
def push_is_usable(**_more: Any) -> list[CheckMessage]:
    """Warn where a provider is given something of no use: what is for it waits."""
    hint = (
        "Put it right: what is for this provider waits for three days. Files are read where"
        " notifications are sent: run this there. See docs/notifications.md."
    )
    faults = [(name, _fault_of(read)) for name, read in _readers().items()]
    return [Warning(text, hint=hint, id=_UNUSABLE[name]) for name, text in faults if text]


@register(Tags.security, deploy=True)
def push_is_possible(**_more: Any) -> list[CheckMessage]:
    """Warn where nobody is pushed to at all."""
    if any(getattr(settings, name) for name in _GIVEN):
        return []
    hint = "Set up FCM, APNs or Web Push as docs/notifications.md says."
    return [Warning("No push is set up: nobody is told anything at once.", hint=hint, id=_NO_PUSH)]


def _readers() -> dict[str, Callable[[], object]]:
    # Its library is loaded by those who ask for it, and by nobody else.
    from players.notifications.channels.vapid import vapid_key

    return {"FCM": service_account, "APNs": apns_key, "Web Push": vapid_key}


def _fault_of(read: Callable[[], object]) -> str:
    try:
        read()
    except Unusable as fault:
        return f"{fault}."
    return ""
