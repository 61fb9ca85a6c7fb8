"""Play Scopa in the terminal against the computer."""

import logging
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games import engine, queries, services
from games.ai import LEVELS
from games.errors import MatchNotFound
from games.models import MatchStatus
from games.services import SeatRequest
from games.terminal import (
    AiIsSilent,
    LeftTable,
    Screen,
    Session,
    can_show,
    language_of,
    local_player,
    login_name,
)
from games.wording import in_language, level_name, preset_name
from players.models import Player
from scopa_site.env import LOCAL
from scopa_site.errors import DomainError

_SHORT_ID = 8


class Command(BaseCommand):
    """Seat a person against AIs, and let them play."""

    help = "Play a match in the terminal against the computer."
    stealth_options = ("stdin",)

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the game, the opponents, and how to show it."""
        parser.add_argument(
            "--preset", choices=list(engine.PRESETS), default="scopa_classica", help="which game"
        )
        parser.add_argument(
            "--level", choices=list(LEVELS), default="greedy", help="how strong the computer is"
        )
        parser.add_argument("--match", help="take up this match again (id or its first 8 digits)")
        parser.add_argument("--name", default=login_name(), help="who plays (default: %(default)s)")
        parser.add_argument(
            "--language", choices=[code for code, _name in settings.LANGUAGES], help="it or en"
        )
        parser.add_argument("--plain", action="store_true", help="draw with ASCII letters only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play one match, from the start or from where it was left."""
        _prepare_database()
        screen = self._screen(options)
        language = options["language"] or language_of(os.environ)
        with translation.override(language), _quiet():
            try:
                self._sit_down(screen, options, language)
            except DomainError as error:
                details = [str(problem.detail) for problem in error.errors] or [error.detail]
                raise CommandError(screen.shown(" ".join(details))) from error
            except AiIsSilent:
                raise CommandError(screen.shown(_("The computer does not move."))) from None
            except BrokenPipeError:
                # Whoever read the output has gone; Python would complain once more at its end.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _sit_down(self, screen: Screen, options: dict[str, Any], language: str) -> None:
        player = local_player(name=options["name"], language=language, now=timezone.now())
        if options["match"]:
            match_id = _found(player, options["match"])
        else:
            match_id = _begun(player, options["preset"], options["level"])
            _welcome(screen, player, options["preset"], options["level"])
        try:
            Session(match_id=match_id, player_id=player.pk, screen=screen).play()
        except (LeftTable, KeyboardInterrupt):
            screen.say("", _("The match stays as it is. To go on with it:"))
            screen.say_verbatim(f"  {_command(match_id, options)}")

    def _screen(self, options: dict[str, Any]) -> Screen:
        stdin = options.get("stdin") or sys.stdin
        shown = self.stdout.isatty()
        plain = options["plain"] or not can_show(os.environ, getattr(self.stdout, "encoding", None))
        dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
        return Screen(
            write=self._write,
            read=stdin.readline,
            width=shutil.get_terminal_size().columns,
            plain=plain,
            colour=shown and not options["plain"] and not dumb and not options["no_color"],
            interactive=shown and stdin.isatty(),
        )

    def _write(self, text: str) -> None:
        self.stdout.write(text, ending="")
        self.stdout.flush()


def _prepare_database() -> None:
    """Make the tables of a newcomer's own database; a deployment's are made when it is deployed."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if not LOCAL:
        raise CommandError("The database lacks migrations; run manage.py migrate first.")
    call_command("migrate", verbosity=0, interactive=False)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep routine lines of the log off the table."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)


def _begun(player: Player, preset: str, level: str) -> UUID:
    opponents = engine.PRESETS[preset].rules.table.players - 1
    record = services.create_match(
        creator_id=player.pk,
        preset=preset,
        overrides={},
        seats=[SeatRequest("me"), *(SeatRequest("ai", level=level) for _seat in range(opponents))],
        now=timezone.now(),
    )
    return record.match.public_id


def _command(match_id: UUID, options: dict[str, Any]) -> str:
    """Give the command that goes on with a match, in the same language and the same letters."""
    python = os.path.relpath(sys.executable)
    words = [python, "manage.py", "play", "--match", str(match_id)]
    if options["name"] != login_name():
        words += ["--name", options["name"]]
    if options["language"]:
        words += ["--language", options["language"]]
    return shlex.join(words + ["--plain"] * bool(options["plain"]))


def _welcome(screen: Screen, player: Player, preset: str, level: str) -> None:
    screen.say(
        _("Welcome, %(name)s.") % {"name": player.display_name}
        + f" {preset_name(preset)}: {in_language(engine.PRESETS[preset].description)}",
        _("The computer holds the other seats; its level: %(level)s.")
        % {"level": level_name(level)},
        _("Type ? at any time for the rules and the keys."),
    )


def _found(player: Player, wanted: str) -> UUID:
    """Find a match by its id, or one of the player's own by its first digits.

    Raises MatchNotFound.
    """
    try:
        return UUID(wanted)
    except ValueError:
        pass
    own = queries.live_matches(player.pk).filter(status=MatchStatus.ACTIVE)
    found = [m.public_id for m in own if str(m.public_id).startswith(wanted.lower())]
    if len(wanted) < _SHORT_ID or len(found) != 1:
        raise MatchNotFound
    return found[0]
