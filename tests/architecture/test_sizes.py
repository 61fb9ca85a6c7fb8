"""Code stays in pieces that can be read, under names that say what is in them."""

import ast
import re

import pytest

from tests.architecture.tree import functions, names, parse, sources

LONGEST_FUNCTION = 50
LONGEST_FILE = 300
EMPTY_NAMES = {"base", "common", "helper", "helpers", "misc", "shared", "util", "utils"}

each_source = pytest.mark.parametrize("path", sources(), ids=names(sources()))


def lines_of(function) -> int:
    """Return the length of a function without its docstring."""
    length = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is not None:
        length -= first.end_lineno - first.lineno + 1
    return length


def variant_comparisons(module: ast.Module):
    """Yield the comparisons that ask which variant or preset is played.

    To ask whether there is one (`is None`, `in PRESETS`) is another question.
    """
    for node in ast.walk(module):
        if not isinstance(node, ast.Compare):
            continue
        sides = [ast.unparse(side) for side in (node.left, *node.comparators)]
        known = any(re.search(r"\b(variant|preset)(\.slug)?$", side) for side in sides)
        if known and (isinstance(node.ops[0], ast.Eq | ast.NotEq) or names_some(node)):
            yield f"line {node.lineno}: {ast.unparse(node)}"


def names_some(comparison: ast.Compare) -> bool:
    """Tell whether texts stand in the comparison itself."""
    return isinstance(comparison.ops[0], ast.In | ast.NotIn) and any(
        isinstance(part, ast.Constant) for part in ast.walk(comparison)
    )


def delayed_calls(module: ast.Module):
    """Yield the calls that ask Celery to wait: such tasks are lost, or run twice, with Redis."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            keywords = {keyword.arg for keyword in node.keywords}
            if keywords & {"eta", "countdown"}:
                yield f"line {node.lineno}: {ast.unparse(node)}"


class TestSource:
    @each_source
    def test_has_no_long_function(self, path):
        long = [f"{f.name}: {lines_of(f)}" for f in functions(parse(path))]
        assert [name for name in long if int(name.split(": ")[1]) > LONGEST_FUNCTION] == []

    @each_source
    def test_is_not_long(self, path):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE

    @each_source
    def test_is_named_for_what_is_in_it(self, path):
        assert path.stem not in EMPTY_NAMES
        assert path.parent.name not in EMPTY_NAMES

    @each_source
    def test_never_asks_which_variant_is_played(self, path):
        assert list(variant_comparisons(parse(path))) == []

    @each_source
    def test_never_asks_celery_to_wait(self, path):
        assert list(delayed_calls(parse(path))) == []


class TestTheseChecks:
    """Each finds what it looks for."""

    def test_find_a_long_function(self):
        module = ast.parse("def f():\n    'Say.'\n" + "    pass\n" * 60)
        assert [lines_of(function) for function in functions(module)] == [61]

    @pytest.mark.parametrize(
        "line",
        [
            "x = variant == 'scopa'",
            "x = 'scopone' in match.preset",
            "x = preset in ('scopa', 'scopone')",
            "x = preset.slug != y",
        ],
    )
    def test_find_a_test_of_the_variant(self, line):
        assert list(variant_comparisons(ast.parse(line)))

    @pytest.mark.parametrize("line", ["x = preset is None", "x = preset in PRESETS"])
    def test_let_pass_a_question_whether_there_is_one(self, line):
        assert list(variant_comparisons(ast.parse(line))) == []

    @pytest.mark.parametrize("line", ["task.apply_async(countdown=3)", "f(eta=now)"])
    def test_find_a_delayed_call(self, line):
        assert list(delayed_calls(ast.parse(line)))
