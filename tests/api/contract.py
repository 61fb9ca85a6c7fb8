"""The committed OpenAPI document as a judge of real answers."""

import copy
import json
import re
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

COMMITTED = Path(__file__).parents[2] / "docs" / "openapi.json"

# Members that only some problems have; the document leaves the door open for them.
_OPEN = {"Problem"}


@cache
def document():
    return json.loads(COMMITTED.read_text(encoding="utf-8"))


def operations():
    """Yield (method, path template, operation) of the document."""
    for template, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), template, operation


def operation_of(method, path):
    """Return the operation that a request goes to; None for an address that is not described."""
    asked = "GET" if method == "HEAD" else method
    for described, template, operation in operations():
        if described == asked and _pattern(template).fullmatch(path):
            return operation
    return None


def check(method, path, response):
    """Fail unless the document says that such an answer may come, and describes all of it."""
    operation = operation_of(method, path)
    assert operation is not None, f"{method} {path} is not described"
    described = operation["responses"].get(str(response.status_code))
    assert described is not None, f"{operation['operationId']} never says {response.status_code}"
    content = described.get("content", {})
    if not content:
        assert response.content == b""
        return
    media_type = response.headers["Content-Type"].partition(";")[0]
    assert media_type in content, f"{operation['operationId']} {response.status_code}: {media_type}"
    if method != "HEAD" and "json" in media_type:
        check_schema(content[media_type]["schema"], response.json())


def check_schema(schema, data):
    """Fail unless `data` fits a schema of the document, without a member that it does not name."""
    validator = Draft202012Validator(
        _absolute(schema), registry=_registry(), format_checker=FormatChecker()
    )
    faults = [f"{fault.json_path}: {fault.message}" for fault in validator.iter_errors(data)]
    assert not faults, "\n".join(faults)


@cache
def _pattern(template):
    return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)))


@cache
def _registry():
    closed = copy.deepcopy(document())
    for name, schema in closed["components"]["schemas"].items():
        if name not in _OPEN:
            _close(schema)
    resource = Resource(contents=closed, specification=DRAFT202012)
    return Registry().with_resource("urn:openapi", resource)


def _close(schema):
    """Refuse members that a schema does not name."""
    if isinstance(schema, list):
        for each in schema:
            _close(each)
    elif isinstance(schema, dict):
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for each in schema.values():
            _close(each)


def _absolute(schema):
    return json.loads(json.dumps(schema).replace('"#/', '"urn:openapi#/'))
