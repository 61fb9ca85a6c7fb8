"""Live through weeks of correspondence play in minutes, and tell what they cost."""

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection

from games import clock, engine
from games.simulation import Figures, figures_of, simulate
from games.simulation.chart import draw
from games.simulation.course import Setting
from scopa_site.env import BASE_DIR

_OWN: Final = "SCOPA_SIMULATION"
_LINES: Final = (
    ("matches begun", "matches", "d"),
    ("played to the end", "completed", "d"),
    ("ended by a timeout", "ended_by_timeout", "d"),
    ("matches begun in the first third, between people who stayed", "cohort", "d"),
    ("  median, days", "median_days", ".1f"),
    ("  nine in ten within, days", "p90_days", ".1f"),
    ("typical (median) reply of who is called back, hours", "typical_reply_hours", ".2f"),
    ("  turns that found their player still at the table", "at_table_share", ".0%"),
    ("  all replies: median, hours", "median_reply_hours", ".2f"),
    ("  all replies: mean, hours", "mean_reply_hours", ".2f"),
    ("plays", "plays", "d"),
    ("  forced, and played by themselves", "forced_share", ".0%"),
    ("  laid out before the turn came", "planned_share", ".0%"),
    ("decisions of people", "decisions", "d"),
    ("your_turn events a decision", "events_per_decision", ".3f"),
    ("timeouts", "timeouts", "d"),
    ("  of people who had left for good", "timeouts_of_leavers", "d"),
    ("  of people who were slow", "timeouts_of_the_slow", "d"),
    ("  of people within the promise of the clock", "timeouts_against_the_promise", "d"),
    ("messages to telephones and mailboxes", "messages", "d"),
    ("  of a turn, a decision", "turn_messages_per_decision", ".3f"),
    ("  of a turn, the most for one", "most_for_a_turn", "d"),
    ("  of several turns at once", "summaries", "d"),
    ("  reminders", "reminders", "d"),
    ("  reminders, the most for one rung of a turn on one way", "most_for_a_rung", "d"),
    ("  digests", "digests", "d"),
    ("  of a turn that was over", "too_late", "d"),
    ("  with a wrong number of matches that wait", "miscounted", "d"),
    ("  in quiet hours, but for last reminders", "woke", "d"),
    ("  beyond three of turns in a quarter of an hour", "crowded", "d"),
)


class Command(BaseCommand):
    """Live through weeks of correspondence play in minutes; the own database is not touched."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the size of the month, the clock, and how people are."""
        parser.add_argument("--days", type=int, default=30, help="days to live through")
        parser.add_argument("--players", type=int, default=200, help="people")
        parser.add_argument("--matches", type=int, default=2, help="open matches a person")
        parser.add_argument(
            "--preset", default=next(iter(engine.PRESETS)), choices=sorted(engine.PRESETS)
        )
        parser.add_argument(
            "--clock",
            default=clock.DEFAULT_CLOCK,
            choices=sorted(clock.CLOCKS),
            help="on which clock",
        )
        parser.add_argument("--reply", type=float, default=3.0, help="typical reply, hours")
        parser.add_argument("--leave", type=float, default=0.1, help="part that leaves for good")
        parser.add_argument("--rest", type=float, default=0.2, help="part that takes a holiday")
        parser.add_argument("--plans", type=float, default=0.35, help="odds of planning ahead")
        parser.add_argument("--seed", type=int, default=1, help="another seed, another month")
        parser.add_argument(
            "--post", type=float, default=60, help="seconds for which messages are kept together"
        )
        parser.add_argument("--chart", type=Path, help="write the picture (SVG) here")

    def handle(self, **options: Any) -> None:
        """Run in a database of its own, which is thrown away."""
        if os.environ.get(_OWN) != "1":
            raise SystemExit(_run_apart())
        call_command("migrate", verbosity=0)
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA synchronous=OFF")
        setting = Setting(
            begins=datetime(2026, 3, 2, 8, tzinfo=UTC),
            days=options["days"],
            players=options["players"],
            preset=options["preset"],
            clock=options["clock"],
            typical=timedelta(hours=options["reply"]),
            open_matches=options["matches"],
            leave=options["leave"],
            rest=options["rest"],
            plans=options["plans"],
            seed=options["seed"],
            post=timedelta(seconds=options["post"]),
        )
        figures = figures_of(simulate(setting, self._told))
        self._print(figures)
        if options["chart"] is not None:
            title = f"{setting.preset}, {setting.clock}, {options['reply']:g} h"
            options["chart"].write_text(draw(figures, title=title), encoding="utf-8")
        if figures.told_wrongly:
            raise CommandError(f"people were told wrongly: {', '.join(figures.told_wrongly)}")

    def _told(self, day: int, _now: datetime) -> None:
        self.stderr.write(f"\rday {day} ", ending="")
        self.stderr.flush()

    def _print(self, figures: Figures) -> None:
        self.stderr.write("")
        for label, name, form in _LINES:
            self.stdout.write(f"{label:<62}{getattr(figures, name):>12{form}}")


def _run_apart() -> int:
    """Run this command again on a new SQLite database, so that no real one is touched."""
    keep = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    with tempfile.TemporaryDirectory(prefix="scopa-simulation-") as folder:
        own = keep | {_OWN: "1", "SCOPA_DATA_DIR": folder, "LOG_LEVEL": "ERROR"}
        command = [sys.executable, str(BASE_DIR / "manage.py"), *sys.argv[1:]]
        return subprocess.run(command, env=own, check=False).returncode  # noqa: S603 - ourselves


_FOREIGN: Final = {"DATABASE_URL", "REDIS_URL", "CLOCK_OFFSET_FILE"}
