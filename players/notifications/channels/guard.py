"""The only way out to an address that a stranger gave: a webhook, the endpoint of a browser.

Whoever may have a server call any address may use it to reach what only it can reach. So: https
alone; the address behind the name is looked up, must be public, and is the very one that is
connected to, so that a name that means something else a moment later gains nothing; nothing that an
answer says is followed; and no answer holds anyone up or fills the memory.
"""

import os
import ssl
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Any, Final, TypeVar

import requests
from django.conf import settings
from requests.utils import DEFAULT_CA_BUNDLE_PATH
from requests_hardened.client import HTTPSession
from requests_hardened.config import Config
from requests_hardened.ip_filter import InvalidIPAddress
from requests_hardened.ip_filter_adapter import IPFilterAdapter
from urllib3 import HTTPSConnectionPool
from urllib3.exceptions import HTTPError
from urllib3.util.ssl_ import create_urllib3_context

from players.notifications.channels.bounds import BoundedTLS, PlainPool, allowing
from players.notifications.channels.public_addresses import (
    AddressRefused,
    refuse_form,
    refuse_private,
)

__all__ = ["ANSWER_SIZE", "SECONDS", "Answer", "NoAnswer", "post", "session"]

_Found = TypeVar("_Found")

# For looking up, connecting, sending and reading together.
SECONDS: Final = 5.0
CONNECT_SECONDS: Final = 2.0
# Of an answer no more is read.
ANSWER_SIZE: Final = 64 * 1024
# Connections that are kept for the next letter to the same address.
_KEPT: Final = 16


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. `body`: its beginning."""

    status: int
    headers: "requests.structures.CaseInsensitiveDict[str]"
    body: bytes


class NoAnswer(Exception):
    """Raised when nothing came back that is an answer. Its text names no address."""


def post(url: str, *, content: bytes, headers: dict[str, str]) -> Answer:
    """Post to a stranger's address. Raises AddressRefused for one that is not called; NoAnswer."""
    try:
        answer = session().post(url, data=content, headers=headers)
    except AddressRefused:
        raise
    except requests.Timeout:
        raise NoAnswer("no answer in time") from None
    except requests.exceptions.SSLError:
        raise NoAnswer("no trust in its certificate") from None
    except (requests.RequestException, HTTPError):
        raise NoAnswer("no connection, or no answer that can be read") from None
    return Answer(answer.status_code, answer.headers, answer.content)


def session() -> requests.Session:
    """Return what speaks HTTP with strangers' addresses; one a process, for all threads.

    Answers are read already, and cut. It raises AddressRefused, and what requests raises.
    """
    return _session(os.getpid(), settings.OUTBOUND_CA_FILE, settings.OUTBOUND_LOOPBACK)


@lru_cache(maxsize=4)
def _session(_process: int, ca_file: str, loopback: bool) -> "_Session":
    return _Session(ca_file, loopback)


class _Session(HTTPSession):
    """Goes nowhere else: not where an answer points, not by way of a proxy of the environment."""

    def __init__(self, ca_file: str, loopback: bool) -> None:
        super().__init__(
            Config(
                ip_filter_enable=True,
                ip_filter_allow_loopback_ips=loopback,
                never_redirect=True,
                default_timeout=(CONNECT_SECONDS, SECONDS),
                user_agent_override="Scopa",
            )
        )
        self._loopback = loopback
        self.trust_env = False
        self.headers["Accept-Encoding"] = "identity"
        for scheme in ("http", "https"):
            self.mount(f"{scheme}://", _Adapter(scheme == "https", ca_file, loopback))

    def prepare_request(self, request: requests.Request) -> requests.PreparedRequest:
        """Refuse a URL as it is written: what is made of it to be sent may be another."""
        refuse_form(str(request.url), loopback=self._loopback)
        return super().prepare_request(request)

    def get_redirect_target(self, resp: requests.Response) -> None:
        """Look at no Location: whatever it holds, nobody goes there."""


class _Adapter(IPFilterAdapter):
    """Looks at every address that the name has, and bounds what is then said with one of them."""

    def __init__(self, is_https: bool, ca_file: str, loopback: bool) -> None:
        self._context = _trusting(ca_file) if is_https else None
        self._loopback = loopback
        super().__init__(is_https_proto=is_https, allow_loopback=loopback)

    def init_poolmanager(
        self, connections: int, maxsize: int, block: bool = False, **kwargs: Any
    ) -> None:
        """Have all connections share one context and be bounded."""
        if self._context is not None:
            kwargs["ssl_context"] = self._context
        super().init_poolmanager(connections, _KEPT, block=block, **kwargs)
        classes = {"http": PlainPool, "https": HTTPSConnectionPool}
        self.poolmanager.pool_classes_by_scheme = classes

    def cert_verify(self, *_args: Any, **_kwargs: Any) -> None:
        """Leave the certificates to the context, which read them once."""

    def send(self, request: requests.PreparedRequest, *_args: Any, **_kwargs: Any) -> Any:
        """Send within the limits, whatever others the caller has in mind."""
        until = time.monotonic() + SECONDS
        with allowing(until=until, size=ANSWER_SIZE):
            answer = super().send(
                request, stream=True, timeout=(CONNECT_SECONDS, SECONDS), verify=True
            )
            return _cut(answer)

    def build_connection_pool_key_attributes(
        self, request: requests.PreparedRequest, *args: Any, **kwargs: Any
    ) -> Any:
        """Look up the name, and pin the address that is connected to."""
        refuse_form(request.url or "", loopback=self._loopback)
        return _in_time(lambda: self._pinned(request, *args, **kwargs))

    def _pinned(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> Any:
        # The name is asked for twice: all that it means now must be public, and so must the one
        # that is pinned, should it mean something else by then.
        refuse_private(request.url or "", loopback=self._loopback)
        try:
            where, how = super().build_connection_pool_key_attributes(request, *args, **kwargs)
        except InvalidIPAddress:
            raise AddressRefused from None
        refuse_private(f"//{where['host']}", loopback=self._loopback)
        return where, how


def _trusting(ca_file: str) -> ssl.SSLContext:
    context = create_urllib3_context()
    context.load_verify_locations(DEFAULT_CA_BUNDLE_PATH)
    if ca_file:
        context.load_verify_locations(ca_file)
    context.sslsocket_class = BoundedTLS
    return context


def _in_time(look_up: Callable[[], _Found]) -> _Found:
    """Look up a name, in a thread of its own: nothing else ends the waiting for an answer."""
    executor = ThreadPoolExecutor(max_workers=1)
    try:
        return executor.submit(look_up).result(CONNECT_SECONDS)
    except TimeoutError:
        raise requests.ConnectTimeout("its name was not found in time") from None
    finally:
        executor.shutdown(wait=False)


def _cut(answer: requests.Response) -> requests.Response:
    """Keep the beginning of the body. With the status it is acknowledged, whatever follows."""
    raw = answer.raw
    try:
        body = raw.read(ANSWER_SIZE, decode_content=False)
    except (HTTPError, OSError):
        body = b""
    raw.close()
    raw.release_conn()
    answer.raw = BytesIO(body)
    return answer
