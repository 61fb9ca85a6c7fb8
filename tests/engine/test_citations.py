"""docs/rules.md and the tests: every clause is tested, and no test cites one that is not there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r"^\*\*(R\d+\.\d+)\*\* ", re.MULTILINE)
# In a text as R3.4; in the name of a test as _r3_4, at its end or before another.
IN_TEXT = re.compile(r"\bR(\d+)\.(\d+)\b")
IN_NAME = re.compile(r"_r(\d+)_(\d+)(?=_r\d|\b)")

RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
WRITTEN = CLAUSE.findall(RULES)


def cited_in(text):
    """Return the clauses that a text cites."""
    found = [*IN_TEXT.findall(text), *IN_NAME.findall(text)]
    return {f"R{chapter}.{number}" for chapter, number in found}


TESTS = {
    path.relative_to(ROOT): cited_in(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "tests").rglob("test_*.py"))
}


class TestClauses:
    def test_are_numbered_without_gap_or_repetition(self):
        chapters = {}
        for clause in WRITTEN:
            chapter, number = map(int, clause[1:].split("."))
            chapters.setdefault(chapter, []).append(number)
        assert list(chapters) == list(range(1, len(chapters) + 1))
        for numbers in chapters.values():
            assert numbers == list(range(1, len(numbers) + 1))

    @pytest.mark.parametrize("clause", WRITTEN)
    def test_are_each_cited_by_a_test(self, clause):
        assert any(clause in cited for cited in TESTS.values())

    @pytest.mark.parametrize("path", TESTS, ids=str)
    def test_are_written_down_wherever_a_test_cites_them(self, path):
        assert TESTS[path] <= set(WRITTEN)

    @pytest.mark.parametrize("clause", WRITTEN)
    def test_say_where_they_come_from_and_speak_italian(self, clause):
        text = RULES.split(f"**{clause}** ")[1].split("\n**R")[0].split("\n## ")[0]
        assert re.search(r"^\*[^*].*?[^*]\*$", text, re.MULTILINE | re.DOTALL)
        if not clause.startswith("R8."):
            assert "\nSources" in text

    def test_are_those_that_the_rules_text_speaks_of(self):
        assert cited_in(RULES) <= set(WRITTEN)


class TestTheSearch:
    """The control: it finds what it looks for."""

    def test_finds_clauses_in_texts_and_in_names(self):
        text = "def test_takes_r3_4_r10_2(self):  # R9.1, not R9 nor bar3_4x"
        assert cited_in(text) == {"R3.4", "R10.2", "R9.1"}
