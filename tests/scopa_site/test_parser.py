"""Bodies are strict JSON, bounded before anything looks at them."""

import contextlib
import io
import json
import socket
import sys

import pytest
from django.core.handlers.wsgi import WSGIRequest
from gunicorn.config import Config
from gunicorn.http import get_parser
from hypothesis import given
from hypothesis import strategies as st

from players.services import create_guest
from scopa_site.api.errors import BodyTooLarge, BodyUnreadable, NotJson, TooDeep
from scopa_site.api.parser import MAX_BYTES, MAX_DEPTH, parse_json, read_json
from scopa_site.errors import DomainError
from tests.players.accounts import NOW
from tests.scopa_site.corpus import BAD_BODIES, JSON


class TestBadBodies:
    def test_are_many_and_have_each_its_own_name(self):
        names = {bad.name for bad in BAD_BODIES}
        assert len(names) == len(BAD_BODIES) >= 60

    @pytest.mark.django_db
    @pytest.mark.parametrize("bad", BAD_BODIES, ids=lambda bad: bad.name)
    def test_are_refused_with_a_problem_by_every_endpoint(self, bad, client, settings):
        settings.SCOPA_LIMITS = dict.fromkeys(settings.SCOPA_LIMITS, (1000, 60))
        token = create_guest(now=NOW).token
        for method, path in [
            ("POST", "/api/v1/auth/signup"),
            ("POST", "/api/v1/auth/login"),
            ("POST", "/api/v1/auth/guest"),
            ("POST", "/api/v1/auth/logout"),
            ("PATCH", "/api/v1/me"),
        ]:
            response = client.generic(
                method,
                path,
                bad.body,
                content_type=bad.content_type,
                headers={"authorization": f"Bearer {token}", **bad.headers},
            )
            assert response.status_code == bad.status, path
            assert response["Content-Type"] == "application/problem+json"
            assert response.json()["code"] == bad.code


class TestParseJson:
    @pytest.mark.parametrize(
        "bad", [b for b in BAD_BODIES if b.status == 400], ids=lambda b: b.name
    )
    def test_raises_a_domain_error_and_nothing_else(self, bad):
        with pytest.raises(DomainError) as refusal:
            parse_json(bad.body)
        assert refusal.value.code == bad.code

    @pytest.mark.parametrize(
        ("body", "value"),
        [
            (b"{}", {}),
            (b' {"a" : 1}\n', {"a": 1}),
            (b'{"a":123456789012345678}', {"a": 123456789012345678}),
            (b'{"a":-123456789012345678}', {"a": -123456789012345678}),
            (b'{"a":1.5e3}', {"a": 1500.0}),
            (b'{"a":"\\u00e8\\ud83c\\udca1"}', {"a": "è🂡"}),
            ('{"a":"è🂡"}'.encode(), {"a": "è🂡"}),
            (b'{"a":"\\\\u0000"}', {"a": "\\u0000"}),
            (b'{"a":"[[[[[[[[[[[[[[[[[[[[[["}', {"a": "[" * 22}),
            (b'{"a":"\\"[[[[[[[[[[[[[[[[[[[[[["}', {"a": '"' + "[" * 22}),
        ],
    )
    def test_takes_what_is_sound(self, body, value):
        assert parse_json(body) == value

    def test_takes_sixteen_levels_and_no_more(self):
        lists = MAX_DEPTH - 1
        assert parse_json(b'{"a":' + b"[" * lists + b"]" * lists + b"}")
        with pytest.raises(TooDeep):
            parse_json(b'{"a":' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}")

    def test_counts_only_what_is_open_at_once(self):
        body = b'{"a":[' + b",".join([b'{"b":[]}'] * 500) + b"]}"
        assert len(parse_json(body)["a"]) == 500

    def test_needs_no_deep_stack_for_a_deep_body(self):
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(200)
        try:
            with pytest.raises(TooDeep):
                parse_json(b"[" * MAX_BYTES)
        finally:
            sys.setrecursionlimit(before)

    @given(
        st.dictionaries(
            st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
            st.recursive(
                st.none()
                | st.booleans()
                | st.integers(-(10**18) + 1, 10**18 - 1)
                | st.floats(allow_nan=False, allow_infinity=False)
                | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
                lambda inside: st.lists(inside, max_size=3),
                max_leaves=8,
            ),
            max_size=4,
        ),
        st.booleans(),
    )
    def test_reads_what_json_writes(self, value, ascii_only):
        assert parse_json(json.dumps(value, ensure_ascii=ascii_only).encode()) == value

    @given(st.binary(max_size=200))
    def test_reads_or_refuses_any_bytes(self, body):
        with contextlib.suppress(DomainError):
            assert isinstance(parse_json(body), dict)

    @given(st.text(alphabet='{}[]":,\\ud8001aetrufnN-.e ', max_size=80))
    def test_reads_or_refuses_what_looks_like_json(self, text):
        with contextlib.suppress(DomainError):
            assert parse_json(text.encode()) == json.loads(text)


