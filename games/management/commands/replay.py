"""Replay a record of a match: check it, and draw every position."""

import json
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from games import engine
from games.telling import move_told, result_told, state_told
from games.terminal import Screen, can_show, language_of
from games.terminal.refusals import unreadable_told
from games.terminal.replay import deal_lines, difference_lines, position_lines
from games.wording import numbered, preset_name, side_names

_UNREADABLE = 2
_LONGEST = 20
# What a file from elsewhere could do to a terminal: control characters (but for line ends and our
# own colours), turned directions, and halves of characters that cannot be written at all.
_HARMFUL = re.compile(
    r"[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
    r"|\x1b(?!\[[0-9;]*m)"
)


class Command(BaseCommand):
    """Replay one record; exit with 1 at the first difference, with 2 if it cannot be read."""

    help = "Replays the record of a match, draws each position, and says the first difference."
    requires_system_checks = ()
    stealth_options = ("stdin",)

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and how to show it."""
        parser.add_argument("file", help="a record, as text or as JSON; - reads the input")
        parser.add_argument(
            "--language", choices=[code for code, _name in settings.LANGUAGES], help="it or en"
        )
        parser.add_argument("--plain", action="store_true", help="draw with ASCII letters only")
        parser.add_argument("--quiet", action="store_true", help="check only, and draw nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay, draw, and fail at the first difference."""
        screen = self._screen(options)
        with translation.override(options["language"] or language_of(os.environ)):
            record = self._read(options, screen)
            names = numbered(record.players)
            show = _nothing if options["quiet"] else _shown
            last = None
            for step in engine.check_record(record):
                if step.difference is not None:
                    screen.say("", *difference_lines(step, step.difference, names))
                    raise CommandError(screen.shown(_("The record is wrong.")))
                for line in show(step, names, screen):
                    screen.say(line)
                last = step.state
            screen.say(*_conclusion(record, last, names))

    def _read(self, options: dict[str, Any], screen: Screen) -> engine.GameRecord:
        try:
            return _record(_text(options["file"], options.get("stdin") or sys.stdin))
        except OSError as error:
            told = _("The file cannot be read: %(why)s")
            why = unreadable_told(error)
        except (engine.RecordUnreadable, ValueError, RecursionError) as error:
            told = _("This is not a record of a match: %(why)s")
            why = unreadable_told(error)
        raise CommandError(screen.shown(told % {"why": why}), returncode=_UNREADABLE)

    def _screen(self, options: dict[str, Any]) -> Screen:
        shown = self.stdout.isatty()
        plain = options["plain"] or not can_show(os.environ, getattr(self.stdout, "encoding", None))
        dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
        return Screen(
            write=lambda text: self.stdout.write(_HARMFUL.sub("", text), ending=""),
            read=lambda: "",
            width=shutil.get_terminal_size().columns,
            plain=plain,
            colour=shown and not options["plain"] and not dumb and not options["no_color"],
        )


def _text(name: str, stdin: Any) -> str:
    if name == "-":
        return str(stdin.read()).removeprefix("\ufeff")
    return Path(name).read_text(encoding="utf-8-sig")


def _record(text: str) -> engine.GameRecord:
    """Read a record in either form. Raises RecordUnreadable, or ValueError for broken JSON."""
    try:
        document = json.loads(
            text, object_pairs_hook=_members, parse_constant=_no_number, parse_int=_whole
        )
    except json.JSONDecodeError:
        if text.lstrip().startswith("{"):
            raise
        return engine.read_record(text)
    return engine.decode_record(document)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of members, each of which stands there once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        (twice, _count), *_others = Counter(name for name, _value in pairs).most_common()
        raise ValueError(_("the member %(name)s stands there twice") % {"name": twice})
    return found


def _no_number(name: str) -> None:
    raise ValueError(_("%(name)s is not a number") % {"name": name})


def _whole(digits: str) -> int | float:
    """Read a whole number; one that is too long for any record is not read in full."""
    return int(digits) if len(digits) <= _LONGEST else float(digits)


def _nothing(*_what: object) -> tuple[str, ...]:
    return ()


def _shown(step: engine.CheckedStep, names: tuple[str, ...], screen: Screen) -> Iterator[str]:
    """Say what was dealt or played, and draw what came of it."""
    if step.move is None:
        yield from deal_lines(step, names, screen)
    for event in step.events:
        if isinstance(event, engine.CardPlayed):
            yield ""
            yield f"{event.move.ply}. {move_told(event.move, names)}"
    yield from position_lines(step, names, screen)


def _conclusion(
    record: engine.GameRecord, state: engine.MatchState | None, names: tuple[str, ...]
) -> Iterator[str]:
    rules, ply = record.rules, 0 if state is None else state.ply
    yield ""
    if state is not None and state.outcome is not None:
        yield result_told(state.outcome, side_names(rules, names))
    elif state is not None:
        yield state_told(engine.view(state, None), names)
    yield _("%(game)s: the record is right. Deals: %(deals)s; moves: %(moves)s.") % {
        "game": preset_name(rules.slug),
        "deals": len(record.deals),
        "moves": ply,
    }
