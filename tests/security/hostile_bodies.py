"""Whole bodies that no call may take: broken on the way, broken inside, or sound and not asked for.

Those of `tests.scopa_site.corpus` are held there to one code each; here they go to every call.
"""

import gzip
import json
import zlib
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from tests.scopa_site.corpus import BAD_BODIES
from tests.security.hostile_texts import TEXTS, VALUES

JSON = "application/json"


@dataclass(frozen=True)
class Hostile:
    name: str
    body: bytes
    content_type: str = JSON
    headers: dict[str, str] = field(default_factory=dict)
    environ: dict[str, Any] = field(default_factory=dict)  # what the server would say otherwise

    def for_server(self):
        """Return what goes into the environment of a request, each time anew."""
        environ = dict(self.environ)
        if "wsgi.input_terminated" in environ or "CONTENT_LENGTH" in environ:
            environ["wsgi.input"] = BytesIO(self.body)
        return environ


def _hostile(kind, bodies, **more):
    return [Hostile(f"{kind}: {name}", body, **more) for name, body in bodies.items()]


def _written(value):
    return json.dumps(value, ensure_ascii=False).encode()


def _member(key, value):
    return _written({key: value})


_KNOWN = [
    Hostile(f"refused: {bad.name}", bad.body, bad.content_type, bad.headers) for bad in BAD_BODIES
]

# A field that no call has, and one that many have beside it.
_SOUND_BUT_UNKNOWN = [
    *_hostile("as a key", {name: _member(f"x{text}", 1) for name, text in TEXTS.items()}),
    *_hostile("in an unknown field", {n: _member("x", text) for n, text in TEXTS.items()}),
    *_hostile("in an unknown field", {n: _member("x", value) for n, value in VALUES.items()}),
    *_hostile("in a list", {n: _member("x", [text] * 3) for n, text in TEXTS.items()}),
]

_EVERY_NAME = (
    *("username", "password", "email", "device_name", "display_name", "language", "timezone"),
    *("ply", "card", "capture", "seat", "preset", "rules", "clock", "seats", "text", "phrase"),
    *("reason", "code", "cursor", "days", "kind", "id", "status", "version", "rating"),
    *("is_staff", "is_superuser", "is_active", "player_id", "match_id"),
)
_OVERPOSTED = _hostile(
    "in every field",
    {
        name: _written(dict.fromkeys(_EVERY_NAME, value))
        for name, value in {**VALUES, "text": "anna", "empty": "", "list": []}.items()
        if len(str(value)) < 300
    },
)

_PRIVILEGES = _hostile(
    "of a row",
    {
        name: _member(name, value)
        for name, value in {
            "is_staff": True,
            "is_superuser": True,
            "pk": 1,
            "id": 1,
            "_state": {},
            "_connector": "OR 1=1",
            "_negated": True,
            "player": 1,
            "player_id": 1,
            "owner": 1,
            "owner__is_staff": True,
            "rating": 9_999,
            "hand": ["7D"],
            "deck": ["7D"],
            "seed": 1,
            "deadline": "2999-01-01T00:00:00Z",
            "is_ai": True,
            "score": [21, 0],
            "digest": "00",
            "csrfmiddlewaretoken": "x",
            "__class__": "object",
            "py/object": "os.system",
            "$ref": "#/",
            "@type": "java.lang.Runtime",
        }.items()
    },
)

_ENCODED = _hostile(
    "in another encoding",
    {
        encoding: '{"username":"anna","password":"è"}'.encode(encoding)
        for encoding in ("utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le", "latin-1", "cp1252")
    }
    | {
        "utf_7": b"+AHsAIgBhACIAOg-1+AH0-",
        "ebcdic": '{"a":1}'.encode("cp500"),
        "five_byte_form": b'{"a":"\xf8\x88\x80\x80\x80"}',
        "overlong_quote": b'{"a":\xc0\xa2b"}',
        "overlong_nul": b'{"a":"\xc0\x80"}',
        "stray_continuation": b'{"a":"\x80\x80"}',
        "surrogates_as_bytes": b'{"a":"\xed\xa0\xbd\xed\xb8\x80"}',
        "mark_of_utf_32": b"\x00\x00\xfe\xff{}",
        "random_bytes": bytes(range(256)),
    },
)

