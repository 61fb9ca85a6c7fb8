"""The import contracts hold, and each of them can fail."""

import configparser
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.architecture.tree import PACKAGES, ROOT

CONTRACT = "importlinter:contract:"


def contracts() -> dict[str, str]:
    """Return the name of each contract in the file, by its id."""
    file = configparser.ConfigParser()
    file.read(ROOT / ".importlinter")
    return {
        section.removeprefix(CONTRACT): file[section]["name"]
        for section in file.sections()
        if section.startswith(CONTRACT)
    }


@dataclass(frozen=True)
class Plant:
    """One bad import, and the module that it is appended to (made where there is none)."""

    module: str
    line: str


# One or more violations for each contract. A contract without one fails below.
PLANTS = {
    "packages": [
        Plant("players/queries/accounts.py", "from games import records"),
        Plant("scopa_site/errors.py", "import players.models"),
        Plant("scopa_site/api/parser.py", "import games.errors"),
    ],
    "scopa_site": [
        Plant("scopa_site/errors.py", "import scopa_site.api.problems"),
        Plant("scopa_site/outbox/doorbell.py", "import scopa_site.celery"),
        Plant("scopa_site/newcomer.py", ""),
    ],
    "players": [
        Plant("players/models/player.py", "import players.services"),
        Plant("players/rating.py", "import players.team_rating"),
        Plant("players/newcomer.py", ""),
    ],
    "notifications": [
        Plant("players/notifications/models/device.py", "import players.notifications.services"),
        Plant("players/notifications/newcomer.py", ""),
    ],
    "letters": [
        Plant("players/notifications/channels/letter.py", "import players.models"),
        Plant("players/notifications/manners.py", "import players.notifications.models"),
    ],
    "games": [
        Plant("games/services/play.py", "import games.tasks"),
        Plant("games/models/match.py", "import games.queries"),
        Plant("games/engine/cards.py", "import games.ai"),
        Plant("games/newcomer.py", ""),
    ],
    "pure": [
        Plant("games/engine/cards.py", "import django.db"),
        Plant("games/engine/cards.py", "from scopa_site import errors"),
        Plant("games/ai/greedy.py", "import celery"),
        Plant("games/ai/greedy.py", "import players.models"),
    ],
    "pure_ratings": [
        Plant("players/rating.py", "from django.conf import settings"),
        Plant("players/team_rating.py", "import scopa_site.time"),
        Plant("players/rating_book.py", "import django.db"),
    ],
    "presentation": [
        Plant("games/engine/cards.py", "import games.decks"),
        Plant("games/services/play.py", "from games.decks import DECKS"),
    ],
    "plain_decks": [Plant("games/decks/deck.py", "import django.utils.translation")],
    "deterministic": [
        Plant("games/engine/play.py", "import random"),
        Plant("games/engine/play.py", "from time import monotonic"),
    ],
    "repeatable": [Plant("games/ai/greedy.py", "import secrets")],
    "one_shuffler": [
        Plant("games/services/lobby.py", "import secrets"),
        Plant("games/models/deal.py", "import random"),
    ],
    "thin_api": [
        Plant("games/api/views.py", "from games.models import Match"),
        Plant("players/api/views.py", "from players.models import Player"),
    ],
    "acyclic": [Plant("games/engine/cards.py", "import games.engine.play")],
}

CASES = [
    pytest.param(contract, plant, id=f"{contract}: {plant.line or 'a module'} in {plant.module}")
    for contract, plants in PLANTS.items()
    for plant in plants
]


def lint(folder: Path) -> dict[str, str]:
    """Return KEPT or BROKEN for each contract's name, for the packages in that folder."""
    command = "import sys; from importlinter.cli import lint_imports_command as run; run()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache", "--config", str(folder / ".importlinter")],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    verdicts = dict(re.findall(r"^(.+?) (KEPT|BROKEN)\b", done.stdout, flags=re.MULTILINE))
    assert verdicts, done.stdout + done.stderr
    return verdicts


@pytest.fixture
def copy_of_the_tree(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__", "locale", "static", "templates")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    shutil.copy(ROOT / ".importlinter", tmp_path)
    return tmp_path


class TestImportContracts:
    def test_are_kept(self):
        assert lint(ROOT) == dict.fromkeys(contracts().values(), "KEPT")

    def test_have_a_planted_violation_each(self):
        assert set(PLANTS) == set(contracts())

    @pytest.mark.parametrize(("contract", "plant"), CASES)
    def test_catch_a_planted_violation(self, copy_of_the_tree, contract, plant):
        module = copy_of_the_tree / plant.module
        if plant.line:
            assert module.exists(), "the module to plant in has moved"
        with module.open("a") as file:
            file.write(f"\n{plant.line}\n")
        assert lint(copy_of_the_tree)[contracts()[contract]] == "BROKEN"
