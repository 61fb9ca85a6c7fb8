"""The rules, the opponents and the decks run where only Python's own library exists."""

import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT

# -I: neither the environment nor the current folder helps. Whatever is not the standard library or
# the package itself is refused before it is looked for.
PROGRAM = """
import importlib, pkgutil, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names or name == "games":
            return None
        if name.startswith(("games.engine", "games.ai", "games.decks")):
            return None
        raise ImportError(f"refused: {name}")

sys.meta_path.insert(0, Refuse())
sys.path.insert(0, sys.argv[1])
package = importlib.import_module(sys.argv[2])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
"""


def import_alone(package: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", PROGRAM, str(ROOT), package],
        capture_output=True,
        text=True,
        check=False,
    )


class TestPurePackage:
    @pytest.mark.parametrize("package", ["games.engine", "games.ai", "games.decks"])
    def test_imports_with_nothing_installed(self, package):
        done = import_alone(package)
        assert done.returncode == 0, done.stderr

    def test_is_not_what_any_package_is(self):
        """The control: the same import of a package that needs Django is refused."""
        done = import_alone("games.models")
        assert done.returncode != 0
        assert "refused: " in done.stderr
