"""What `manage.py check --deploy` says of our own settings."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

__all__ = [
    "limits_are_in_force",
    "mail_can_be_turned_off",
    "mail_is_decided",
    "staff_show_a_second_factor",
]

_LIFTED = "scopa_site.W001"
_NO_MAIL = "scopa_site.W003"
_ONE_FACTOR = "scopa_site.E004"
_NO_LINKS = "scopa_site.W005"
_SENDS_NOTHING = "django.core.mail.backends.dummy.EmailBackend"


@register(Tags.security, deploy=True)
def limits_are_in_force(**_more: Any) -> list[CheckMessage]:
    """Warn where limits are lifted."""
    if not settings.SCOPA_LIMITS_LIFTED:
        return []
    hint = "Unset LIMITS_LIFTED: it is for `make run` and for measuring."
    return [Warning("No request is limited, not even a log-in.", hint=hint, id=_LIFTED)]


@register(Tags.security, deploy=True)
def mail_is_decided(**_more: Any) -> list[CheckMessage]:
    """Warn where nobody decided about mail: no address could be verified, no password reset."""
    if settings.EMAIL_URL_GIVEN:
        return []
    text = "EMAIL_URL is not set: no address can be verified and no password reset."
    hint = "Name a server, such as submission://user:password@host:587, or set it to none."
    return [Warning(text, hint=hint, id=_NO_MAIL)]


@register(Tags.security, deploy=True)
def mail_can_be_turned_off(**_more: Any) -> list[CheckMessage]:
    """Warn where mail goes out without a link by which it is turned off, or with an open one."""
    if settings.EMAIL_BACKEND == _SENDS_NOTHING or settings.PUBLIC_URL.startswith("https://"):
        return []
    text = "PUBLIC_URL is no https address: mails have no link that mail programs honour."
    hint = "Set it to where people reach this service, such as https://play.example."
    return [Warning(text, hint=hint, id=_NO_LINKS)]


@register(Tags.security, deploy=True)
def staff_show_a_second_factor(**_more: Any) -> list[CheckMessage]:
    """Fail where the admin opens with a password alone."""
    if settings.STAFF_TWO_FACTOR:
        return []
    hint = "Unset STAFF_TWO_FACTOR: only `make run` goes without."
    return [Error("The staff log in with a password alone.", hint=hint, id=_ONE_FACTOR)]
