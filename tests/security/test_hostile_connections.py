"""Bodies that lie about themselves on the wire, to a whole server: nothing is made, nothing breaks.

What is malformed as HTTP the server itself refuses, in its own words or by hanging up.
"""

import gzip
import sqlite3

import pytest

from tests.e2e.test_make_run import HEALTHZ, serving

GUEST = (
    b"POST /api/v1/auth/guest HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\n"
)
CHUNKED = b"Transfer-Encoding: chunked\r\n"
BOMB = gzip.compress(b'{"device_name":"' + b"x" * 10_000_000 + b'"}')


def sized(body, *more, length=None):
    said = str(len(body)) if length is None else length
    return GUEST + b"".join(more) + f"Content-Length: {said}\r\n\r\n".encode() + body


HOSTILE = {
    "longer than it is": sized(b"{}", length="3"),
    "much longer than it is": sized(b"{}", length="16000"),
    "too large to send": sized(b"{}", length="999999999999"),
    "a length of many digits": sized(b"{}", length="9" * 5_000),
    "a negative length": sized(b"{}", length="-1"),
    "a length with a sign": sized(b"{}", length="+2"),
    "a length in words": sized(b"{}", length="two"),
    "two lengths": sized(b"{}", b"Content-Length: 5\r\n"),
    "a length cut off by what follows": sized(b'{"device_name":"a"}', length="5"),
    "a length and chunks": sized(b"0\r\n\r\n{}", CHUNKED),
    "chunks and then chunks": GUEST + CHUNKED + CHUNKED + b"\r\n2\r\nxx\r\n0\r\n\r\n",
    "an unknown transfer": GUEST + b"Transfer-Encoding: xchunked\r\n\r\n{}",
    "chunks of a huge size": GUEST + CHUNKED + b"\r\nffffffffffffffff\r\n{}",
    "chunks that never end": GUEST + CHUNKED + b"\r\n" + b"1\r\n[\r\n" * 20_000,
    "too much in chunks": GUEST + CHUNKED + b"\r\nfffff\r\n" + b"[" * 0xFFFFF + b"\r\n0\r\n\r\n",
    "a bomb": sized(BOMB, b"Content-Encoding: gzip\r\n"),
    "a bomb that is not declared": sized(BOMB),
    "a bomb as transfer": GUEST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "a folded header": GUEST + b"Content-Length: 2\r\n , 5\r\n\r\n{}",
    "a space before the colon": GUEST + b"Content-Length : 2\r\n\r\n{}",
    "a nul in a header": GUEST + b"X-A: \0\r\nContent-Length: 2\r\n\r\n{}",
    "a bare line feed": GUEST + b"X-A: b\n\nContent-Length: 2\r\n\r\n{",
    "another version": GUEST.replace(b"HTTP/1.1", b"HTTP/3.9") + b"\r\n",
    "no version": b"POST /api/v1/auth/guest\r\n\r\n",
    "no request at all": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
    "an endless header": GUEST + b"X-A: " + b"a" * 200_000 + b"\r\n\r\n",
    "endless headers": GUEST + b"".join(b"X-%d: a\r\n" % n for n in range(5_000)) + b"\r\n",
    "nul bytes": sized(b"\0" * 100),
    "another host": sized(b"{}").replace(b"localhost", b"evil.example"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    with serving(folder) as running:
        running.folder = folder
        yield running


def players(server):
    with sqlite3.connect(server.folder / "scopa.sqlite3") as database:
        (count,) = database.execute("SELECT count(*) FROM players_player").fetchone()
    database.close()
    return count


@pytest.mark.parametrize("name", HOSTILE)
def test_refuses_or_hangs_up_and_makes_nothing(server, name):
    before = players(server)
    try:
        answer = server.send(HOSTILE[name])
    except OSError:  # it hung up while there was still more to send
        answer = b""
    status = answer[9:12]
    # 501 is the server's word, as HTTP wants it, for a transfer coding that it does not know.
    assert answer == b"" or b"400" <= status < b"500" or status == b"501", answer[:400]
    if b"application/json" in answer or b'{"' in answer:
        assert b"content-type: application/problem+json" in answer.lower()
    assert b"200 OK" in server.send(HEALTHZ + b"\r\n")
    assert players(server) == before
    assert "Traceback" not in server.said


def test_would_not_pass_if_the_guest_were_made(server):
    before = players(server)
    assert server.send(sized(b"{}")).startswith(b"HTTP/1.1 201 ")
    assert players(server) == before + 1
