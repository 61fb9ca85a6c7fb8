"""Write SVG elements. Every text and every attribute is escaped here, and nowhere else."""

from html import escape

__all__ = ["element", "group", "label", "plain"]


def element(name: str, *children: str, **attributes: object) -> str:
    """Write one element; children are markup made here. `font_size` becomes `font-size`."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def plain(text: str) -> str:
    """Make a text safe to stand inside an element."""
    return escape(text)


def group(*children: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    """Move, turn (degrees) and scale what is inside."""
    steps = [f"translate({x:g} {y:g})" if x or y else ""]
    steps += [f"rotate({turn:g})" if turn else "", f"scale({scale:g})" if scale != 1 else ""]
    return element("g", *children, transform=" ".join(filter(None, steps)) or None)


def label(text: str, *, x: float, y: float, size: float = 12, **attributes: object) -> str:
    """Write a text with its baseline at `y`."""
    return element("text", plain(text), x=f"{x:g}", y=f"{y:g}", font_size=size, **attributes)
