"""Scopa in the terminal: one person against the computer, through the same services as anyone."""

from games.terminal.player import local_player
from games.terminal.screen import LeftTable, Screen
from games.terminal.session import AiIsSilent, Session
from games.terminal.surroundings import can_show, language_of, login_name

__all__ = [
    "AiIsSilent",
    "LeftTable",
    "Screen",
    "Session",
    "can_show",
    "language_of",
    "local_player",
    "login_name",
]
