"""Write lines of the log, in which neither a card that is hidden nor a secret ever stands.

Whatever is logged passes through here last, tracebacks and foreign libraries' lines included. It
is the text that is cleaned: an exception that an opponent raises may say anything.
"""

import logging
import re
from typing import Any, Final

from pythonjsonlogger.json import JsonFormatter

from scopa_site.tracing import current_request_id, current_task

__all__ = ["JsonLine", "TextLine", "Traced", "scrubbed"]

_REPLACEMENTS: Final = (
    # tokens, in whatever surroundings
    (re.compile(r"scopa_[A-Za-z0-9_-]{20,}"), "[token]"),
    # recovery codes: five groups of five
    (re.compile(r"(?i)\b(?:[0-9a-z]{5}-){4}[0-9a-z]{5}\b"), "[code]"),
    (re.compile(r"(?i)(bearer\\?[\"']?\s+)[^\s\"',;\\]+"), r"\1[token]"),
    # the link of an export, which opens it without a token
    (re.compile(r"(/exports/)[^\s/\"']*:[^\s/\"']*"), r"\1[link]"),
    # which telephone it is, by the name that its app gave it
    (re.compile(r"(/me/devices/)(?!<)[^\s/\"']+"), r"\1[installation]"),
    # the link in a mail, by which mails are turned off
    (re.compile(r"(/unsubscribe/)[^\s\"']+"), r"\1[link]"),
    # the password in an address of a server
    (re.compile(r"(\w+://[^\s:/@]*:)[^\s@/]+@"), r"\1[password]@"),
    # sets of cards as the engine holds them: hands=(5, 0), stock=(Card(7D), ...), table=77
    (
        re.compile(
            r"\b(hands?|table|stock|deck|pack|piles?|cards?|mask)=(?:\([^)]*\)+|\[[^\]]*\]|\d+)"
        ),
        r"\1=[cards]",
    ),
    # cards by their names, alone or strung together, also after an escaped line break: 7D, 7D3C
    (
        re.compile(r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(?:(?:10|[1-9])[DCSB])+(?![A-Za-z0-9])"),
        "[card]",
    ),
)

# What would begin a line, or move or turn what is on one: control characters, Unicode's ends of
# lines and paragraphs, and those that set the direction.
_UNRULY: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_CONTINUED: Final = "    "  # begins each line that goes on


def scrubbed(text: str) -> str:
    """Return the text without cards, tokens and passwords."""
    for pattern, replacement in _REPLACEMENTS:
        text = pattern.sub(replacement, text)
    return text


class Traced(logging.Filter):
    """Give each record the request and the task in whose course it was made."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add `request_id` and `task`; let every record pass."""
        record.request_id = current_request_id()
        record.task = current_task()
        return True


class TextLine(logging.Formatter):
    """A line for a person; what belongs to it and has lines of its own, a traceback, is indented.

    So no value that is logged can pass for another line.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, cleaned."""
        line, *others = scrubbed(super().format(record)).split("\n")
        return "\n".join([line, *(_CONTINUED + _in_one_line(other) for other in others)])

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's name
        """Return the line without its traceback, cleaned before an escape can hide a code."""
        return _in_one_line(scrubbed(super().formatMessage(record)))


class JsonLine(JsonFormatter):
    """A JSON object in one line: time, level, logger, message, request_id, task, and extras."""

    def __init__(self) -> None:
        super().__init__(
            "%(levelname)s %(name)s %(message)s %(request_id)s %(task)s %(process)d",
            rename_fields={"levelname": "level", "name": "logger", "exc_info": "exception"},
            timestamp="time",
            defaults={"request_id": None, "task": None},
        )

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Clean the texts as they are: in JSON a line break is two characters, one a letter."""
        return {name: _cleaned(value) for name, value in log_data.items()}


def _in_one_line(text: str) -> str:
    return _UNRULY.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return scrubbed(value)
    if isinstance(value, list | tuple):
        return [_cleaned(inner) for inner in value]
    if isinstance(value, int | float | None):
        return value
    return scrubbed(str(value))
