"""What a browser may do with a page of ours: show it."""

from typing import Final

__all__ = ["PAGE_POLICY"]

PAGE_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self';"
    " frame-ancestors 'none'; base-uri 'none'"
)
