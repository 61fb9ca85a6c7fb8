"""Composition root and transport kernel; knows no Scopa."""

from scopa_site.celery import app as celery_app

__all__ = ["celery_app"]
