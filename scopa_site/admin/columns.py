"""The admin theme's decorators, with types."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from unfold.decorators import action, display

__all__ = ["column", "page_action"]

Method = TypeVar("Method", bound=Callable[..., Any])


def column(
    description: Any, *, ordering: str | None = None, colours: dict[str, str] | None = None
) -> Callable[[Method], Method]:
    """Head a column or a field; `colours` draws its (value, text) as a label."""

    def mark(method: Method) -> Method:
        marked = display(method, description=description, ordering=ordering, label=colours)
        return cast("Method", marked)

    return mark


def page_action(
    description: Any, *, permission: str, path: str, icon: str
) -> Callable[[Method], Method]:
    """Put a button on the page of an object, for those whom `has_<permission>_permission` lets.

    Not by the permission's own name: the theme would look for that in the database whenever the
    project is checked, also before there is one.
    """

    def mark(method: Method) -> Method:
        marked = action(
            method, description=description, permissions=[permission], url_path=path, icon=icon
        )
        return cast("Method", marked)

    return mark
