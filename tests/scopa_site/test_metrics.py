"""What Prometheus is shown, and who may see it."""

import os
import re
import subprocess
import sys
import uuid
from datetime import timedelta

import pytest

from scopa_site.api import metrics
from scopa_site.api.metrics import register_gauge
from scopa_site.api.watch import SweepIsLate, WorkIsLate, _check_queue, _check_sweep
from scopa_site.env import BASE_DIR
from scopa_site.outbox.claims import beat
from scopa_site.outbox.effects import EFFECTS_SWEEP
from scopa_site.outbox.models import Effect
from scopa_site.time import now

pytestmark = pytest.mark.django_db


def shown(client, **more):
    response = client.get("/metrics", **more)
    assert response.status_code == 200
    return response.content.decode()


def value(text, name):
    (found,) = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found)


def effect(**fields):
    return Effect.objects.create(
        topic="tests", dedupe_key=str(uuid.uuid4()), **{"created_at": now(), **fields}
    )


class TestRequests:
    def test_are_counted_by_their_route_and_never_by_their_address(self, client):
        name = 'scopa_requests_total{method="GET",route="healthz",status="200"}'
        client.get("/healthz")
        before = value(shown(client), name)
        client.get("/healthz")
        client.get("/api/v1/matches/7D-in-an-address")
        client.get("/api/v1/nowhere-7D")
        client.generic("BREW", "/healthz")
        text = shown(client)
        assert value(text, name) == before + 1
        assert "7D" not in text
        assert 'method="OTHER"' in text
        assert "BREW" not in text

    def test_are_timed(self, client):
        client.get("/healthz")
        text = shown(client)
        name = 'scopa_request_seconds_count{method="GET",route="healthz"}'
        assert value(text, name) >= 1
        assert 'scopa_request_seconds_bucket{le="0.05",method="GET",route="healthz"}' in text


class TestGauges:
    def test_tell_the_age_of_what_is_due(self, client):
        effect(created_at=now() - timedelta(seconds=90))
        effect(created_at=now() - timedelta(seconds=500), available_at=now() + timedelta(hours=1))
        effect(created_at=now() - timedelta(seconds=900), dead_at=now())
        effect(created_at=now() - timedelta(seconds=900), done_at=now())
        text = shown(client)
        assert 85 < value(text, 'scopa_queue_oldest_due_seconds{queue="effects"}') < 120
        assert value(text, 'scopa_queue_dead_rows{queue="effects"}') == 1

    def test_tell_nothing_due_as_zero_and_the_age_of_a_sweep(self, client):
        beat(EFFECTS_SWEEP, now=now() - timedelta(seconds=40))
        text = shown(client)
        assert value(text, 'scopa_queue_oldest_due_seconds{queue="effects"}') == 0
        assert 39 < value(text, 'scopa_sweep_age_seconds{sweep="effects"}') < 60

    def test_that_cannot_be_read_do_not_hide_the_others(self, client, caplog):
        register_gauge("tests_broken", "Broken.", lambda: 1 / 0)
        try:
            text = shown(client)
        finally:
            del metrics._gauges["tests_broken"]
        assert "scopa_queue_dead_rows" in text
        assert "tests_broken cannot be read" in caplog.text


class TestReadiness:
    def test_is_lost_when_an_effect_has_been_due_for_more_than_a_minute(self):
        effect(created_at=now() - timedelta(seconds=50))
        _check_queue("effects")
        effect(created_at=now() - timedelta(seconds=70))
        with pytest.raises(WorkIsLate):
            _check_queue("effects")

    def test_counts_from_when_an_effect_may_be_tried_again(self):
        row = effect(created_at=now() - timedelta(days=1), available_at=now())
        _check_queue("effects")
        Effect.objects.filter(pk=row.pk).update(available_at=now() - timedelta(seconds=70))
        with pytest.raises(WorkIsLate):
            _check_queue("effects")

    def test_is_lost_when_the_sweep_is_late_or_never_ran(self, client):
        with pytest.raises(SweepIsLate):
            _check_sweep(EFFECTS_SWEEP)
        beat(EFFECTS_SWEEP, now=now() - timedelta(seconds=10))
        _check_sweep(EFFECTS_SWEEP)
        beat(EFFECTS_SWEEP, now=now() - timedelta(seconds=30))
        with pytest.raises(SweepIsLate):
            _check_sweep(EFFECTS_SWEEP)
        failed = client.get("/readyz").json()["failed"]
        assert "effects_sweep" in failed
        assert "effects_queue" not in failed


class TestWhoMayLook:
    def test_is_this_machine(self, client):
        assert client.get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 200
        assert client.get("/metrics", REMOTE_ADDR="::1").status_code == 200

    @pytest.mark.parametrize("address", ["10.0.0.7", "192.0.2.1", "2001:db8::1", "", "x"])
    def test_is_nobody_elsewhere(self, client, address):
        response = client.get("/metrics", REMOTE_ADDR=address)
        assert response.status_code == 404

    def test_is_nobody_who_comes_through_a_proxy_on_this_machine(self, client, settings):
        assert client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 404
        settings.BEHIND_PROXY = True
        assert client.get("/metrics").status_code == 404

    def test_is_who_has_the_token(self, client, settings):
        settings.BEHIND_PROXY = True
        settings.METRICS_TOKEN = "read-me"
        for given, status in (("read-me", 200), ("read-m", 404), ("", 404)):
            headers = {"Authorization": f"Bearer {given}"}
            answer = client.get("/metrics", headers=headers, REMOTE_ADDR="10.0.0.7")
            assert answer.status_code == status

    def test_only_looks(self, client):
        assert client.post("/metrics").status_code == 405


_COUNT = "from scopa_site.api.metrics import count_request; count_request('GET', 'x', 200, 0.01)"
_SHOW = """
import django
django.setup()
from prometheus_client import generate_latest
from scopa_site.api.metrics import _all_counted
print(generate_latest(_all_counted()).decode())
"""


class TestManyProcesses:
    def test_are_added_up_in_the_folder_that_they_share(self, tmp_path):
        env = {
            **os.environ,
            "PROMETHEUS_MULTIPROC_DIR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "scopa_site.settings",
        }
        for code in (_COUNT, _COUNT, _SHOW):
            done = subprocess.run(
                [sys.executable, "-c", code],
                env=env,
                cwd=BASE_DIR,
                capture_output=True,
                text=True,
                check=True,
            )
        name = 'scopa_requests_total{method="GET",route="x",status="200"}'
        assert value(done.stdout, name) == 2
