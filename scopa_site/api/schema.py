"""Describe the API in OpenAPI 3.1, from the views themselves."""

import inspect
import json
import re
import threading
from functools import cache
from typing import Any
from uuid import UUID

from django.urls import resolve
from django.utils import translation
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.settings import patched_settings
from drf_spectacular.utils import Direction, OpenApiParameter, OpenApiResponse

from scopa_site.api.schema_shape import close_bodies, tidy
from scopa_site.api.scopes import required_scope

__all__ = [
    "NOT_MODIFIED",
    "ApiSchema",
    "openapi_document",
    "openapi_json",
    "refusal",
    "schema_warnings",
]

_PREFIX = "/api/v1"
_META = f"{_PREFIX}/meta"  # tells an old client what it needs
_SETTINGS = {
    "TITLE": "Scopa",
    "DESCRIPTION": (
        "Play Scopa and its kin, against people or the computer, one move at a time.\n\n"
        "Errors are problem documents (RFC 9457) with a stable `code`; their texts are Italian or"
        " English, as `Accept-Language` asks. Clients ignore members they do not know."
        " An app may say what it is in the header `Scopa-Client`, as in `ios/1.2.3`."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": _PREFIX,
    "POSTPROCESSING_HOOKS": [],  # choices stay where they are: names found for them would not last
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "COMPONENT_SPLIT_PATCH": False,
    "SORT_OPERATION_PARAMETERS": False,
}
_SECURITY = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The token of a log-in."}
}
_FIELD_ERROR = {
    "type": "object",
    "required": ["pointer", "code", "detail"],
    "properties": {
        "pointer": {
            "type": "string",
            "description": "JSON pointer into the body, or `?name` for a query parameter.",
            "examples": ["/seats/0/type"],
        },
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "value": {"description": "Of a rule: what stood there; a long text is cut."},
        "also": {
            "type": "object",
            "description": "Of a rule: values of other fields, by path, with which it could stay.",
        },
        "allowed": {
            "description": "Of a rule: what may stand there, as a list or as a range.",
            "oneOf": [
                {"type": "array", "items": {}},
                {
                    "type": "object",
                    "required": ["min", "max"],
                    "properties": {
                        "min": {"type": "integer"},
                        "max": {"type": "integer"},
                    },
                },
            ],
        },
    },
}
_PROBLEM = {
    "type": "object",
    "description": "What went wrong (RFC 9457). `code` is stable; the texts are for people.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "request_id": {
            "type": "string",
            "description": "Names this request in our log, as the header X-Request-ID does.",
        },
        "errors": {"type": "array", "items": {"$ref": "#/components/schemas/FieldError"}},
    },
    "additionalProperties": True,
}
_KEY_PARAMETER = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]+$"},
    location=OpenApiParameter.HEADER,
    required=False,
    description=(
        "1 to 64 visible ASCII characters, new for each thing that is asked. The same request sent"
        " again under its key within 72 hours changes nothing and gets the same answer, with the"
        " header `Idempotency-Replayed: true`; 409 `request_in_progress` while it is worked on."
        " Another request under the key is refused with 422 `idempotency_key_reused`. A refusal"
        " is not kept."
    ),
)
_PROBLEM_REF = {"$ref": "#/components/schemas/Problem"}
# What a view that answers by `answer_tagged` declares for 304.
NOT_MODIFIED = OpenApiResponse(description="As it was: `If-None-Match` names its `ETag`.")
_SUCCESS = {"200": "The answer.", "201": "Done; this is what it made.", "204": "Done."}
_SUCCESS |= {"202": "Noted; it will be done."}
# Statuses that any operation of the kind may answer, each a problem document.
_ALWAYS = {
    "400": "The request cannot be read: a wrong type, an unknown field or parameter.",
    "default": "Any other refusal.",
}
_OUTDATED = {"426": "`client_too_old`: the version in the header `Scopa-Client` is not served."}
_COUNTED = {"429": "Too many requests; `Retry-After` says for how many seconds."}
_WITH_TOKEN = {"401": "No token, or one that is not valid."}
_NEEDS_SCOPE = "The token lacks the scope `{scope}`."
_NEEDS_SESSION = "A personal token may not do this."
_WITH_ID = {"404": "There is no such thing, or it is not yours to see."}
_WITH_KEY = {
    "409": "`request_in_progress`: the same request is being worked on.",
    "422": "`idempotency_key_reused`: another request came under this key.",
}
_WITH_BODY = {"413": "The body is larger than 16 KB.", "415": "The body is not JSON."}

_PARAMETER = re.compile(r"\{\w+\}")

_generating = threading.Lock()  # the library keeps its settings and warnings in globals


