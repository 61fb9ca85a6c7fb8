"""The process that waits: long polls and streams without a thread for each."""

import asyncio
import json
from datetime import timedelta

import pytest
from django.db import connection
from django.db.utils import OperationalError

from players.services import log_out, make_token, trim_feeds
from players.services.feed import KEPT
from players.streams import asgi, watch
from tests.players.accounts import NOW, signed_up
from tests.players.feeds import tell
from tests.players.streaming import Exchange, process

pytestmark = pytest.mark.django_db(transaction=True)

EVENTS = "/api/v1/events"
STREAM = "/api/v1/events/stream"


@pytest.fixture
def anna():
    return signed_up("anna")


@pytest.fixture
def bruno():
    return signed_up("bruno")


@pytest.fixture(autouse=True)
def _often(monkeypatch):
    monkeypatch.setattr(watch, "LOOK_SECONDS", 0.02)


async def elsewhere(action, *args, **options):

    def act():
        try:
            return action(*args, **options)
        finally:
            connection.close()

    return await asyncio.to_thread(act)


def asked(*args, **options):

    async def ask():
        async with process() as app:
            return await Exchange(app, *args, **options).answer()

    return asyncio.run(ask())


class TestAPage:
    def test_is_what_the_web_process_answers(self, client, anna):
        tell(*[anna.player.pk] * 3)

        status, headers, shown = asked(EVENTS, token=anna.token, query="cursor=1&limit=1")

        web = client.get(
            f"{EVENTS}?cursor=1&limit=1", headers={"authorization": f"Bearer {anna.token}"}
        )
        assert status == 200
        assert headers["content-type"] == web["Content-Type"]
        assert headers["cache-control"] == web["Cache-Control"]
        assert shown.keys() == web.json().keys()
        assert (shown["items"], shown["cursor"]) == (web.json()["items"], "2")

    def test_is_held_back_until_something_happens(self, anna):
        async def scene():
            async with process() as app:
                poll = Exchange(app, EVENTS, token=anna.token, query="cursor=0&wait=20")
                await asyncio.sleep(0.1)
                assert poll.sent.empty()
                await elsewhere(tell, anna.player.pk)
                return await poll.answer()

        _status, _headers, shown = asyncio.run(scene())
        assert [item["id"] for item in shown["items"]] == ["1"]

    def test_is_empty_when_the_time_is_up(self, anna):
        _status, _headers, shown = asked(EVENTS, token=anna.token, query="wait=1")
        assert (shown["items"], shown["cursor"]) == ([], "0")


class TestARefusal:
    @pytest.mark.parametrize("path", [EVENTS, STREAM])
    @pytest.mark.parametrize(
        ("query", "status", "code"),
        [
            ("cursor=4", 400, "cursor_unknown"),
            ("cursor=x", 400, "cursor_unknown"),
            ("cursor=", 400, "cursor_unknown"),
            ("cursor=0", 410, "cursor_expired"),
            ("cursor=1&cursor=1", 400, "unknown_parameter"),
            ("wait_for=1", 400, "unknown_parameter"),
        ],
    )
    def test_comes_before_anything_else(self, client, anna, path, query, status, code):
        tell(anna.player.pk, now=NOW - KEPT - timedelta(days=1))
        tell(anna.player.pk)
        trim_feeds(now=NOW)

        found, headers, problem = asked(path, token=anna.token, query=query)

        assert (found, problem["code"]) == (status, code)
        assert headers["content-type"] == "application/problem+json"
        if path == EVENTS:
            web = client.get(
                f"{path}?{query}", headers={"authorization": f"Bearer {anna.token}"}
            ).json()
            web.pop("request_id", None)
            problem.pop("request_id", None)
            assert problem == web

    def test_is_in_the_language_of_the_client(self, anna):
        _status, headers, problem = asked(STREAM, headers={"accept-language": "it"})
        assert headers["content-language"] == "it"
        assert problem["code"] == "not_authenticated"

    @pytest.mark.parametrize("token", ["scopa_" + "a" * 43, "nonsense"])
    def test_meets_those_without_a_token_of_ours(self, token):
        status, headers, problem = asked(STREAM, token=token)
        assert (status, problem["code"]) == (401, "invalid_token")
        assert headers["www-authenticate"] == "Bearer"

    @pytest.mark.parametrize("path", [EVENTS, STREAM])
    def test_meets_programs_without_the_scope(self, anna, path):
        made = make_token(
            player_id=anna.player.pk,
            token_id=anna.player.tokens.get().public_id,
            name="deaf",
            scopes=["profile:read"],
            expires_in_days=1,
            now=NOW,
        )
        status, _headers, problem = asked(path, token=made.secret)
        assert (status, problem["code"]) == (403, "scope_missing")
        assert problem["required_scope"] == "events:read"

    def test_meets_other_methods(self, anna):
        status, headers, problem = asked(STREAM, method="POST", token=anna.token)
        assert (status, problem["code"]) == (405, "method_not_allowed")
        assert headers["allow"] == "GET"

    @pytest.mark.parametrize("path", ["/", "/api/v1/me", "/api/v1/events/read"])
    def test_meets_other_addresses(self, anna, path):
        status, _headers, problem = asked(path, token=anna.token)
        assert (status, problem["code"]) == (404, "not_found")

    def test_meets_those_for_whom_there_is_no_place(self, anna, monkeypatch):
        monkeypatch.setattr(asgi, "MAX_WAITING", 0)
        status, headers, problem = asked(STREAM, token=anna.token)
        assert (status, problem["code"]) == (503, "streams_full")
        assert headers["retry-after"] == "15"

    def test_says_that_the_database_does_not_answer(self, anna, monkeypatch):
        def fail(*_args):
            raise OperationalError("no")

        monkeypatch.setattr(asgi.queries, "events_after", fail)
        status, _headers, problem = asked(EVENTS, token=anna.token, query="cursor=0")
        assert (status, problem["code"]) == (503, "unavailable")


