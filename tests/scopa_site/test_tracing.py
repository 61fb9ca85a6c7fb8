"""The id of a request: in its answer, in its problems, and in the tasks that it causes."""

import re

import pytest

from scopa_site import celery_app, tracing
from scopa_site.outbox.doorbell import ring
from scopa_site.tracing import current_request_id, current_task, enter_task, leave_task
from tests.api.callers import Caller
from tests.concurrency.waiting import wait_until
from tests.concurrency.worker import worker_on_threads

HEADER = "X-Request-ID"


class TestARequest:
    @pytest.mark.own_request_ids
    def test_gets_an_id_of_its_own(self, client):
        ids = {client.get("/healthz")[HEADER] for _ in range(3)}
        assert len(ids) == 3
        assert all(re.fullmatch(r"[0-9a-f]{32}", id_) for id_ in ids)

    @pytest.mark.parametrize("given", ["abc", "A.b_c-9", "x" * 64])
    def test_keeps_the_id_that_it_brings(self, client, given):
        assert client.get("/healthz", headers={HEADER: given})[HEADER] == given

    @pytest.mark.parametrize("given", ["", "x" * 65, "a b", "a\tb", "è", "<x>", "a;b"])
    def test_gets_one_in_place_of_an_odd_one(self, client, given):
        assert client.get("/healthz", headers={HEADER: given})[HEADER] not in ("", given)

    def test_is_named_in_its_problem(self):
        response = Caller().post("/auth/login", {}, x_request_id="here-1")
        assert response.json()["request_id"] == response[HEADER] == "here-1"

    def test_leaves_no_id_behind(self, client):
        client.get("/healthz")
        assert current_request_id() is None

    def test_is_counted_and_named_outside_the_api_too(self, client):
        assert HEADER in client.get("/nowhere")


class TestATask:
    def test_within_its_cause_returns_to_it(self):
        with tracing.traced_request("cause"):
            enter_task("games.ai_turn", "cause")
            assert (current_task(), current_request_id()) == ("games.ai_turn", "cause")
            leave_task()
            assert (current_task(), current_request_id()) == (None, "cause")
        assert current_request_id() is None

    @pytest.mark.django_db(transaction=True)
    def test_knows_the_request_that_caused_it(self):
        seen = []

        @celery_app.task(name="tests.trace")
        def trace():
            seen.append((current_task(), current_request_id()))

        try:
            with worker_on_threads(1):
                with tracing.traced_request("cause-7"):
                    ring("tests.trace", queue="sweeps")
                ring("tests.trace", queue="sweeps")
                wait_until(lambda: len(seen) == 2, within=20, what="two tasks")
        finally:
            celery_app.tasks.unregister("tests.trace")
        assert sorted(seen, key=str) == [("tests.trace", "cause-7"), ("tests.trace", None)]
