"""The one mapping from what went wrong to `application/problem+json` (RFC 9457)."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from django.core import exceptions as django_exceptions
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from rest_framework import exceptions as drf_exceptions

from scopa_site.api.errors import (
    BodyTooLarge,
    BodyUnreadable,
    NotAuthenticated,
    NotJson,
    Unavailable,
)
from scopa_site.api.languages import DEFAULT_LANGUAGE, accepted_language
from scopa_site.api.parser import MAX_BYTES
from scopa_site.api.rendering import answer
from scopa_site.errors import DomainError, FieldProblem, Kind, Text
from scopa_site.tracing import current_request_id

__all__ = [
    "API_PREFIX",
    "HTTP_PROBLEMS",
    "STATUS",
    "HttpProblem",
    "exception_handler",
    "handler400",
    "handler403",
    "handler404",
    "handler500",
    "problem_response",
]

logger = logging.getLogger(__name__)

API_PREFIX = "/api/"
_PROBES = {"/healthz", "/readyz"}  # asked by machines, as the API is

STATUS: Mapping[Kind, int] = {
    Kind.UNREADABLE: HTTPStatus.BAD_REQUEST,
    Kind.UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
    Kind.FORBIDDEN: HTTPStatus.FORBIDDEN,
    Kind.NOT_FOUND: HTTPStatus.NOT_FOUND,
    Kind.CONFLICT: HTTPStatus.CONFLICT,
    Kind.GONE: HTTPStatus.GONE,
    Kind.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Kind.NOT_JSON: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    Kind.OUTDATED: HTTPStatus.UPGRADE_REQUIRED,
    Kind.RULES: HTTPStatus.UNPROCESSABLE_ENTITY,
    Kind.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    Kind.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}


@dataclass(frozen=True)
class HttpProblem:
    """A problem that exists only because there is HTTP: no domain error stands behind it."""

    status: int
    code: str
    title: Text
    detail: Text
    errors: Sequence[FieldProblem] = ()
    members: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


BAD_REQUEST = HttpProblem(
    400, "bad_request", _("Bad request"), _("The request cannot be understood.")
)
FORBIDDEN = HttpProblem(403, "forbidden", _("Forbidden"), _("You may not do this."))
NOT_FOUND = HttpProblem(404, "not_found", _("Not found"), _("There is nothing at this address."))
METHOD_NOT_ALLOWED = HttpProblem(
    405,
    "method_not_allowed",
    _("Method not allowed"),
    _("This address does not answer that method; the header Allow lists those it does."),
)
INTERNAL_ERROR = HttpProblem(
    500,
    "internal_error",
    _("Internal error"),
    _("Something went wrong on our side. It has been noted."),
)
HTTP_PROBLEMS = (BAD_REQUEST, FORBIDDEN, NOT_FOUND, METHOD_NOT_ALLOWED, INTERNAL_ERROR)

# What Django and its REST framework raise themselves; the first match counts.
_FOREIGN: tuple[tuple[tuple[type[Exception], ...], HttpProblem | DomainError], ...] = (
    ((Http404, drf_exceptions.NotFound), NOT_FOUND),
    ((drf_exceptions.NotAuthenticated, drf_exceptions.AuthenticationFailed), NotAuthenticated()),
    ((django_exceptions.PermissionDenied, drf_exceptions.PermissionDenied), FORBIDDEN),
    ((drf_exceptions.MethodNotAllowed,), METHOD_NOT_ALLOWED),
    ((drf_exceptions.UnsupportedMediaType,), NotJson()),
    ((django_exceptions.RequestDataTooBig,), BodyTooLarge(limit=MAX_BYTES)),
    ((UnreadablePostError,), BodyUnreadable()),
    (
        (
            django_exceptions.BadRequest,
            django_exceptions.SuspiciousOperation,
            drf_exceptions.ParseError,
        ),
        BAD_REQUEST,
    ),
    ((OperationalError, InterfaceError), Unavailable()),
)


def exception_handler(exc: Exception, context: Mapping[str, object]) -> HttpResponse | None:
    """Answer for an exception that a view raised; None for one that nobody anticipated.

    An unanticipated one goes on to Django, which logs it with its traceback and asks
    `handler500` for the answer.
    """
    if isinstance(exc, DomainError):
        return problem_response(exc)
    for types, problem in _FOREIGN:
        if isinstance(exc, types):
            if isinstance(problem, Unavailable):
                logger.error("the database does not answer: %s", exc, exc_info=exc)
            return problem_response(problem)
    return None


def problem_response(problem: DomainError | HttpProblem) -> HttpResponse:
    """Render a problem in the language active now."""
    shown = _of_domain_error(problem) if isinstance(problem, DomainError) else problem
    document: dict[str, object] = {
        "type": f"urn:scopa:problem:{shown.code}",
        "title": shown.title,
        "status": int(shown.status),
        "detail": shown.detail,
        "code": shown.code,
    }
    if (request_id := current_request_id()) is not None:
        document["request_id"] = request_id
    if shown.errors:
        document["errors"] = [
            {"pointer": error.pointer, "code": error.code, "detail": error.detail, **error.more}
            for error in shown.errors
        ]
    document.update(shown.members)
    headers = {"Cache-Control": "no-store", **shown.headers}
    return answer(document, shown.status, content_type="application/problem+json", headers=headers)


def _of_domain_error(error: DomainError) -> HttpProblem:
    headers = {}
    if error.kind is Kind.UNAUTHENTICATED:
        headers["WWW-Authenticate"] = "Bearer"
    if error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    return HttpProblem(
        status=STATUS[error.kind],
        code=error.code,
        title=error.title,
        detail=error.detail,
        errors=error.errors,
        members=error.members(),
        headers=headers,
    )


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django itself refused."""
    if _is_api(request):
        return _outside_a_view(request, BAD_REQUEST)
    return defaults.bad_request(request, exception)


def handler403(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that a middleware or a page refused."""
    if _is_api(request):
        return _outside_a_view(request, FORBIDDEN)
    return defaults.permission_denied(request, exception)


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for an address that does not exist."""
    if _is_api(request):
        return _outside_a_view(request, NOT_FOUND)
    return defaults.page_not_found(request, exception)


def handler500(request: HttpRequest) -> HttpResponse:
    """Answer after an exception that nobody anticipated, telling nothing of it."""
    if _is_api(request):
        return _outside_a_view(request, INTERNAL_ERROR)
    return defaults.server_error(request)


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(API_PREFIX) or request.path_info in _PROBES


def _outside_a_view(request: HttpRequest, problem: HttpProblem) -> HttpResponse:
    wanted = accepted_language(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    with translation.override(wanted or DEFAULT_LANGUAGE):
        response = problem_response(problem)
    response["Content-Language"] = wanted or DEFAULT_LANGUAGE
    response["Vary"] = "Authorization, Accept-Language"
    return response
