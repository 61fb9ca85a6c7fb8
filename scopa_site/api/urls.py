"""Routes of the kernel, from the root of the site."""

from django.urls import path

from scopa_site.api.documents import OpenApiView, docs
from scopa_site.api.health import HealthView, ReadyView
from scopa_site.api.meta import MetaView
from scopa_site.api.metrics import metrics

urlpatterns = [
    path("healthz", HealthView.as_view(), name="healthz"),
    path("readyz", ReadyView.as_view(), name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("api/v1/meta", MetaView.as_view(), name="meta"),
    path("api/v1/openapi.json", OpenApiView.as_view(), name="openapi"),
    path("api/docs/", docs, name="docs"),
]
