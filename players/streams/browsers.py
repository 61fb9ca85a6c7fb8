"""Let pages of the allowed origins hear events: what the middleware of the web says of CORS."""

from collections.abc import Mapping, MutableMapping
from typing import Any, Final

from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest, HttpResponse

__all__ = ["Browser"]

# Only its two steps are used; it never hands on a request here.
_cors: Final = CorsMiddleware(lambda _request: HttpResponse())
_READ: Final = {b"origin", b"access-control-request-method"}


class Browser:
    """Who sent a request, as far as a browser tells."""

    def __init__(self, scope: MutableMapping[str, Any]) -> None:
        self._request = HttpRequest()
        self._request.method = scope["method"]
        self._request.path_info = scope["path"]
        for name, value in scope["headers"]:
            if name in _READ:
                key = "HTTP_" + name.decode().upper().replace("-", "_")
                self._request.META[key] = value.decode("latin-1")

    def preflight(self) -> HttpResponse | None:
        """Answer what a browser asks before it sends the request of a page; None for the request.

        The answer is the same whoever asks, but for the headers that `allow` adds.
        """
        answer = _cors.check_preflight(self._request)
        return answer if isinstance(answer, HttpResponse) else None

    def allow(self, response: HttpResponse) -> HttpResponse:
        """Add the headers by which a page may read the answer, if its origin is allowed."""
        _cors.add_response_headers(self._request, response)
        return response

    def stream_headers(self) -> Mapping[str, str]:
        """Return those headers, for an answer that is sent by pieces."""
        response = HttpResponse()
        del response["Content-Type"]
        return dict(self.allow(response).headers)
