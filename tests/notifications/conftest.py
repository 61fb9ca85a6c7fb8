"""The sinks, for tests of what leaves the service."""

import pytest

from players.notifications import registry
from players.notifications.channels.transports import transport_for
from sinks.serving import running


@pytest.fixture(autouse=True)
def _same_types_afterwards():
    """Have a test that takes types away, or adds some, leave them as they were."""
    types, by_event = (
        dict(registry._types),
        {name: list(of) for name, of in registry._by_event.items()},
    )
    yield
    for held, were in ((registry._types, types), (registry._by_event, by_event)):
        held.clear()
        held.update(were)


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
    transport_for("mail").close()
    transport_for.cache_clear()
