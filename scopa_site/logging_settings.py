"""Who logs, what, and in which form."""

from typing import Any

__all__ = ["logging_settings"]


def logging_settings(form: str, *, level: str, requests: bool) -> dict[str, Any]:
    """Return Django's LOGGING: lines of `form` ("text" or "json"), from `level` on.

    `requests`: also a line for each request, where the server writes none of its own.
    """
    lines = {"text": "scopa_site.log_lines.TextLine", "json": "scopa_site.log_lines.JsonLine"}
    handler = {"class": "logging.StreamHandler", "formatter": form, "filters": ["traced"]}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"traced": {"()": "scopa_site.log_lines.Traced"}},
        "formatters": {name: {"()": line} for name, line in lines.items()},
        "handlers": {"console": handler},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "scopa_site.access": {"level": "INFO" if requests else "WARNING"},
            # Each doorbell would log four lines; failures are logged by the services themselves.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.consumer.connection": {"level": "WARNING"},
            # With DEBUG they would tell of every header and path, among them tokens of telephones.
            "hpack": {"level": "WARNING"},
            "httpcore": {"level": "WARNING"},
            "urllib3": {"level": "WARNING"},
            "h2": {"level": "WARNING"},
            "google.auth": {"level": "WARNING"},
            # Of an answer that cannot be read they tell the whole address and what stands in it:
            # the key of a browser or a webhook, and the words of a stranger.
            "urllib3.connection": {"level": "CRITICAL"},
            "urllib3.connectionpool": {"level": "CRITICAL"},
            # It would tell of each message with its whole address.
            "httpx": {"level": "WARNING"},
            # What a client did wrong is in its answer, and in the line of the access log.
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }
