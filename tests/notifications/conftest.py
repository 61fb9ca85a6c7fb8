"""The sinks, for tests of what leaves the service."""

import pytest

from players.notifications.channels.transports import transport_for
from sinks.serving import running


@pytest.fixture(scope="session")
def _sinks_of_this_run():
    with running() as sinks:
        yield sinks


@pytest.fixture
def sinks(_sinks_of_this_run, settings):
    """Have this process send to the sinks; they are empty and behave well."""
    _sinks_of_this_run.clear()
    for name, value in _sinks_of_this_run.settings().items():
        setattr(settings, name, value)
    transport_for.cache_clear()
    yield _sinks_of_this_run
    transport_for.cache_clear()
