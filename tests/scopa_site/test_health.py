"""A process says that it lives, and whether it can do its work."""

import pytest

from scopa_site.api import health


@pytest.fixture
def failing_check():
    def fail():
        raise ConnectionError("redis at 10.0.0.7 does not answer")

    health.register_check("doorbell", fail)
    yield
    del health._checks["doorbell"]


class TestHealthz:
    def test_is_good_without_touching_the_database(self, client):
        response = client.get("/healthz")
        assert response.status_code == 200
        assert response.json() == {"status": "ok"}
        assert response["Cache-Control"] == "no-store"

    def test_stays_good_when_a_check_fails(self, client, failing_check):
        assert client.get("/healthz").status_code == 200

    def test_answers_nothing_but_reads(self, client):
        assert client.post("/healthz").status_code == 405


class TestReadyz:
    @pytest.mark.django_db
    def test_checks_the_database(self, client, django_assert_max_num_queries):
        with django_assert_max_num_queries(20) as queries:
            client.get("/readyz")
        assert any(query["sql"] == "SELECT 1" for query in queries.captured_queries)

    @pytest.mark.django_db
    def test_names_what_failed_and_nothing_more(self, client, failing_check):
        response = client.get("/readyz")
        assert response.status_code == 503
        assert response.json()["status"] == "unavailable"
        assert "doorbell" in response.json()["failed"]
        assert "10.0.0.7" not in response.content.decode()
