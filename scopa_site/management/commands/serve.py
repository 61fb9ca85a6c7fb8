"""Serve the whole of Scopa from one command."""

import fcntl
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from scopa_site.embedded import EmbeddedServer
from scopa_site.env import BASE_DIR, DATA_DIR, LOCAL, env, kept_secret

_ADMIN = "admin"
_PASSWORD_FILE = "admin-password"  # noqa: S105 - a file's name
_LOCK_FILE = "starting.lock"

_BANNER = """
Scopa is served at http://{address}  (Ctrl-C stops it)

  API      http://{address}/api/docs/ to read and try, http://{address}/api/v1 to call
  Admin    http://{address}/admin/    {admin}
  Ready?   http://{address}/readyz
  Mail     {mail}

A first match by curl, in another terminal; the last line plays a card, again and again:

  API=http://{address}/api/v1; J='Content-Type: application/json'
  A="Authorization: Bearer $(curl -s -X POST $API/auth/guest -H "$J" -d '{{}}' | \
    python3 -c 'import json,sys; print(json.load(sys.stdin)["token"])')"
  M=$(curl -s -X POST $API/matches -H "$J" -H "$A" -d '{{"preset": "scopa_classica",
    "seats": [{{"type": "me"}}, {{"type": "ai", "level": "greedy"}}]}}' | \
    python3 -c 'import json,sys; print(json.load(sys.stdin)["id"])')
  sleep 1; curl -s $API/matches/$M -H "$A" | python3 -c 'import json,sys; m = json.load(sys.stdin)
print(json.dumps({{"ply": m["ply"], **m["legal_moves"][0]}}))' | \
    curl -s -X POST $API/matches/$M/moves -H "$J" -H "$A" -d @- | python3 -m json.tool

Or play in the terminal: .venv/bin/python manage.py play
"""


class Command(BaseCommand):
    """Migrate, make sure somebody can log in, and serve web, AI turns and sweeps until Ctrl-C."""

    help = "Serves API, admin, AI turns and sweeps in one process tree."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address to listen on."""
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", default=os.environ.get("PORT", "8000"))
        parser.add_argument("--threads", type=int, default=16, help="requests served at once")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare the database, print where things are, and serve."""
        host, port = options["host"], _port(options["port"])
        _check_free(host, port)
        if LOCAL:
            _suit_newcomers(host, port)
        with _alone(tell=self._tell):
            call_command("migrate", interactive=False, verbosity=0)
            banner = _BANNER.format(
                address=f"{host}:{port}", admin=_admin_login(), mail=_where_mail_goes()
            )
        # The worker process is a fork: it must open connections of its own.
        connections.close_all()
        EmbeddedServer(
            bind=f"{host}:{port}",
            threads=options["threads"],
            when_ready=lambda: self._tell(banner),
        ).run()

    def _tell(self, text: str) -> None:
        self.stdout.write(text)
        # Gunicorn never returns: into a pipe or a file, nothing would be seen until the end.
        self.stdout.flush()


@contextmanager
def _alone(*, tell: Callable[[str], None]) -> Iterator[None]:
    """Let one start at a time prepare the data directory; the system frees a dead one's lock."""
    with (DATA_DIR / _LOCK_FILE).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell(f"Another start is preparing {DATA_DIR}; waiting for it.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise CommandError(f"PORT is {text!r}; it must be a number from 1 to 65535.")
    return int(text)


def _suit_newcomers(host: str, port: int) -> None:
    """Slow down nobody who tries the service out, and have links in mails lead here."""
    settings.SCOPA_LIMITS_LIFTED = env.bool("LIMITS_LIFTED", True)
    if not env.str("PUBLIC_URL", ""):
        settings.PUBLIC_URL = f"http://{_own_name(host)}:{port}"


def _own_name(host: str) -> str:
    """Return by what name a link finds its way back: on all addresses listens no name."""
    if host != "0.0.0.0":  # noqa: S104 - it is only compared
        return host
    return next(iter(env.list("ALLOWED_HOSTS", [])), "127.0.0.1")


def _where_mail_goes() -> str:
    """Say what becomes of mails; settings name the server, and its password stays there."""
    backend = settings.EMAIL_BACKEND.split(".")[-2]
    if backend == "console":
        return "is printed here, the codes in it too"
    if backend == "dummy":
        return "is not sent: EMAIL_URL is none"
    return f"goes to {settings.EMAIL_HOST}:{settings.EMAIL_PORT}"


def _check_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {host}:{port} ({error.strerror}). "
                f"Choose another port, such as PORT={port + 1} make run"
            ) from error


def _admin_login() -> str:
    """Make the newcomer's administrator on first use, and tell how to log in."""
    if not LOCAL:
        return "log in as a superuser (manage.py bootstrap makes the first)"
    path = DATA_DIR / _PASSWORD_FILE
    if not get_user_model().objects.filter(username=_ADMIN).exists():
        kept_secret(_PASSWORD_FILE)
        call_command(
            "bootstrap",
            username=_ADMIN,
            email="",
            password_file=path,
            another=True,
            stdout=StringIO(),
        )
    shown = path.relative_to(BASE_DIR) if path.is_relative_to(BASE_DIR) else path
    return f'user "{_ADMIN}", password in {shown}'
