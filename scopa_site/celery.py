"""The Celery application. Tasks are doorbells; the work is in the database."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scopa_site.settings")

app = Celery("scopa")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
