"""The JSON Schema of a rule set, made from the engine's table of fields.

It says what may stand in each field by itself, and names the combinations that are refused;
`POST /rules/validate` judges a whole rule set. The two agree on every value but one kind: to JSON
Schema 11.0 is an integer, to the engine it is not 11 (R8.2).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from games import engine
from games.engine.combinations import COMBINATIONS
from games.engine.fields import FIELDS, Value
from games.plain_rules import FIELD_TEXTS, GROUP_TEXTS, Both, FieldText, value_label

__all__ = ["bare_rules_schema", "rules_schema"]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_LISTED: Final = 12  # more numbers than this are told as a range
_TYPES: Final = {bool: "boolean", int: "integer", str: "string", type(None): "null"}
_DEFAULTS: Final = engine.encode_rules(engine.RuleSet())


@cache
def rules_schema(language: str) -> dict[str, Any]:
    """Describe a rule set, its titles in "it" or "en"; both stand beside. Shared: read only."""
    return {
        "$schema": _DIALECT,
        "$id": "urn:scopa:rules",
        **_group(_DEFAULTS, "", language),
        "x-combinations": [
            {"paths": list(rule.paths), "it": rule.reason_it, "en": rule.reason_en}
            for rule in COMBINATIONS
        ],
    }


def bare_rules_schema() -> dict[str, Any]:
    """Describe a rule set without any words."""
    return _bare(_DEFAULTS, "")


def _bare(document: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    properties = {
        name: _bare(value, f"{prefix}{name}.")
        if isinstance(value, dict)
        else _plainly(_values(prefix + name, value))
        for name, value in document.items()
    }
    return {"type": "object", "required": list(properties), "properties": properties}


def _plainly(schema: dict[str, Any]) -> dict[str, Any]:
    """Leave out the two values of a truth value: generators of clients choke on their list."""
    if schema["type"] == "boolean":
        return {"type": "boolean"}
    return schema


def _group(document: Mapping[str, Any], prefix: str, language: str) -> dict[str, Any]:
    properties = {
        name: _group(value, f"{prefix}{name}.", language)
        if isinstance(value, dict)
        else _field(prefix + name, value, language)
        for name, value in document.items()
    }
    return {
        **_words(GROUP_TEXTS[prefix.rstrip(".")], language),
        "type": "object",
        "required": list(properties),
        "additionalProperties": False,
        "properties": properties,
    }


def _field(path: str, default: Value, language: str) -> dict[str, Any]:
    """Describe a field: what may stand there, what does by default, and what it is called."""
    schema = _values(path, default)
    labels = [value_label(path, value) for value in schema.get("enum", ())]
    words = _words(FIELD_TEXTS[path], language, labels)
    known = {"x-path": path, "default": default} if path in FIELDS else {}
    return {**words, **schema, **known}


def _values(path: str, default: Value) -> dict[str, Any]:
    if path not in FIELDS:  # the head: a version and a name
        return {"type": _type_of(default)} | ({"const": default} if path == "schema" else {})
    known = FIELDS[path].known
    kinds = sorted({_type_of(value) for value in known})
    kind = {"type": kinds[0] if len(kinds) == 1 else kinds}
    numbers = [value for value in known if type(value) is int]
    if len(numbers) <= _LISTED:
        return {**kind, "enum": list(known)}
    return {**kind, "minimum": min(numbers), "maximum": max(numbers)}


def _type_of(value: Value) -> str:
    """Name the type of a value as JSON Schema does. True is an integer only to Python."""
    return _TYPES[type(value)]


def _words(text: FieldText, language: str, labels: Sequence[Both] = ()) -> dict[str, Any]:
    both = {each: _in(each, text, labels) for each in Both._fields}
    return {
        "title": both[language]["title"],
        "description": both[language]["description"],
        **{f"x-{each}": words for each, words in both.items()},
    }


def _in(language: str, text: FieldText, labels: Sequence[Both]) -> dict[str, Any]:
    """Give the words in one language; `options` are labels in the order of the enum."""
    words: dict[str, Any] = {
        "title": getattr(text.title, language),
        "description": getattr(text.description, language),
    }
    return words | ({"options": [getattr(each, language) for each in labels]} if labels else {})
