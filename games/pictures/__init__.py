"""Pictures of a match, as SVG of our own making.

They take what a spectator may see. Hidden cards are drawn only when they are handed over by name.
"""

from games.pictures.table import Hidden, draw_match

__all__ = ["Hidden", "draw_match"]
