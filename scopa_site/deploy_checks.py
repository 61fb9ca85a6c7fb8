"""What `manage.py check --deploy` says of our own settings."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register

__all__ = ["limits_are_in_force"]

_LIFTED = "scopa_site.W001"


@register(Tags.security, deploy=True)
def limits_are_in_force(**_more: Any) -> list[CheckMessage]:
    """Warn where limits are lifted."""
    if not settings.SCOPA_LIMITS_LIFTED:
        return []
    hint = "Unset LIMITS_LIFTED: it is for `make run` and for measuring."
    return [Warning("No request is limited, not even a log-in.", hint=hint, id=_LIFTED)]
