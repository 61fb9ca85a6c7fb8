"""Which addresses are those of public machines, in every way of writing them."""

import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import SplitResult, urlsplit

import requests
from requests_hardened.ip_filter import EXTRA_BLOCKED_NET_RANGES

__all__ = ["AddressRefused", "refuse_form", "refuse_private"]

_HTTPS: Final = 443
# Below are the services of machines themselves: mail, shells, databases of old.
_FIRST_FREE_PORT: Final = 1024
# What a URL may be written with: no spaces, nothing that parsers read in two ways.
_PLAIN: Final = re.compile(r"[!-\[\]-~]{1,2000}")
_LABEL: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d+|0x[0-9a-f]*", re.IGNORECASE)
# Names that are looked up inside a network, if at all.
_INSIDE: Final = frozenset(
    {"arpa", "home", "internal", "intranet", "invalid", "lan", "local", "localhost", "onion"}
)
_UNICAST: Final = ip_network("2000::/3")
# Public by its number, and yet where a cloud answers for the machine.
_CLOUD: Final = ip_address("168.63.129.16")


class AddressRefused(requests.RequestException):
    """Raised for an address that this service does not call. Its text does not name it.

    `why`, as far as its form says: invalid_url, not_https, credentials, port_not_allowed; else
    not_public.
    """

    def __init__(self, why: str = "not_public") -> None:
        super().__init__("this address is not called")
        self.why = why


def refuse_form(url: str, *, loopback: bool) -> None:
    """Raise AddressRefused for a URL that is none of a public machine, whatever its name means.

    `loopback`: this machine may be called too, without TLS and on every port.
    """
    parts = _split(url)
    host = parts.hostname or ""
    if loopback and _is_loopback(host) and parts.scheme in ("http", "https"):
        return
    if parts.scheme != "https":
        raise AddressRefused("not_https" if host else "invalid_url")
    if not _is_free(parts.port):
        raise AddressRefused("port_not_allowed")
    if not _is_public_name(host):
        raise AddressRefused


def refuse_private(url: str, *, loopback: bool) -> None:
    """Look up the name in a URL; raise AddressRefused unless all that it means is public.

    Raises requests.ConnectionError where it means nothing.
    """
    parts = urlsplit(url)
    try:
        found = socket.getaddrinfo(parts.hostname, parts.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise requests.ConnectionError("its name cannot be looked up") from None
    addresses = {ip_address(address[0]) for *_rest, address in found}
    if not all(_is_public(each) or (loopback and each.is_loopback) for each in addresses):
        raise AddressRefused


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _valid = parts.port
    except ValueError:
        raise AddressRefused("invalid_url") from None
    if not _PLAIN.fullmatch(url) or "%" in parts.netloc:
        raise AddressRefused("invalid_url")
    if "@" in parts.netloc:
        raise AddressRefused("credentials")
    return parts


def _is_free(port: int | None) -> bool:
    return port is None or port == _HTTPS or port >= _FIRST_FREE_PORT


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_public_name(host: str) -> bool:
    """Tell whether a name may be that of a public machine; numbers only as they are written out."""
    try:
        return _is_public(ip_address(host))
    except ValueError:
        labels = host.removesuffix(".").split(".")
    last = labels[-1].lower()
    return (
        len(labels) > 1
        and len(host) <= 253
        and all(_LABEL.fullmatch(label) for label in labels)
        and not _NUMBER.fullmatch(last)
        and last not in _INSIDE
    )


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address) and address not in _UNICAST:
        # What maps, translates or tunnels IPv4, and all that is of one link, site or group.
        return False
    return (
        address.is_global
        and not address.is_multicast
        and address != _CLOUD
        and not any(address in net for net in EXTRA_BLOCKED_NET_RANGES)
    )