class TestAStream:
    def run(self, scene):
        async def with_process():
            async with process() as app:
                await scene(app)

        asyncio.run(with_process())

    def test_tells_what_was_missed_and_what_happens(self, anna, bruno):
        tell(*[anna.player.pk] * 2)

        async def scene(app):
            stream = Exchange(app, STREAM, token=anna.token, query="cursor=1")
            status, headers = await stream.start()
            assert status == 200
            assert headers["content-type"] == "text/event-stream; charset=utf-8"
            assert await stream.text() == b"retry: 3000\n\n"
            assert (await stream.text()).startswith(b"id: 2\n")
            await elsewhere(tell, bruno.player.pk, anna.player.pk, anna.player.pk)
            text = await stream.text()
            assert [line for line in text.split(b"\n") if line.startswith(b"id:")] == [
                b"id: 3",
                b"id: 4",
            ]

        self.run(scene)

    @pytest.mark.parametrize("seen", range(6))
    def test_goes_on_with_exactly_the_rest_after_any_event(self, anna, seen):
        tell(*[anna.player.pk] * 5)

        async def scene(app):
            headers = {"last-event-id": str(seen)}
            stream = Exchange(app, STREAM, token=anna.token, query="cursor=0", headers=headers)
            await stream.start()
            await stream.text()
            await elsewhere(tell, anna.player.pk)
            ids = []
            while "6" not in ids:
                for block in (await stream.text()).decode().split("\n\n")[:-1]:
                    data = block.split("data: ")[1]
                    ids.append(json.loads(data)["id"])
            assert ids == [str(number) for number in range(seen + 1, 7)]

        self.run(scene)

    def test_sends_long_feeds_whole(self, anna):
        tell(*[anna.player.pk] * 250)

        async def scene(app):
            stream = Exchange(app, STREAM, token=anna.token, query="cursor=0")
            await stream.start()
            await stream.text()
            text = b"".join([await stream.text() for _ in range(3)])
            assert text.count(b"\nevent: ") == 250

        self.run(scene)

    def test_shows_that_it_lives(self, anna, monkeypatch):
        monkeypatch.setattr(asgi, "HEARTBEAT_SECONDS", 0.05)

        async def scene(app):
            stream = Exchange(app, STREAM, token=anna.token)
            await stream.start()
            assert await stream.text() == b"retry: 3000\n\n"
            assert await stream.text() == b": still here\n\n"
            assert await stream.text() == b": still here\n\n"

        self.run(scene)

    def test_ends_when_the_token_is_taken_back(self, anna, bruno, monkeypatch):
        monkeypatch.setattr(watch, "TOKEN_SECONDS", 0.1)

        async def scene(app):
            streams = [Exchange(app, STREAM, token=each.token) for each in (anna, bruno)]
            for stream in streams:
                await stream.start()
            await elsewhere(log_out, secret=anna.token)
            await streams[0].rest()
            assert not streams[1].task.done()

        self.run(scene)

    def test_leaves_nothing_behind_when_the_client_goes(self, anna):
        async def scene(app):
            stream = Exchange(app, STREAM, token=anna.token)
            await stream.start()
            await stream.text()
            assert len(app.watch) == 1
            stream.hang_up()
            await stream.rest()
            assert len(app.watch) == 0

        self.run(scene)

    def test_gives_way_to_newer_ones_of_the_same_player(self, anna, monkeypatch):
        monkeypatch.setattr(watch, "PER_PLAYER", 2)

        async def scene(app):
            streams = []
            for _ in range(3):
                streams.append(Exchange(app, STREAM, token=anna.token))
                await streams[-1].start()
            await streams[0].rest()
            assert not streams[1].task.done()
            assert not streams[2].task.done()

        self.run(scene)

    def test_ends_in_good_order_when_the_process_stops(self, anna):
        async def scene(app):
            stream = Exchange(app, STREAM, token=anna.token)
            await stream.start()
            app.watch.close()
            await stream.rest()
            late = Exchange(app, STREAM, token=anna.token)
            await late.start()
            await late.rest()

        self.run(scene)

    def test_survives_a_database_that_does_not_answer_for_a_while(self, anna, monkeypatch):
        failures = []
        ahead = watch.feeds_ahead

        def fail_first(cursors):
            if len(failures) < 3:
                failures.append(cursors)
                raise OperationalError("no")
            return ahead(cursors)

        monkeypatch.setattr(watch, "feeds_ahead", fail_first)

        async def scene(app):
            stream = Exchange(app, STREAM, token=anna.token)
            await stream.start()
            await stream.text()
            await elsewhere(tell, anna.player.pk)
            assert (await stream.text()).startswith(b"id: 1\n")
            assert len(failures) == 3

        self.run(scene)
