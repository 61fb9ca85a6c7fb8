"""What is installed is what was locked, to the byte."""

import re

import pytest

from tests.architecture.tree import ROOT

LOCKS = {
    "requirements.txt": "requirements/production.in",
    "requirements/dev.txt": "requirements/dev.in",
    "requirements/tools.txt": "requirements/tools.in",
}
each_lock = pytest.mark.parametrize("lock", LOCKS)

PIN = re.compile(r"^(?P<name>[a-z0-9._-]+)==(?P<version>\S+)")


def requirements(lock: str) -> list[str]:
    """Return the requirements of a lock, each with its hashes on one line."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def pins(lock: str) -> dict[str, str]:
    return {line.split("==")[0]: line.split()[0] for line in requirements(lock)}


def named(source: str) -> set[str]:
    """Return the names asked for in a file of requirements, spelt as locks spell them."""
    lines = (ROOT / source).read_text(encoding="utf-8").splitlines()
    found = (re.match(r"[A-Za-z0-9._-]+", line) for line in lines if line[:1] != "-")
    return {re.sub(r"[._-]+", "-", match.group()).lower() for match in found if match}


class TestLock:
    @each_lock
    def test_pins_every_requirement_with_a_hash(self, lock):
        assert requirements(lock)
        for line in requirements(lock):
            assert PIN.match(line), line
            assert "--hash=sha256:" in line, line

    @each_lock
    def test_holds_all_that_is_asked_for(self, lock):
        assert named(LOCKS[lock]) - set(pins(lock)) == set()

    @each_lock
    def test_names_no_place_to_install_from(self, lock):
        text = (ROOT / lock).read_text(encoding="utf-8")
        assert "://" not in text
        assert "--index" not in text

    @pytest.mark.parametrize("lock", ["requirements/dev.txt", "requirements/tools.txt"])
    def test_of_the_tools_holds_the_same_production(self, lock):
        assert pins("requirements.txt").items() <= pins(lock).items()
