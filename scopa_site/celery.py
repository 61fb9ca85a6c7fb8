"""The Celery application. Tasks are doorbells; the work is in the database."""

import os
from typing import Any

from celery import Celery
from celery.signals import task_postrun, task_prerun

from scopa_site.tracing import enter_task, leave_task

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scopa_site.settings")

app = Celery("scopa")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@task_prerun.connect
def _begin(task: Any, **_more: Any) -> None:
    headers = task.request.headers or {}
    enter_task(task.name, headers.get("request_id") or None)


@task_postrun.connect
def _end(**_more: Any) -> None:
    leave_task()
