"""Make the first administrator."""

import getpass
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.services.bootstrap import make_administrator
from players.staff_errors import AlreadyThus
from scopa_site import time
from scopa_site.errors import DomainError

__all__ = ["Command"]

_THERE = "There is an administrator already. Use --another to make one more."
_MADE = (
    "The administrator “{username}” has been made. Log in at /admin/: the first log-in sets up"
    " the second factor."
)


class Command(BaseCommand):
    """Make a superuser; the password is typed without echo, or read from a file or a pipe."""

    help = "Makes the first administrator."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take who it is, and where the password comes from: never from the command line."""
        parser.add_argument("--username", help="asked for where it is left out")
        parser.add_argument("--email", help="asked for where it is left out; may be empty")
        parser.add_argument("--another", action="store_true", help="beside one that is there")
        source = parser.add_mutually_exclusive_group()
        source.add_argument("--password-stdin", action="store_true", help="read one line")
        source.add_argument("--password-file", type=Path, help="read the first line of a file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask for what is missing, and make it. Raises CommandError."""
        try:
            player = make_administrator(
                username=_given(options["username"], "Username: "),
                email=_given(options["email"], "Mail address (may be empty): "),
                password=_password(options),
                another=options["another"],
                now=time.now(),
            )
        except AlreadyThus:
            raise CommandError(_THERE) from None
        except DomainError as exc:
            faults = " ".join(str(fault.detail) for fault in exc.errors)
            raise CommandError(f"{exc.detail} {faults}".strip()) from None
        self.stdout.write(_MADE.format(username=player.username))


def _given(value: str | None, question: str) -> str:
    if value is not None:
        return value
    if not sys.stdin.isatty():
        raise CommandError("Nobody can be asked here: give --username, --email and a password.")
    return input(question).strip()


def _password(options: dict[str, Any]) -> str:
    if options["password_file"] is not None:
        return _first_line(options["password_file"].read_text())
    if options["password_stdin"]:
        return _first_line(sys.stdin.readline())
    if not sys.stdin.isatty():
        raise CommandError("Nobody can be asked here: use --password-stdin or --password-file.")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Password, again: ") != password:
        raise CommandError("The two are not the same.")
    return password


def _first_line(text: str) -> str:
    return text.splitlines()[0] if text else ""
