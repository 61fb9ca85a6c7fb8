"""Read request bodies: strict JSON, bounded in size and depth, or nothing."""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any, NoReturn

from django.http import HttpRequest
from rest_framework.parsers import BaseParser

from scopa_site.api.errors import (
    BodyTooLarge,
    BodyUnreadable,
    DuplicateKey,
    InvalidJson,
    InvalidUtf8,
    LoneSurrogate,
    NotAnObject,
    NotJson,
    NulCharacter,
    NumberOutOfRange,
    TooDeep,
)

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_DIGITS", "StrictJSONParser", "parse_json", "read_json"]

MAX_BYTES = 16 * 1024
MAX_DEPTH = 16
MAX_DIGITS = 18  # every such integer fits the database's 64 bits

# A string, closed or not, is one token, so brackets inside it do not count. Each alternative
# consumes what it looks at: the scan is linear whatever it is fed.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)
_CONTENT_TYPE = re.compile(
    r'application/json(?:\s*+;\s*+(?:charset\s*+=\s*+"?utf-?8"?)?+)*+\s*+\Z', re.I
)


class StrictJSONParser(BaseParser):
    """Parse a body for the REST framework; `ApiView` reads bodies the same way."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the object in the body. Raises what `parse_json` raises, and BodyTooLarge."""
        body = stream.read(MAX_BYTES + 1)
        return parse_json(_bounded(body))


def read_json(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object in a request's body; an empty body counts as `{}`.

    Raises BodyTooLarge, NotJson, or one of the BodyUnreadable family.
    """
    body = _received(request)
    if not body:
        return {}
    if not _CONTENT_TYPE.match(request.META.get("CONTENT_TYPE", "")):
        raise NotJson
    if request.META.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise NotJson
    return parse_json(body)


def _received(request: HttpRequest) -> bytes:
    """Read the body, never more than the limit, whatever the headers promise."""
    declared = request.META.get("CONTENT_LENGTH") or ""
    if declared:
        if not (declared.isascii() and declared.isdigit()):
            raise BodyUnreadable
        if len(declared) > MAX_DIGITS or int(declared) > MAX_BYTES:
            raise BodyTooLarge(limit=MAX_BYTES)
        body = _bounded(request.body)
        if len(body) != int(declared):
            raise BodyUnreadable
        return body
    if not request.META.get("HTTP_TRANSFER_ENCODING"):
        return b""
    return _chunked(request)


def _chunked(request: HttpRequest) -> bytes:
    """Read a body of chunks. An empty one is refused: servers differ in what they tell.

    Gunicorn raises errors of its own for a broken chunk and for a client that went away; granian
    ends the body there. What was to be an object and is cut short cannot be read as one, but
    nothing at all would count as `{}`.
    """
    if not request.META.get("wsgi.input_terminated"):
        raise BodyUnreadable  # the server leaves the end of a chunked body unmarked
    try:
        body = request.META["wsgi.input"].read(MAX_BYTES + 1)
    except Exception as exc:  # each server has its own, and all mean the same here
        raise BodyUnreadable from exc
    if not body:
        raise BodyUnreadable
    return _bounded(body)


def _bounded(body: bytes) -> bytes:
    if len(body) > MAX_BYTES:
        raise BodyTooLarge(limit=MAX_BYTES)
    return body


def parse_json(body: bytes) -> dict[str, Any]:
    """Return the JSON object in `body`.

    Refuses what other readers would take in different ways, or what only hurts: duplicate keys,
    NUL, lone surrogates, deep nesting, NaN and infinities, integers of more than 18 digits.
    """
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise InvalidUtf8 from None
    _refuse_deep(text)
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as exc:
        raise InvalidJson(line=exc.lineno, column=exc.colno) from None
    if not isinstance(value, dict):
        raise NotAnObject
    if "\\u" in text:  # only an escape can bring in a NUL or half a pair
        _refuse_bad_characters(value)
    return value


def _refuse_deep(text: str) -> None:
    """Measure the nesting without recursion, before the recursive decoder sees the text."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise TooDeep(limit=MAX_DEPTH)
        elif mark in "]}":
            depth -= 1


def _refuse_bad_characters(value: object) -> None:
    for text in _texts(value):
        if "\0" in text:
            raise NulCharacter
        try:
            text.encode()
        except UnicodeEncodeError:
            raise LoneSurrogate from None


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        return
    inside: Iterable[object] = ()
    if isinstance(value, dict):
        yield from value
        inside = value.values()
    elif isinstance(value, list):
        inside = value
    for item in inside:
        yield from _texts(item)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _value in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise DuplicateKey(key=twice[:64].encode(errors="replace").decode())
    return result


def _integer(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise NumberOutOfRange
    return int(digits)


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise NumberOutOfRange
    return value


def _constant(_name: str) -> NoReturn:
    raise NumberOutOfRange


_decoder = json.JSONDecoder(
    object_pairs_hook=_without_duplicates,
    parse_int=_integer,
    parse_float=_number,
    parse_constant=_constant,
)
