"""Which transport carries letters to which provider. Made when first needed, one a process."""

from collections.abc import Callable
from threading import Lock
from typing import Final

from players.notifications.channels.letter import Transport
from players.notifications.channels.mail import MailTransport

__all__ = ["transport_for"]


# The libraries of these are loaded by those who send, and by nobody else.
def _fcm() -> Transport:
    from players.notifications.channels.fcm import FcmTransport

    return FcmTransport()


def _apns() -> Transport:
    from players.notifications.channels.apns import ApnsTransport

    return ApnsTransport()


def _webpush() -> Transport:
    from players.notifications.channels.webpush import WebPushTransport

    return WebPushTransport()


def _webhook() -> Transport:
    from players.notifications.channels.webhook import WebhookTransport

    return WebhookTransport()


_MAKERS: Final[dict[str, Callable[[], Transport]]] = {
    "apns": _apns,
    "fcm": _fcm,
    "mail": MailTransport,
    "webhook": _webhook,
    "webpush": _webpush,
}


class _Transports:
    """Makes each once: where threads begin side by side, all use the connections of one."""

    def __init__(self) -> None:
        self._made: dict[str, Transport] = {}
        self._making = Lock()

    def __call__(self, provider: str) -> Transport:
        """Return what carries letters to a provider. Raises KeyError for one that there is not."""
        with self._making:
            if provider not in self._made:
                self._made[provider] = _MAKERS[provider]()
            return self._made[provider]

    def cache_clear(self) -> None:
        """Have them made anew, by the settings as they are then."""
        with self._making:
            self._made.clear()


transport_for: Final = _Transports()
