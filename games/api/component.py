"""The parent of what is only described."""

from typing import Any

from rest_framework import serializers

__all__ = ["Component"]


class Component(serializers.Serializer[Any]):
    """An object that is only described, never read or written."""