_LARGE = _hostile(
    "large",
    {
        "depth_2_000": b'{"a":' * 2_000 + b"1" + b"}" * 2_000,
        "depth_100_000": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "lists_100_000": b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        "never_closed_100_000": b"[" * 100_000,
        "number_of_5_000_digits": b'{"a":' + b"7" * 5_000 + b"}",
        "number_of_16_000_digits": b'{"a":' + b"7" * 16_000 + b"}",
        "fraction_of_16_000_digits": b'{"x":0.' + b"7" * 16_000 + b"}",
        "exponent_of_5_000_digits": b'{"a":1e' + b"9" * 5_000 + b"}",
        "minus_signs": b'{"a":' + b"-" * 10_000 + b"1}",
        "white_space": b" " * 16_000 + b"x",
        "commas": b"{" + b"," * 10_000 + b"}",
        "colons": b'{"a"' + b":" * 10_000 + b"1}",
        "quotes": b'{"a":"' + b'\\"' * 8_000,
        "escapes": b'{"x":"' + b"\\u0041" * 2_600 + b'"}',
        "pairs_of_surrogates": b'{"x":"' + b"\\ud83d\\ude00" * 1_300 + b'"}',
        "same_key_1_000_times": b"{" + b",".join([b'"a":1'] * 1_000) + b"}",
        "many_keys": b"{" + b",".join(b'"k%d":1' % n for n in range(1_500)) + b"}",
        "collisions": b"{" + b",".join(b'"%d":1' % (n << 20) for n in range(1_000)) + b"}",
        "five_megabytes_of_text": b'{"a":"' + b"x" * (5 * 2**20) + b'"}',
        "a_megabyte_of_space": b" " * 2**20,
        "a_megabyte_of_lists": b"[" * 2**20,
        "a_megabyte_of_nul": b"\0" * 2**20,
    },
)

_BOMB = gzip.compress(b'{"a":"' + b"x" * (10 * 2**20) + b'"}')
_COMPRESSED = [
    Hostile(f"compressed: {name}", body, headers={"content-encoding": name.split("/")[0]})
    for name, body in {
        "gzip": gzip.compress(b"{}"),
        "gzip/bomb": _BOMB,
        "gzip/twice": gzip.compress(_BOMB),
        "gzip/cut": _BOMB[:100],
        "gzip/not at all": b"{}",
        "deflate": zlib.compress(b"{}"),
        "br": b"\x0b\x00\x80{}\x03",
        "zstd": b"\x28\xb5\x2f\xfd\x20\x02\x11\x00\x00{}",
        "gzip, gzip": b"{}",
        "identity, gzip": b"{}",
        "x" * 3_000: b"{}",
    }.items()
]
_UNDECLARED = _hostile("undeclared", {"gzip": gzip.compress(b"{}"), "bomb": _BOMB})

_TYPES = [
    Hostile(f"declared as: {content_type[:40]!r}", b"{}", content_type)
    for content_type in (
        "*/*",
        "application/*",
        "text/json",
        "application/json5",
        "application/x-ndjson",
        "application/ld+json",
        "application/json, text/plain",
        "application/json; charset=utf-16",
        "application/json; charset=utf-8; charset=utf-7",
        "application/json; boundary=x",
        "application/json\x00",
        "text/xml",
        "application/octet-stream",
        "application/x-yaml",
        "application/x-python-pickle",
        "application/msgpack",
        "application/" + "j" * 5_000,
        "multipart/form-data",
    )
]

_SMALL = b'{"a":1}'
_LENGTHS = [
    Hostile(f"length: {length[:20]!r}", _SMALL, environ={"CONTENT_LENGTH": length})
    for length in (
        *("-1", "+7", "7.0", "7,7", "0x7", "seven", "²", " 7", "7 ", "7;8", "1e1"),
        *("6", "8", "16384", "16385", "9" * 18, "9" * 19, "9" * 5_000, str(2**31), str(2**63)),
    )
]
_CHUNKED = [
    Hostile(
        f"chunked: {name}",
        body,
        headers={"transfer-encoding": "chunked"},
        environ={"CONTENT_LENGTH": "", **({} if name == "unmarked" else {_ENDED: True})},
    )
    for _ENDED in ["wsgi.input_terminated"]
    for name, body in {
        "unmarked": _SMALL,
        "empty": b"",
        "half": b'{"a"',
        "unknown": _SMALL,
        "too_large": b'{"a":"' + b"x" * 20_000 + b'"}',
        "endless": b"[" * 2**20,
        "text": b"7\r\n{}\r\n0\r\n\r\n",
        "bad_bytes": b"\xff\xfe",
    }.items()
]

HOSTILE_BODIES = [
    *_KNOWN,
    *_SOUND_BUT_UNKNOWN,
    *_OVERPOSTED,
    *_PRIVILEGES,
    *_ENCODED,
    *_LARGE,
    *_COMPRESSED,
    *_UNDECLARED,
    *_TYPES,
    *_LENGTHS,
    *_CHUNKED,
]
