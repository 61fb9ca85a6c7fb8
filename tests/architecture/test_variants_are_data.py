"""A variant is a row of `games/engine/presets.py`: no code knows one by its name."""

import ast

import pytest

from games.engine import PRESETS
from tests.architecture.tree import ROOT, names, parse, sources

# Where a slug stands as data: the table of presets, the defaults, and what is shown as an example.
AS_DATA = {
    "games/engine/presets.py",
    "games/engine/ruleset.py",
    "games/management/commands/play.py",
    "games/api/examples.py",
    "players/password_rules.py",  # words of the game, whatever is played by them
    "bench",
}
BY_THE_NAME = {"startswith", "endswith", "find", "count", "index", "removeprefix", "partition"}


def slugs_in(module):
    """Yield the texts of a module that are the slug of a preset."""
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and node.value in PRESETS:
            yield f"line {node.lineno}: {node.value}"


def questions_in(module):
    """Yield what asks a slug for more than whether it is there, or in the table."""
    for node in ast.walk(module):
        if isinstance(node, ast.Compare) and any(map(_is_slug, (node.left, *node.comparators))):
            if not isinstance(node.ops[0], ast.Is | ast.IsNot):
                yield f"line {node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.Match) and _is_slug(node.subject):
            yield f"line {node.lineno}: match {ast.unparse(node.subject)}"
        elif isinstance(node, ast.Attribute) and node.attr in BY_THE_NAME and _is_slug(node.value):
            yield f"line {node.lineno}: {ast.unparse(node)}"


def _is_slug(node):
    """Tell whether an expression is the slug of some rules."""
    return isinstance(node, ast.Attribute) and ast.unparse(node).endswith("rules.slug")


def is_data(path):
    name = str(path.relative_to(ROOT))
    return name in AS_DATA or name.split("/")[0] in AS_DATA


SOURCES = [path for path in sources() if not is_data(path)]


class TestCode:
    @pytest.mark.parametrize("path", SOURCES, ids=names(SOURCES))
    def test_names_no_variant(self, path):
        assert list(slugs_in(parse(path))) == []

    @pytest.mark.parametrize("path", sources(), ids=names(sources()))
    def test_asks_no_rules_for_their_name(self, path):
        assert list(questions_in(parse(path))) == []

    def test_has_the_places_that_may(self):
        for name in AS_DATA:
            assert (ROOT / name).exists(), name


class TestTheseChecks:
    def test_find_a_slug_in_any_place(self):
        module = ast.parse("x = {'cirulla': 1}\nif y in ('escoba', z): pass\n")
        assert len(list(slugs_in(module))) == 2

    @pytest.mark.parametrize(
        "line",
        [
            "x = state.rules.slug == y",
            "x = rules.slug in these",
            "x = view.rules.slug.startswith('scopone')",
            "match rules.slug:\n    case 'x': pass",
        ],
    )
    def test_find_a_question(self, line):
        assert list(questions_in(ast.parse(line)))

    def test_let_pass_the_table_and_what_is_shown(self):
        module = ast.parse("PRESETS.get(rules.slug)\npreset_name(rules.slug)\n")
        assert list(questions_in(module)) == []
