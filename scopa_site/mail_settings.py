"""How mail leaves the service: by one URL. A deployment names a server, or says it has none.

`EMAIL_URL` is `submission://user:password@host:587` (STARTTLS), `smtp://host:465?ssl=1`,
`smtp://host:25`, or `none`. A local run prints its mails.
"""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from scopa_site.env import LOCAL, env

__all__ = [
    "DEFAULT_FROM_EMAIL",
    "EMAIL_BACKEND",
    "EMAIL_HOST",
    "EMAIL_HOST_PASSWORD",
    "EMAIL_HOST_USER",
    "EMAIL_PORT",
    "EMAIL_TIMEOUT",
    "EMAIL_URL_GIVEN",
    "EMAIL_USE_SSL",
    "EMAIL_USE_TLS",
    "SERVER_EMAIL",
]

# Whether somebody has decided about mail; the check for deployments asks.
EMAIL_URL_GIVEN = LOCAL or bool(env.str("EMAIL_URL", ""))
_DUMMY = {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}


def _read() -> dict[str, Any]:
    given = env.str("EMAIL_URL", "")
    if given == "none" or not (given or LOCAL):
        return _DUMMY
    read: dict[str, Any] = env.dj_email_url("EMAIL_URL", "console:")
    if "EMAIL_BACKEND" not in read:
        raise ImproperlyConfigured("EMAIL_URL begins with smtp:, submission:, console: or is none.")
    return read


_MAIL = _read()
EMAIL_BACKEND: str = _MAIL["EMAIL_BACKEND"]
EMAIL_HOST: str = _MAIL.get("EMAIL_HOST") or "localhost"
EMAIL_PORT: int = _MAIL.get("EMAIL_PORT") or 25
EMAIL_HOST_USER: str = _MAIL.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD: str = _MAIL.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS: bool = _MAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _MAIL.get("EMAIL_USE_SSL", False)
# Less than the soft limit of the task that sends: a server that hangs is a failure like another.
EMAIL_TIMEOUT: int = _MAIL.get("EMAIL_TIMEOUT") or 5
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "") or "Scopa <scopa@localhost>"
SERVER_EMAIL = DEFAULT_FROM_EMAIL
