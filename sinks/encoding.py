"""Bytes as URLs and JSON carry them."""

import base64

__all__ = ["base64url", "from_base64url"]


def base64url(data: bytes) -> str:
    """Write bytes in base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Read base64url, padded or not. Raises ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
