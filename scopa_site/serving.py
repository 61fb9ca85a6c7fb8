"""What a web process does beside answering requests: whoever needs it says so as the apps load.

Commands, workers and tests load the same apps, and serve nothing: nothing is begun there.
"""

from collections.abc import Callable

__all__ = ["begin_serving", "when_serving"]

_hooks: list[Callable[[], None]] = []


def when_serving(hook: Callable[[], None]) -> None:
    """Call `hook` once in each web process, as it loads the application. It may not take long."""
    _hooks.append(hook)


def begin_serving() -> None:
    """Call the hooks: this process is going to answer requests."""
    for hook in _hooks:
        hook()
