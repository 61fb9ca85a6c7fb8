"""Put the API document into a shape that generators of clients and of requests understand."""

from typing import Any

__all__ = ["close_bodies", "tidy"]

# What the library adds to each text that may be empty: nothing here is refused for that alone.
_BLANK = {"type": "string", "maxLength": 0}


def close_bodies(document: dict[str, Any]) -> None:
    """Say of what a body holds that nothing else is taken; answers stay open for what may come."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                _close(content["schema"], document["components"]["schemas"])


def _close(schema: Any, components: dict[str, Any]) -> None:
    if isinstance(schema, dict):
        if "$ref" in schema:
            _close(components[schema["$ref"].rpartition("/")[2]], components)
        elif "properties" in schema:
            schema["additionalProperties"] = False
    for inner in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(inner, dict | list):
            _close(inner, components)


def tidy(part: Any) -> None:
    """Remove the marks that the library leaves for a hook of its own, and part words from null."""
    if isinstance(part, dict):
        part.pop("x-spec-enum-id", None)
        if None in part.get("enum", ()):
            _part_from_null(part)
        for name in ("oneOf", "type"):  # of what has hints: it is told twice that it may be null
            if isinstance(part.get(name), list):
                part[name] = _once(part[name])
        if part.get("oneOf", ())[1:] == [_BLANK]:
            part.update(part.pop("oneOf")[0])
    for inner in part.values() if isinstance(part, dict) else part:
        if isinstance(inner, dict | list):
            tidy(inner)


def _part_from_null(schema: dict[str, Any]) -> None:
    """Let generators of clients make one type of the words: of words and null some make three."""
    words = [word for word in schema.pop("enum") if word is not None]
    (kind,) = (kind for kind in schema.pop("type") if kind != "null")
    schema["oneOf"] = [{"type": kind, "enum": words}, {"type": "null"}]


def _once(parts: list[Any]) -> list[Any]:
    return [each for place, each in enumerate(parts) if each not in parts[:place]]
