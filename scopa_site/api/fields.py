"""Declare what a body or a query holds: read strictly, and documented in OpenAPI.

Types are checked here and little else: what is readable but against the rules is for the services
to refuse. A text is a text, a number is a number (not true, not 7.0, not "7"), null is refused
unless allowed, and so is every field that was not declared.
"""

import re
import uuid
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NoReturn

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.fields import empty

from scopa_site.api.errors import InvalidRequest, UnknownParameter
from scopa_site.errors import FieldProblem

__all__ = [
    "NO_PARAMETERS",
    "BooleanField",
    "ChoiceField",
    "EmptyBody",
    "FlagParameter",
    "IntegerField",
    "ListField",
    "NumberParameter",
    "ObjectField",
    "QuerySerializer",
    "StrictField",
    "StrictSerializer",
    "StringField",
    "UUIDField",
]

# The answer to a hostile body stays small.
_MAX_PROBLEMS = 20
_MAX_NAME = 64


class StrictField(serializers.Field):  # type: ignore[type-arg]  # what it holds, a child says
    """Parent of the fields: the messages they share, and hints for the OpenAPI document.

    `hints` (minLength, pattern, ...) are documented, not checked.
    """

    default_error_messages = {
        "required": _("This field is required."),
        "null": _("This field may not be null."),
        "wrong_type": _("This field is of the wrong type."),
    }

    def __init__(self, *, hints: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.hints = dict(hints or {})


class StringField(StrictField, serializers.CharField):
    """A text, taken as it is: not trimmed, and it may be empty."""

    default_error_messages = {"wrong_type": _("This field must be a text.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=True, **kwargs)

    def run_validation(self, data: Any = empty) -> Any:
        """Read the text without the framework's own rule on empty ones."""
        return serializers.Field.run_validation(self, data)

    def to_internal_value(self, data: Any) -> str:
        """Return the text."""
        if type(data) is not str:
            self.fail("wrong_type")
        return data


class IntegerField(StrictField, serializers.IntegerField):
    """A whole number, written without a fraction."""

    default_error_messages = {"wrong_type": _("This field must be a whole number.")}

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        if type(data) is not int:
            self.fail("wrong_type")
        return data


class BooleanField(StrictField, serializers.BooleanField):
    """True or false."""

    default_error_messages = {"wrong_type": _("This field must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        """Return the truth value."""
        if type(data) is not bool:
            self.fail("wrong_type")
        return data


class ChoiceField(StrictField, serializers.ChoiceField):
    """One of some known words."""

    default_error_messages = {
        "wrong_type": _("This field must be a text."),
        "invalid_choice": _("This value is not one of those known here: {known}."),
    }

    def to_internal_value(self, data: Any) -> str:
        """Return the word."""
        if type(data) is not str:
            self.fail("wrong_type")
        if data not in self.choices:
            self.fail("invalid_choice", known=", ".join(map(str, self.choices)))
        return data


class UUIDField(StrictField, serializers.UUIDField):
    """An id in its canonical form."""

    default_error_messages = {"wrong_type": _("This field must be an id.")}

    def to_internal_value(self, data: Any) -> uuid.UUID:
        """Return the id."""
        try:
            value = uuid.UUID(data) if type(data) is str else None
        except ValueError:
            value = None
        if value is None or str(value) != data.lower():
            self.fail("wrong_type")
        return value


class ListField(StrictField, serializers.ListField):
    """A list; `child` says of what. One of more than `max_items` is refused unread."""

    default_error_messages = {
        "wrong_type": _("This field must be a list."),
        "too_long": _("This list may hold at most {max_items} items."),
    }

    def __init__(self, *, max_items: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.max_items = max_items
        if max_items is not None:
            self.hints["maxItems"] = max_items

    def to_internal_value(self, data: Any) -> list[Any]:
        """Return the list, every item read by `child`."""
        if type(data) is not list:
            self.fail("wrong_type")
        if self.max_items is not None and len(data) > self.max_items:
            self.fail("too_long", max_items=self.max_items)
        items: list[Any] = self.run_child_validation(data)
        return items


class ObjectField(StrictField, serializers.DictField):
    """An object whose keys and values are somebody else's to check."""

    default_error_messages = {"wrong_type": _("This field must be an object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the object."""
        if type(data) is not dict:
            self.fail("wrong_type")
        return data


class StrictSerializer(StrictField, serializers.Serializer[Any]):
    """The fields of a body. `parse` is the way in; nothing is written through it."""

    default_error_messages = {
        "wrong_type": _("This field must be an object."),
        "unknown_field": _("There is no such field here."),
    }

    @classmethod
    def parse(cls, data: object) -> dict[str, Any]:
        """Return the declared fields in `data`. Raises InvalidRequest, naming every fault."""
        try:
            value: dict[str, Any] = _reader(cls).run_validation(data)
        except ValidationError as exc:
            raise InvalidRequest(errors=_problems(exc.detail, "")) from None
        return value

    def run_validation(self, data: Any = empty) -> Any:
        """Read one object; a strict serializer has no validators of its own."""
        is_empty, data = self.validate_empty_values(data)
        return data if is_empty else self.to_internal_value(data)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the fields, having refused those that nobody declared."""
        if not isinstance(data, dict):
            self.fail("wrong_type")
        if unknown := data.keys() - self.fields.keys():
            self._fail_with_unknown(data, sorted(unknown))
        known: dict[str, Any] = super().to_internal_value(data)
        return known

    def _fail_with_unknown(self, data: dict[str, Any], unknown: list[str]) -> NoReturn:
        text = str(self.error_messages["unknown_field"])
        faults: dict[str, Any] = {
            name: [ErrorDetail(text, "unknown_field")] for name in unknown[:_MAX_PROBLEMS]
        }
        try:
            super().to_internal_value(data)
        except ValidationError as exc:
            faults.update(exc.detail)  # type: ignore[arg-type]  # a serializer's is a dict
        raise ValidationError(faults)


class EmptyBody(StrictSerializer):
    """A body that need not be there, and says nothing when it is."""


class QuerySerializer(StrictSerializer):
    """The parameters of a query: texts, each read as what it means. Itself it has none."""

    @classmethod
    def parse_query(cls, query: QueryDict) -> dict[str, Any]:
        """Return the parameters. Raises UnknownParameter or InvalidRequest."""
        if not query and cls is NO_PARAMETERS:
            return {}
        known = _reader(cls).fields
        wrong = [name for name, values in query.lists() if name not in known or len(values) > 1]
        if wrong:
            raise UnknownParameter(
                errors=[_wrong_parameter(name) for name in wrong[:_MAX_PROBLEMS]]
            )
        try:
            value: dict[str, Any] = _reader(cls).run_validation(query.dict())
        except ValidationError as exc:
            errors = [
                FieldProblem(f"?{problem.pointer[1:]}", problem.code, problem.detail)
                for problem in _problems(exc.detail, "")
            ]
            raise InvalidRequest(errors=errors) from None
        return value


NO_PARAMETERS = QuerySerializer


class NumberParameter(IntegerField):
    """A whole number in a query."""

    _digits = re.compile(r"-?[0-9]{1,18}\Z")

    def to_internal_value(self, data: Any) -> int:
        """Return the number that the text writes."""
        if not self._digits.match(data):
            self.fail("wrong_type")
        return int(data)


class FlagParameter(BooleanField):
    """True or false in a query, written so."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the truth value that the text writes."""
        if data not in {"true", "false"}:
            self.fail("wrong_type")
        return bool(data == "true")


@cache
def _reader(serializer: type[StrictSerializer]) -> StrictSerializer:
    """Keep one instance a class: its fields are copied once, and hold nothing of a request."""
    return serializer()


def _wrong_parameter(name: str) -> FieldProblem:
    return FieldProblem(
        f"?{name[:_MAX_NAME]}",
        "unknown_parameter",
        _("This parameter is unknown here or given twice."),
    )


def _problems(detail: Any, pointer: str) -> list[FieldProblem]:
    return list(_walk(detail, pointer))[:_MAX_PROBLEMS]


def _walk(detail: Any, pointer: str) -> Iterator[FieldProblem]:
    """Turn the framework's nested details into pointers (RFC 6901)."""
    if isinstance(detail, ErrorDetail):
        yield FieldProblem(pointer or "/", detail.code or "invalid", str(detail))
    elif isinstance(detail, dict):
        for key, inner in detail.items():
            escaped = str(key)[:_MAX_NAME].replace("~", "~0").replace("/", "~1")
            yield from _walk(inner, f"{pointer}/{escaped}")
    else:
        for inner in detail:
            yield from _walk(inner, pointer)
