"""Waits and streams in the web process, as `make run` has them."""

import threading
import time

import pytest
from django.db import connections

from players.api import held_events
from scopa_site.held import held
from tests.players.accounts import assert_problem, call, signed_up
from tests.players.feeds import tell

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna():
    return signed_up("anna")


@pytest.fixture(autouse=True)
def stopping(monkeypatch):
    """Hold two requests, until the event is set that is returned here."""
    stopping = threading.Event()
    monkeypatch.setattr(held_events, "_LOOK_SECONDS", 0.02)
    held.allow(2, is_stopping=stopping.is_set)
    yield stopping
    held.allow(0, is_stopping=lambda: False)


def once_somebody_waits(action):
    """Do something in a thread of its own, as soon as a request is held."""

    def run():
        while not held._taken:
            time.sleep(0.01)
        try:
            action()
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def stream(client, session, query="", **headers):
    return call(client, "GET", f"/events/stream{query}", token=session.token, **headers)


def read(response, count):
    """Return the next pieces of a stream."""
    pieces = iter(response.streaming_content)
    return [next(pieces) for _ in range(count)]


class TestWaiting:
    def test_answers_when_something_happens(self, client, anna):
        begun = time.monotonic()
        thread = once_somebody_waits(lambda: tell(anna.player.pk))
        shown = call(client, "GET", "/events?cursor=0&wait=20", token=anna.token).json()
        thread.join()
        assert [item["id"] for item in shown["items"]] == ["1"]
        assert time.monotonic() - begun < 10

    def test_answers_emptily_when_the_time_is_up(self, client, anna):
        shown = call(client, "GET", "/events?cursor=0&wait=1", token=anna.token).json()
        assert (shown["items"], shown["cursor"]) == ([], "0")

    def test_waits_from_now_without_a_cursor(self, client, anna):
        tell(anna.player.pk)
        thread = once_somebody_waits(lambda: tell(anna.player.pk, type="new"))
        shown = call(client, "GET", "/events?wait=20", token=anna.token).json()
        thread.join()
        assert [item["type"] for item in shown["items"]] == ["new"]

    def test_answers_at_once_where_no_place_is_free(self, client, anna):
        begun = time.monotonic()
        with held.place(), held.place():
            shown = call(client, "GET", "/events?cursor=0&wait=20", token=anna.token).json()
        assert shown["items"] == []
        assert time.monotonic() - begun < 10

    def test_answers_when_the_process_stops(self, client, anna, stopping):
        thread = once_somebody_waits(stopping.set)
        begun = time.monotonic()
        call(client, "GET", "/events?cursor=0&wait=20", token=anna.token)
        thread.join()
        assert time.monotonic() - begun < 10


class TestAStream:
    def test_begins_with_what_was_missed(self, client, anna):
        tell(anna.player.pk, anna.player.pk, type="match.moved", ply=3)
        response = stream(client, anna, "?cursor=1")
        opening, news = read(response, 2)
        response.close()
        assert response["Content-Type"] == "text/event-stream; charset=utf-8"
        assert response["Cache-Control"] == "no-store"
        assert response["X-Accel-Buffering"] == "no"
        assert opening == b"retry: 3000\n\n"
        assert news.startswith(b'id: 2\nevent: match.moved\ndata: {"id":"2","type":"match.moved"')
        assert news.endswith(b"}\n\n")
        assert news.count(b"\n") == 4

    def test_goes_on_from_the_last_event_id_before_the_query(self, client, anna):
        tell(*[anna.player.pk] * 3)
        response = stream(client, anna, "?cursor=0", last_event_id="2")
        _opening, news = read(response, 2)
        response.close()
        assert news.startswith(b"id: 3\n")

    def test_shows_what_happens_while_it_is_open(self, client, anna):
        response = stream(client, anna)
        pieces = iter(response.streaming_content)
        next(pieces)
        thread = once_somebody_waits(lambda: tell(anna.player.pk))
        assert next(pieces).startswith(b"id: 1\n")
        thread.join()
        response.close()

    def test_shows_that_it_lives(self, client, anna, monkeypatch):
        monkeypatch.setattr(held_events, "HEARTBEAT_SECONDS", 0.05)
        response = stream(client, anna)
        assert read(response, 3) == [b"retry: 3000\n\n", b": still here\n\n", b": still here\n\n"]
        response.close()

    def test_ends_when_the_token_is_taken_back(self, client, anna, monkeypatch):
        monkeypatch.setattr(held_events, "_TOKEN_SECONDS", 0.05)
        response = stream(client, anna)
        read(response, 1)
        call(client, "POST", "/auth/logout", token=anna.token)
        assert list(response.streaming_content) == []

    def test_ends_when_the_process_stops(self, client, anna, stopping):
        response = stream(client, anna)
        read(response, 1)
        stopping.set()
        assert list(response.streaming_content) == []

    def test_is_refused_where_no_place_is_free(self, client, anna):
        two = [stream(client, anna) for _ in range(2)]
        problem = stream(client, anna)
        assert_problem(problem, 503, "streams_full")
        assert problem["Retry-After"] == "15"
        two[0].close()
        read(two[1], 1)
        two[1].close()
        for response in [stream(client, anna), stream(client, anna)]:
            assert response.status_code == 200
            response.close()

    def test_frees_its_place_once(self, client, anna):
        response = stream(client, anna)
        response.close()
        response.close()
        with held.place() as one, held.place() as two, held.place() as three:
            assert (one, two, three) == (True, True, False)
