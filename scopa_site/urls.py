"""Every address of the service."""

from django.contrib import admin
from django.urls import include, path

from scopa_site.api.health import healthz, readyz
from scopa_site.api.schema import docs_page, openapi_json

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("api/docs/", docs_page, name="docs"),
    path("api/v1/openapi.json", openapi_json, name="openapi"),
    path("api/v1/", include("players.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "scopa_site.api.problems.handler400"
handler403 = "scopa_site.api.problems.handler403"
handler404 = "scopa_site.api.problems.handler404"
handler500 = "scopa_site.api.problems.handler500"
