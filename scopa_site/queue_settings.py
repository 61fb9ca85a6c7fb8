"""How the work queue goes: each number is argued in docs/adr/0003-rows-are-the-work.md."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from scopa_site.env import LOCAL, env
from scopa_site.schedule import SCHEDULE

__all__ = [
    "CELERY_ACCEPT_CONTENT",
    "CELERY_BEAT_SCHEDULE",
    "CELERY_BEAT_SCHEDULER",
    "CELERY_BROKER_CONNECTION_MAX_RETRIES",
    "CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP",
    "CELERY_BROKER_TRANSPORT_OPTIONS",
    "CELERY_BROKER_URL",
    "CELERY_DB_REUSE_MAX",
    "CELERY_RESULT_BACKEND",
    "CELERY_TASK_ACKS_LATE",
    "CELERY_TASK_ACKS_ON_FAILURE",
    "CELERY_TASK_ACKS_ON_TIMEOUT",
    "CELERY_TASK_DEFAULT_QUEUE",
    "CELERY_TASK_IGNORE_RESULT",
    "CELERY_TASK_PUBLISH_RETRY",
    "CELERY_TASK_QUEUES",
    "CELERY_TASK_REJECT_ON_WORKER_LOST",
    "CELERY_TASK_SERIALIZER",
    "CELERY_TASK_SOFT_TIME_LIMIT",
    "CELERY_TASK_TIME_LIMIT",
    "CELERY_TIMEZONE",
    "CELERY_VISIBILITY_TIMEOUT",
    "CELERY_WORKER_HIJACK_ROOT_LOGGER",
    "CELERY_WORKER_MAX_TASKS_PER_CHILD",
    "CELERY_WORKER_PREFETCH_MULTIPLIER",
    "CELERY_WORKER_SEND_TASK_EVENTS",
    "CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT",
    "EMBEDDED_BROKER",
    "REDIS_URL",
]

REDIS_URL = env.str("REDIS_URL", "")
if not (LOCAL or REDIS_URL):
    raise ImproperlyConfigured("REDIS_URL is not set: a deployment needs Redis for its doorbells.")
EMBEDDED_BROKER = not REDIS_URL
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
_VISIBILITY_TIMEOUT = 60
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {"polling_interval": 0.02}
    if EMBEDDED_BROKER
    else {
        "visibility_timeout": _VISIBILITY_TIMEOUT,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_timeout": env.int("REDIS_SOCKET_TIMEOUT", 1),
        "socket_connect_timeout": 1,
        "retry_on_timeout": False,
        "health_check_interval": 10,
        "max_retries": 0,
    }
)
CELERY_VISIBILITY_TIMEOUT = _VISIBILITY_TIMEOUT
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_ACKS_ON_FAILURE = True
CELERY_TASK_ACKS_ON_TIMEOUT = True
CELERY_TASK_TIME_LIMIT = 10
CELERY_TASK_SOFT_TIME_LIMIT = 7
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 8
# Celery would open a database connection for each task, which costs more than the task; the tasks
# themselves drop one that has broken.
CELERY_DB_REUSE_MAX = 1000
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TIMEZONE = "UTC"
# Taken from in turn, so that no queue can starve another; see games.jobs.
CELERY_TASK_QUEUES = [
    Queue(name) for name in ("sweeps", "ai", "ai_unwatched", "effects", "notices", "strangers")
]
CELERY_TASK_DEFAULT_QUEUE = "sweeps"
CELERY_BEAT_SCHEDULE = SCHEDULE
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
