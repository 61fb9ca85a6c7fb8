"""Every text that a person may read has its Italian, and the compiled catalogues hold it."""

import ast
import re
from pathlib import Path

import django
import polib
import pytest

from tests.architecture.tree import PACKAGES, ROOT, names, parse, sources

CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "pgettext", "pgettext_lazy"}
IN_TEMPLATES = re.compile(r"""{%\s*(?:translate|trans)\s+(["'])(?P<text>.*?)\1""")


def texts_in_code(module: ast.Module):
    """Yield the texts that a module marks for translation, `ngettext` apart."""
    for node in ast.walk(module):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in CALLS and node.args:
            context = node.func.id.startswith("pgettext")
            text = node.args[1 if context else 0]
            if isinstance(text, ast.Constant):  # a variable's text is marked where it is written
                yield text.value


def italian() -> set[str]:
    """Return what the compiled catalogues translate: the project's, and Django's own."""
    found = [path for package in PACKAGES for path in (ROOT / package).glob("locale/it/**/*.mo")]
    found += Path(django.__file__).parent.glob("conf/locale/it/**/*.mo")
    return {entry.msgid for path in found for entry in polib.mofile(str(path))}


@pytest.fixture(scope="module")
def translated():
    return italian()


TEMPLATES = [path for package in PACKAGES for path in (ROOT / package).rglob("templates/**/*.html")]


class TestItalian:
    @pytest.mark.parametrize("path", sources(), ids=names(sources()))
    def test_says_all_that_the_code_says(self, path, translated):
        assert {text for text in texts_in_code(parse(path)) if text} - translated == set()

    def test_says_all_that_the_templates_say(self, translated):
        found = {
            match["text"]
            for path in TEMPLATES
            for match in IN_TEMPLATES.finditer(path.read_text(encoding="utf-8"))
        }
        assert found - translated == set()
