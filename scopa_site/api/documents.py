"""Serve the description of the API, and a page to try it on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from scopa_site.api.schema import openapi_json
from scopa_site.api.views import ApiView

__all__ = ["OpenApiView", "docs"]


class OpenApiView(ApiView):
    """GET /api/v1/openapi.json."""

    public = True

    @extend_schema(
        operation_id="getOpenApi", tags=["service"], responses={200: OpenApiTypes.OBJECT}
    )
    def get(self, request: Request) -> HttpResponse:
        """Return this description, in OpenAPI 3.1."""
        return HttpResponse(openapi_json(), content_type="application/json")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the description as a page; its scripts come from this server."""
    return render(request, "scopa_site/docs.html")
