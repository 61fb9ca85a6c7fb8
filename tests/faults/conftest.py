"""What the fault tests break: opponents, a Redis and workers of their own."""

import pytest

from tests.faults.broken_levels import broken_levels_offered
from tests.faults.processes import Crew, doorbells_at, own_redis, redis_binary


@pytest.fixture
def broken_levels():
    with broken_levels_offered():
        yield


@pytest.fixture
def redis_server(tmp_path):
    """Give the address and the process of a Redis that may be frozen, emptied and killed."""
    binary = redis_binary()
    if binary is None:
        pytest.skip("no redis-server of its own to break: none on PATH, none from the wheel")
    with own_redis(binary, tmp_path) as server:
        yield server


@pytest.fixture
def crew(redis_server, deployment_environment, tmp_path):
    """Workers and a beat on this test's database, rung at the Redis of its own."""
    url, _process = redis_server
    with doorbells_at(url):
        yield Crew({**deployment_environment, "REDIS_URL": url}, tmp_path)
