"""`make run` with streams open: others are served, and Ctrl-C still ends it."""

import http.client
import json
import signal
import time
from contextlib import ExitStack, closing

import pytest

from tests.e2e.test_make_run import serving

ENDS_WITHIN_SECONDS = 5
PLACES = 4


def connect(server):
    return http.client.HTTPConnection(server.base.removeprefix("http://"), timeout=30)


def guest(server):
    with closing(connect(server)) as client:
        headers = {"Content-Type": "application/json"}
        client.request("POST", "/api/v1/auth/guest", b"{}", headers)
        return json.loads(client.getresponse().read())["token"]


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as running:
        yield running


@pytest.fixture
def get(server):
    """Return a function that asks, and leaves the answer to be read."""
    with ExitStack() as opened:

        def ask(path, token):
            client = opened.enter_context(closing(connect(server)))
            client.request("GET", f"/api/v1{path}", headers={"Authorization": f"Bearer {token}"})
            return opened.enter_context(closing(client.getresponse()))

        yield ask


class TestOpenStreams:
    def test_take_some_threads_and_leave_the_rest(self, server, get):
        token = guest(server)
        streams = [get("/events/stream", token) for _ in range(PLACES)]
        assert [stream.readline() for stream in streams] == [b"retry: 3000\n"] * PLACES

        full = get("/events/stream", token)
        begun = time.monotonic()
        polled = get("/events?wait=25", token)
        answered = time.monotonic() - begun

        assert (full.status, full.headers["Retry-After"]) == (503, "15")
        assert json.loads(full.read())["code"] == "streams_full"
        assert json.loads(polled.read())["items"] == []
        assert answered < 20
        assert get("/me", token).status == 200

    def test_end_with_the_server_on_one_interrupt(self, server, get):
        token = guest(server)
        streams = [get("/events/stream", token) for _ in range(PLACES)]
        for stream in streams:
            assert stream.readline() == b"retry: 3000\n"

        begun = time.monotonic()
        status = server.interrupt()
        took = time.monotonic() - begun

        assert status in (0, -signal.SIGINT, 128 + signal.SIGINT), server.said
        assert took < ENDS_WITHIN_SECONDS
        assert server.is_gone()
        for stream in streams:
            assert stream.read() == b"\n"  # the rest of the opening, and the proper end
