"""Programs that are too old to be served: they say what they are, and are told to be renewed."""

import re
from collections.abc import Mapping
from typing import Final

from django.conf import settings

from scopa_site.api.errors import ClientTooOld

__all__ = ["CLIENT_HEADER", "refuse_old_client"]

CLIENT_HEADER: Final = "HTTP_SCOPA_CLIENT"

# As in "ios/1.2.3", with whatever may follow.
_CLIENT: Final = re.compile(r"([a-z][a-z0-9-]{0,31})/(\d{1,6}\.\d{1,6}\.\d{1,6})(?:[ +-].*)?")


def refuse_old_client(header: str) -> None:
    """Raise ClientTooOld for a program below the lowest version of its name that is served.

    What the setting SCOPA_LOWEST_CLIENTS does not name is served, and so is whoever says nothing,
    or what cannot be read.
    """
    lowest: Mapping[str, str] = settings.SCOPA_LOWEST_CLIENTS
    if not (lowest and header):
        return
    said = _CLIENT.fullmatch(header.strip())
    if said is None or said[1] not in lowest:
        return
    if _numbers(said[2]) < _numbers(lowest[said[1]]):
        raise ClientTooOld(lowest=lowest[said[1]])


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
