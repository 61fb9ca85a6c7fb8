"""Bodies that no endpoint may take, and how each is refused."""

from dataclasses import dataclass, field

JSON = "application/json"
LIMIT = 16 * 1024


@dataclass(frozen=True)
class BadBody:
    name: str
    body: bytes
    status: int
    code: str
    content_type: str = JSON
    headers: dict[str, str] = field(default_factory=dict)


def _unreadable(code, **bodies):
    return [BadBody(name, body, 400, code) for name, body in bodies.items()]


def _padded(size):
    return b'{"a":"' + b"x" * (size - 8) + b'"}'


BAD_BODIES = [
    *_unreadable(
        "invalid_json",
        only_space=b"   ",
        only_nul=b"\0",
        opened=b"{",
        closed=b"}",
        crossed=b"{]",
        key_alone=b'{"a"}',
        no_value=b'{"a":}',
        trailing_comma=b'{"a":1,}',
        only_comma=b"{,}",
        single_quotes=b"{'a':1}",
        bare_key=b"{a:1}",
        number_key=b"{1:1}",
        leading_zero=b'{"a":01}',
        plus_sign=b'{"a":+1}',
        double_minus=b'{"a":--1}',
        no_digit_before_point=b'{"a":.5}',
        no_digit_after_point=b'{"a":1.}',
        no_exponent=b'{"a":1e}',
        hexadecimal=b'{"a":0x10}',
        half_a_word=b'{"a":tru}',
        python_word=b'{"a":True}',
        undefined=b'{"a":undefined}',
        text_after=b'{"a":1}x',
        two_objects=b'{"a":1}{"b":2}',
        comment=b"/* hello */{}",
        raw_newline=b'{"a":"\n"}',
        raw_control=b'{"a":"\x01"}',
        raw_nul=b'{"a":"\0"}',
        wrong_escape=b'{"a":"\\x41"}',
        short_escape=b'{"a":"\\u12"}',
        unclosed_text=b'{"a":"b}',
        unclosed_after_backslash=b'{"a":"b\\',
        byte_order_mark=b"\xef\xbb\xbf{}",
        vertical_tab=b"\x0b{}",
        no_break_space="\u00a0{}".encode(),
        utf_16_without_mark="{}".encode("utf-16-le"),
        a_form=b"username=anna&password=secret",
        xml=b"<username>anna</username>",
    ),
    *_unreadable(
        "not_an_object",
        a_list=b"[]",
        an_object_in_a_list=b'[{"username":"anna"}]',
        null=b"null",
        true=b"true",
        a_number=b"1",
        a_fraction=b"1.5",
        a_text=b'"anna"',
    ),
    *_unreadable(
        "invalid_utf8",
        lone_byte=b'{"a":"\xff"}',
        overlong=b'{"a":"\xc0\xaf"}',
        encoded_surrogate=b'{"a":"\xed\xa0\x80"}',
        cut_short=b'{"a":"\xe2\x82',
        latin_1='{"a":"è"}'.encode("latin-1"),
        utf_16="{}".encode("utf-16"),
        utf_32="{}".encode("utf-32"),
        beyond_unicode=b'{"a":"\xf4\x90\x80\x80"}',
    ),
    *_unreadable(
        "duplicate_key",
        twice=b'{"username":"anna","username":"bruno"}',
        thrice=b'{"a":1,"a":1,"a":1}',
        twice_inside=b'{"a":{"b":1,"b":2}}',
        twice_in_a_list=b'{"a":[{"b":1,"b":2}]}',
        twice_in_disguise=b'{"a":1,"\\u0061":2}',
        twice_empty=b'{"":1,"":2}',
    ),
    *_unreadable(
        "nul_character",
        nul_in_a_text=b'{"username":"an\\u0000na"}',
        nul_in_a_key=b'{"\\u0000":1}',
        nul_in_a_list=b'{"a":[["\\u0000"]]}',
        nul_in_a_deep_key=b'{"a":[{"\\u0000":1}]}',
    ),
    *_unreadable(
        "lone_surrogate",
        high_half=b'{"a":"\\ud800"}',
        low_half=b'{"a":"\\udc00"}',
        halves_swapped=b'{"a":"\\udc00\\ud800"}',
        half_in_a_key=b'{"\\uD83D":1}',
    ),
    *_unreadable(
        "too_deep",
        seventeen_lists=b'{"a":' + b"[" * 16 + b"]" * 16 + b"}",
        seventeen_objects=b'{"a":' * 17 + b"1" + b"}" * 17,
        two_thousand_lists=b'{"a":' + b"[" * 2000 + b"]" * 2000 + b"}",
        never_closed=b"[" * LIMIT,
        objects_never_closed=b'{"a":' * 3000,
        behind_brackets_in_a_text=b'{"a":"]]]]}}}}\\"]","b":' + b"[" * 16 + b"]" * 16 + b"}",
    ),
    *_unreadable(
        "number_out_of_range",
        nan=b'{"a":NaN}',
        infinity=b'{"a":Infinity}',
        minus_infinity=b'{"a":-Infinity}',
        infinite_in_effect=b'{"a":1e400}',
        minus_infinite_in_effect=b'{"a":-1e400}',
        nineteen_digits=b'{"a":1234567890123456789}',
        minus_nineteen_digits=b'{"a":-1234567890123456789}',
        five_thousand_digits=b'{"a":' + b"9" * 5000 + b"}",
    ),
    BadBody("one_byte_too_many", _padded(LIMIT + 1), 413, "body_too_large"),
    BadBody("a_megabyte", _padded(2**20), 413, "body_too_large"),
    BadBody("ten_megabytes", _padded(10 * 2**20), 413, "body_too_large"),
    BadBody("plain_text", b"{}", 415, "not_json", "text/plain"),
    BadBody("form", b"a=1", 415, "not_json", "application/x-www-form-urlencoded"),
    BadBody("multipart", b"--x\r\n\r\n--x--", 415, "not_json", "multipart/form-data; boundary=x"),
    BadBody("no_type", b"{}", 415, "not_json", ""),
    BadBody("other_json", b"{}", 415, "not_json", "application/problem+json"),
    BadBody("jsonp", b"{}", 415, "not_json", "application/javascript"),
    BadBody("nearly_json", b"{}", 415, "not_json", "application/jsonx"),
    BadBody("latin_1_declared", b"{}", 415, "not_json", "application/json; charset=latin-1"),
    BadBody("compressed", b"\x1f\x8b", 415, "not_json", JSON, {"content-encoding": "gzip"}),
]
