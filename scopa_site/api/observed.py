"""Name each request, time it, count it, and write its line into the log."""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from scopa_site.api.metrics import count_request
from scopa_site.tracing import traced_request

__all__ = ["REQUEST_ID_HEADER", "ObservedRequests"]

REQUEST_ID_HEADER = "X-Request-ID"

access = logging.getLogger("scopa_site.access")


class ObservedRequests:
    """The outermost middleware. Its id of the request goes into log, problems and tasks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        begun = time.perf_counter()
        with traced_request(request.headers.get(REQUEST_ID_HEADER)) as request_id:
            response = self._get_response(request)
            response[REQUEST_ID_HEADER] = request_id
            _tell(request, response, time.perf_counter() - begun)
        return response


def _tell(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    # The route and never the address: an address may hold anything, and is without end.
    route = request.resolver_match.route if request.resolver_match else ""
    count_request(request.method or "", route, response.status_code, seconds)
    access.info(
        "%s %s %s",
        request.method,
        request.path,
        response.status_code,
        extra={
            "method": request.method,
            "route": route,
            "status": response.status_code,
            "ms": round(seconds * 1000, 1),
        },
    )