class TestReadJson:
    @staticmethod
    def request(body=b"", **environ):
        return WSGIRequest(
            {
                "REQUEST_METHOD": "POST",
                "PATH_INFO": "/",
                "CONTENT_TYPE": JSON,
                "wsgi.input": io.BytesIO(body),
                **environ,
            }
        )

    def test_counts_no_body_as_an_empty_object(self):
        assert read_json(self.request()) == {}
        assert read_json(self.request(CONTENT_LENGTH="0", CONTENT_TYPE="")) == {}
        assert read_json(self.request(CONTENT_LENGTH="")) == {}

    @pytest.mark.parametrize(
        "content_type",
        [
            JSON,
            "Application/JSON",
            "application/json; charset=utf-8",
            'application/json;charset="UTF-8"',
            "application/json;charset=UTF8",
            "application/json;",
            "application/json ; charset=utf-8 ;",
        ],
    )
    def test_takes_json_in_utf_8(self, content_type):
        request = self.request(b'{"a":1}', CONTENT_LENGTH="7", CONTENT_TYPE=content_type)
        assert read_json(request) == {"a": 1}

    @pytest.mark.parametrize(
        "content_type",
        [
            "application/json; x",
            "application/json charset=utf-8",
            "application/json;charset=utf-16",
            "application/json;charset=utf-8;version=1",
            "application/json" + " ; " * 10_000 + "x",
        ],
    )
    def test_takes_no_other_type(self, content_type):
        request = self.request(b'{"a":1}', CONTENT_LENGTH="7", CONTENT_TYPE=content_type)
        with pytest.raises(NotJson):
            read_json(request)

    def test_takes_a_body_of_the_greatest_size(self):
        body = b'{"a":"' + b"x" * (MAX_BYTES - 8) + b'"}'
        assert read_json(self.request(body, CONTENT_LENGTH=str(MAX_BYTES)))

    def test_refuses_a_length_beyond_the_limit_without_reading(self):
        request = self.request(b"{}", CONTENT_LENGTH=str(MAX_BYTES + 1))
        with pytest.raises(BodyTooLarge):
            read_json(request)
        assert request.META["wsgi.input"].tell() == 0

    @pytest.mark.parametrize("length", ["9" * 5000, str(2**63)])
    def test_refuses_an_absurd_length(self, length):
        with pytest.raises(BodyTooLarge):
            read_json(self.request(b"{}", CONTENT_LENGTH=length))

    @pytest.mark.parametrize("length", ["-1", "+2", "2.0", "two", "0x2", "²", " 2"])
    def test_refuses_a_length_that_is_no_number(self, length):
        with pytest.raises(BodyUnreadable):
            read_json(self.request(b"{}", CONTENT_LENGTH=length))

    def test_refuses_a_body_shorter_than_its_length(self):
        with pytest.raises(BodyUnreadable):
            read_json(self.request(b'{"a":1}', CONTENT_LENGTH="8"))

    def test_reads_no_further_than_the_length(self):
        request = self.request(b'{"a":1}{"b":2}', CONTENT_LENGTH="7")
        assert read_json(request) == {"a": 1}

    def test_reads_a_chunked_body_that_the_server_ends(self):
        chunked = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True}
        assert read_json(self.request(b'{"a":1}', **chunked)) == {"a": 1}

    def test_bounds_a_chunked_body(self):
        chunked = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True}
        request = self.request(b"x" * (10 * MAX_BYTES), **chunked)
        with pytest.raises(BodyTooLarge):
            read_json(request)
        assert request.META["wsgi.input"].tell() == MAX_BYTES + 1

    def test_refuses_a_chunked_body_that_nobody_ends(self):
        with pytest.raises(BodyUnreadable):
            read_json(self.request(b'{"a":1}', HTTP_TRANSFER_ENCODING="chunked"))

    @pytest.mark.parametrize("rest", [b"", b"{"])
    def test_refuses_a_chunked_body_that_ends_too_early_on_a_server_that_hides_it(self, rest):
        chunked = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True}
        with pytest.raises(BodyUnreadable):
            read_json(self.request(rest, **chunked))


class TestChunksAsGunicornReadsThem:
    """The server's own reader, fed through a socket by a client that breaks the rules."""

    @staticmethod
    def read(sent):
        config = Config()
        client, server = socket.socketpair()
        with client, server:
            client.sendall(
                b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + sent
            )
            client.shutdown(socket.SHUT_WR)
            parsed = next(get_parser(config, server, ("127.0.0.1", 1)))
            return read_json(
                TestReadJson.request(
                    **{
                        "HTTP_TRANSFER_ENCODING": "chunked",
                        "wsgi.input_terminated": True,
                        "wsgi.input": parsed.body,
                    }
                )
            )

    def test_are_taken_when_they_are_whole(self):
        assert self.read(b'3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n') == {"a": 1}

    @pytest.mark.parametrize(
        "sent",
        [
            b"ZZ\r\n{}\r\n0\r\n\r\n",
            b"-1\r\n{}",
            b"2\r\n{}XX\r\n",
            b"2\r\n{}\r\n0\r\nno trailer\r\n\r\n",
            b"",
            b"2",
            b"2\r\n",
            b"2\r\n{",
            b"2\r\n{}",
            b"2\r\n{}\r\n",
            b"2\r\n{}\r\n0\r\n",
        ],
    )
    def test_are_refused_when_they_are_broken_or_cut_short(self, sent):
        with pytest.raises(BodyUnreadable):
            self.read(sent)
