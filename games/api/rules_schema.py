"""The JSON Schema of a rule set, made from the engine's table of fields.

It says what may stand in each field by itself, and names the combinations that are refused;
`POST /rules/validate` judges a whole rule set.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from games import engine
from games.engine.combinations import COMBINATIONS
from games.engine.fields import FIELDS, Value
from games.plain_rules import FIELD_TEXTS, GROUP_TEXTS, Both, FieldText

__all__ = ["bare_rules_schema", "rules_schema"]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_LISTED: Final = 12  # more numbers than this are told as a range
_DEFAULTS: Final = engine.encode_rules(engine.RuleSet())


@cache
def rules_schema(language: str) -> dict[str, Any]:
    """Describe a rule set, its titles in "it" or "en"; both stand beside. Shared: read only."""
    return {
        "$schema": _DIALECT,
        "$id": "urn:scopa:rules",
        **_group(_DEFAULTS, "", language),
        "x-combinations": [
            {"path": rule.path, "it": rule.reason_it, "en": rule.reason_en} for rule in COMBINATIONS
        ],
    }


def bare_rules_schema() -> dict[str, Any]:
    """Describe a rule set without any words."""
    return _bare(_DEFAULTS, "")


def _bare(document: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    properties = {
        name: _bare(value, f"{prefix}{name}.")
        if isinstance(value, dict)
        else _values(prefix + name, value)
        for name, value in document.items()
    }
    return {"type": "object", "required": list(properties), "properties": properties}


def _group(document: Mapping[str, Any], prefix: str, language: str) -> dict[str, Any]:
    properties = {
        name: _group(value, f"{prefix}{name}.", language)
        if isinstance(value, dict)
        else _field(prefix + name, value, language)
        for name, value in document.items()
    }
    return {
        **_words(GROUP_TEXTS[prefix.rstrip(".")], None, language),
        "type": "object",
        "required": list(properties),
        "additionalProperties": False,
        "properties": properties,
    }


def _field(path: str, default: Value, language: str) -> dict[str, Any]:
    """Describe a field: what may stand there, what does by default, and what it is called."""
    schema = _values(path, default)
    words = _words(FIELD_TEXTS[path], schema.get("enum"), language)
    known = {"x-path": path, "default": default} if path in FIELDS else {}
    return {**words, **schema, **known}


def _values(path: str, default: Value) -> dict[str, Any]:
    if path not in FIELDS:  # the head: a version and a name
        return {"const": default} if isinstance(default, int) else {"type": "string"}
    known = FIELDS[path].known
    numbers = [value for value in known if type(value) is int]
    if len(numbers) <= _LISTED:
        return {"enum": list(known)}
    kinds = ["integer", "null"] if None in known else "integer"
    return {"type": kinds, "minimum": min(numbers), "maximum": max(numbers)}


def _words(text: FieldText, values: list[Value] | None, language: str) -> dict[str, Any]:
    both = {each: _in(each, text, values) for each in Both._fields}
    return {
        "title": both[language]["title"],
        "description": both[language]["description"],
        **{f"x-{each}": words for each, words in both.items()},
    }


def _in(language: str, text: FieldText, values: list[Value] | None) -> dict[str, Any]:
    """Give the words in one language; `options` are labels in the order of the enum."""
    words: dict[str, Any] = {
        "title": getattr(text.title, language),
        "description": getattr(text.description, language),
    }
    if text.options:
        labels = {value: getattr(label, language) for value, label in text.options.items()}
        words["options"] = [labels.get(str(value), "–") for value in values or ()]
    return words
