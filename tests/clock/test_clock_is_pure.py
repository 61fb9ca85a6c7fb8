"""Clocks and holidays are told what time it is, and run where nothing is installed."""

import ast
import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT, names, parse

SOURCES = [*sorted((ROOT / "games" / "clock").glob("*.py")), ROOT / "games" / "holidays.py"]
READERS = {"now", "today", "utcnow", "time", "monotonic", "perf_counter", "fromtimestamp"}


def readings(module):
    """Yield the calls that read a clock."""
    for node in ast.walk(module):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in READERS:
            yield ast.unparse(node)


class TestClocks:
    @pytest.mark.parametrize("path", SOURCES, ids=names(SOURCES))
    def test_never_read_one(self, path):
        assert list(readings(parse(path))) == []

    def test_are_searched_by_a_check_that_finds(self):
        assert list(readings(ast.parse("x = datetime.now(tz=UTC)"))) == ["datetime.now(tz=UTC)"]

    @pytest.mark.parametrize("module", ["games.clock", "games.holidays"])
    def test_import_with_nothing_installed(self, module):
        program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {module}"
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-W", "error", "-c", program],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
