"""The Italian catalogue of the games holds every text of the games, and is what people read.

`tests/architecture/test_catalogues.py` looks at all apps, roughly; this looks at one, closely:
contexts, plurals, templates with variables, and other apps that say the same in other words.
"""

import ast
import re
from pathlib import Path

import polib
import pytest
from django.utils import translation
from django.utils.translation.template import templatize

GAMES = Path(__file__).resolve().parents[2] / "games"
CATALOGUE = GAMES / "locale/it/LC_MESSAGES/django.po"

# Which arguments of a call are the context, the text, and the plural.
CALLS = {
    "gettext": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "npgettext": (0, 1, 2),
}
IN_TEMPLATES = re.compile(
    r"""\b_\(u?(['"])(?P<text>.*?)\1\)|\bgettext\(u?(['"])(?P<told>.*?)\3\)"""
)
PLACES = re.compile(r"%\(\w+\)s")


def marked_in(source: str):
    """Yield (context, text, plural) for all that a module marks for translation."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name = "gettext" if node.func.id == "_" else node.func.id.removesuffix("_lazy")
        if name in CALLS:
            chosen = [None if at is None else node.args[at] for at in CALLS[name]]
            if isinstance(chosen[1], ast.Constant):
                yield tuple(None if part is None else part.value for part in chosen)


def marked_in_template(source: str):
    """Yield the same for a template, as Django itself hands it to gettext."""
    for match in IN_TEMPLATES.finditer(templatize(source)):
        yield None, (match["text"] or match["told"]).replace("\\'", "'"), None


def all_marked():
    for path in GAMES.rglob("*.py"):
        yield from marked_in(path.read_text(encoding="utf-8"))
    for path in GAMES.rglob("templates/**/*.html"):
        yield from marked_in_template(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def catalogue():
    return polib.pofile(str(CATALOGUE))


def key(entry):
    return entry.msgctxt, entry.msgid, entry.msgid_plural or None


class TestCatalogue:
    def test_holds_every_text_and_no_other(self, catalogue):
        assert {key(entry) for entry in catalogue if not entry.obsolete} == set(all_marked())

    def test_translates_every_text(self, catalogue):
        assert [entry.msgid for entry in catalogue if not entry.translated()] == []

    def test_has_a_singular_and_a_plural_where_english_has(self, catalogue):
        for entry in catalogue:
            assert not entry.msgid_plural or set(entry.msgstr_plural) == {0, 1}
            assert all(entry.msgstr_plural.values())

    def test_keeps_what_is_filled_in_later(self, catalogue):
        for entry in catalogue:
            for text in entry.msgstr_plural.values() or [entry.msgstr]:
                assert set(PLACES.findall(text)) == set(PLACES.findall(entry.msgid)), entry.msgid

    def test_is_compiled_as_it_stands(self, catalogue):
        compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")))
        assert {key(entry): (entry.msgstr, entry.msgstr_plural) for entry in compiled} == {
            key(entry): (entry.msgstr, entry.msgstr_plural) for entry in catalogue
        }

    def test_is_not_overridden_by_another_app(self, catalogue):
        with translation.override("it"):
            for entry in catalogue:
                if entry.msgid_plural:
                    shown = [
                        translation.ngettext(entry.msgid, entry.msgid_plural, n) for n in (1, 2)
                    ]
                    assert shown == [entry.msgstr_plural[0], entry.msgstr_plural[1]]
                elif entry.msgctxt:
                    assert translation.pgettext(entry.msgctxt, entry.msgid) == entry.msgstr
                else:
                    assert translation.gettext(entry.msgid) == entry.msgstr


class TestExtraction:
    """The extraction above finds what it must, or the tests above would prove nothing."""

    def test_finds_contexts_plurals_and_lazy_texts(self):
        source = (
            '_("one")\npgettext_lazy("place", "Table")\n'
            'ngettext("%(n)s card", "%(n)s cards", n)\ngettext(variable)\n'
        )
        assert list(marked_in(source)) == [
            (None, "one", None),
            ("place", "Table", None),
            (None, "%(n)s card", "%(n)s cards"),
        ]

    def test_finds_texts_of_templates_with_and_without_variables(self):
        source = (
            "{% load i18n %}{% translate 'A deal' %}"
            "{% blocktranslate %}Deal {{ number }}{% endblocktranslate %}"
        )
        found = {text for _context, text, _plural in marked_in_template(source)}
        assert found == {"A deal", "Deal %(number)s"}