class ApiSchema(AutoSchema):
    """Describe an ApiView: what its handlers' docstrings say, and what it declares."""

    def get_override_parameters(self) -> list[Any]:
        """Add the query that the view declares for this method, and the header of every POST."""
        view = self._api_view()
        query = view.query.get(self.method)
        keyed = self.method == "POST" and view.takes_key and not view.public
        return [*([query] if query else []), *([_KEY_PARAMETER] if keyed else [])]

    def get_auth(self) -> list[dict[str, Any]]:
        """Ask for a token, unless the view is public."""
        return [] if self._api_view().public else [{"bearer": []}]

    def get_request_serializer(self) -> Any:
        """Expect no body of a DELETE, unless its view declares one."""
        return None if self.method == "DELETE" else super().get_request_serializer()

    def _get_request_body(self, direction: Direction = "request") -> Any:
        # The library describes no body of a DELETE, even a declared one.
        method, self.method = self.method, "PUT" if self.method == "DELETE" else self.method
        try:
            body: Any = super()._get_request_body  # untyped
            return body(direction)
        finally:
            self.method = method

    def get_summary(self) -> str | None:
        """Return the first line of the handler's docstring."""
        return self._documentation()[0]

    def get_description(self) -> str:  # type: ignore[override]  # the library narrows it too
        """Return what the handler's docstring says after its first line."""
        return self._documentation()[1]

    def _api_view(self) -> Any:
        return self.view  # an ApiView: only they are described by this class

    def _documentation(self) -> tuple[str, str]:
        handler = getattr(self.view, self.method.lower())
        first, _, rest = (inspect.getdoc(handler) or "").partition("\n")
        return first.rstrip("."), rest.strip()


class _HintedField(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]  # library
    """Add to a field's schema what it only hints at."""

    target_class = "scopa_site.api.fields.StrictField"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        go_on: Any = auto_schema._map_serializer_field  # noqa: SLF001  # the way its manual says
        schema = go_on(self.target, direction, bypass_extensions=True)
        return {**schema, **self.target.hints}


def refusal(*codes: str) -> OpenApiResponse:
    """Describe a refusal of an operation by the codes that its problem may have."""
    listed = ", ".join(f"`{code}`" for code in codes)
    return OpenApiResponse(_PROBLEM_REF, description=f"The `code` is one of: {listed}.")


def openapi_document() -> dict[str, Any]:
    """Return the whole document, always in English, the same for the same code."""
    with _generating, translation.override("en"), patched_settings(_SETTINGS):
        untyped: Any = SchemaGenerator
        generator = untyped()
        document: dict[str, Any] = generator.get_schema(public=True)
        # Anew: what webhooks alone name is known only after the library has listed the rest.
        components = document["components"] = generator.registry.build({})
    components["securitySchemes"] = _SECURITY
    schemas = {**components.get("schemas", {}), "Problem": _PROBLEM, "FieldError": _FIELD_ERROR}
    components["schemas"] = dict(sorted(schemas.items()))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            problems = _ALWAYS | (_COUNTED if path.startswith(_PREFIX) else {})
            problems |= _OUTDATED if path.startswith(_PREFIX) and path != _META else {}
            if operation.get("security"):
                problems |= _WITH_TOKEN | {"403": _about_scope(path, method.upper())}
            _add_problems(operation, problems, has_id="{" in path, has_body=method != "get")
    tidy(document)
    close_bodies(document)
    return document


def schema_warnings() -> list[str]:
    """Return what the library could not describe in the last document."""
    return [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]  # noqa: SLF001


@cache
def openapi_json() -> str:
    """Return the document as it is served and committed: indented, in the order of the routes."""
    return json.dumps(openapi_document(), indent=2, ensure_ascii=False) + "\n"


def _about_scope(path: str, method: str) -> str:
    """Say which scope a personal token needs for an operation."""
    route = resolve(_PARAMETER.sub(str(UUID(int=0)), path)).url_name
    scope = required_scope(route, method)
    return _NEEDS_SESSION if scope is None else _NEEDS_SCOPE.format(scope=scope)


def _add_problems(
    operation: dict[str, Any], problems: dict[str, str], *, has_id: bool, has_body: bool
) -> None:
    problems = dict(problems)
    if has_id:
        problems |= _WITH_ID
    if has_body:
        problems |= _WITH_BODY
    if any(
        parameter["name"] == _KEY_PARAMETER.name for parameter in operation.get("parameters", ())
    ):
        problems |= _WITH_KEY
    responses = operation["responses"]
    for status, response in responses.items():
        schemas = [content["schema"] for content in response.get("content", {}).values()]
        if any(schema.get("$ref") == _PROBLEM_REF["$ref"] for schema in schemas):
            problems[status] = response["description"] or problems.get(status, "")
        response["description"] = response["description"] or _SUCCESS.get(status, "")
    for status, description in problems.items():
        responses[status] = {
            "description": description,
            "content": {"application/problem+json": {"schema": _PROBLEM_REF}},
        }
    operation["responses"] = dict(sorted(responses.items()))
