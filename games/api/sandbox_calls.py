"""With what the calls about sandboxes refuse."""

from collections.abc import Mapping

from players import sandbox_errors as errors
from scopa_site.api.errors import TooManyRequests

__all__ = ["SANDBOX_CALLS"]

SANDBOX_CALLS: Mapping[str, Mapping[int, tuple[str, ...]]] = {
    "listSandboxes": {},
    "openSandbox": {
        409: (errors.SandboxInSandbox.code, errors.SandboxesFull.code),
        429: (TooManyRequests.code,),
    },
    "closeSandbox": {404: (errors.SandboxNotFound.code,)},
    "addSandboxPlayer": {
        409: (errors.NotInSandbox.code, errors.SandboxesFull.code),
        429: (TooManyRequests.code,),
    },
    "getSandboxClock": {409: (errors.NotInSandbox.code,)},
    "moveSandboxClock": {
        409: (errors.NotInSandbox.code,),
        422: (errors.InvalidClockMove.code,),
        429: (TooManyRequests.code,),
    },
}
