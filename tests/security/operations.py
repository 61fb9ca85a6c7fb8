"""Every call of the API that takes a body, each with an address that means something."""

import re
from uuid import uuid4

from tests.api import contract

WITH_BODIES = ("POST", "PUT", "PATCH", "DELETE")


def operations_with_bodies():
    """Return (method, path template) of each call, those without a declared body among them."""
    return [
        (method, template)
        for method, template, _operation in contract.operations()
        if method in WITH_BODIES
    ]


def filled(template, **ids):
    """Return the address of a call under /api/v1; what has no id here gets one of nothing."""
    path = re.sub(r"\{(\w+)\}", lambda found: ids.get(found[1], str(uuid4())), template)
    return path.removeprefix("/api/v1")
