"""docs/rules.md beside the code: its tables are the engine's, its two languages say the same.

    python -m tests.engine.test_rules_document

prints the table of the presets as it has to stand there.
"""

import json
import re
from pathlib import Path

import pytest

from games import engine
from games.engine.combinations import COMBINATIONS
from games.engine.fields import FIELDS
from games.engine.ruleset import leaves_of

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
RULES = PAGE.read_text(encoding="utf-8")
ITALIAN = re.compile(r"^\*[^*].*?[^*]\*$", re.MULTILINE | re.DOTALL)
CODES = re.compile(r"`[^`]+`|\bR\d+(?:\.\d+)?\b")
FIELDS_HEADING = "| path · percorso | values · valori | default · di partenza | clause · regola |"
HEADING = "| slug | fields · campi | clauses · regole |"


def clauses():
    """Return the text of each clause by its id, with what follows it up to the next."""
    blocks = re.split(r"\n(?=\*\*R\d|## )", RULES)
    found = {}
    for block in blocks:
        named = re.match(r"\*\*(R\d+\.\d+)\*\* ", block)
        if named:
            found[named.group(1)] = block
    return found


CLAUSES = clauses()


def both(text):
    """Return the English of a clause, and its Italian."""
    italian = ITALIAN.search(text)
    return text[: italian.start()], italian.group()


def rows(page, heading):
    """Return the cells of each row of the table with this heading."""
    lines = page[page.index(heading) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def fields_told(page):
    """Return what the table of R8.1 says of each path: values, default, clauses."""
    told = {}
    for paths, *rest in rows(page, FIELDS_HEADING):
        told |= dict.fromkeys(re.findall(r"`([^`]+)`", paths), rest)
    return told


def leaves(rules):
    return dict(leaves_of(engine.encode_rules(rules)))


def spelt(value):
    return value if isinstance(value, str) else json.dumps(value)


def written_table(page):
    """Return the table of the presets' fields as it has to stand in the page."""
    told, usual = fields_told(page), leaves(engine.RuleSet())
    lines = [HEADING, "|---|---|---|"]
    for slug, preset in engine.PRESETS.items():
        changed = {
            path: value
            for path, value in leaves(preset.rules).items()
            if path in FIELDS and value != usual[path]
        }
        fields = ", ".join(f"`{path}` {spelt(value)}" for path, value in changed.items())
        cited = {each: None for path in changed for each in told[path][2].split(", ")}
        lines.append(f"| `{slug}` | {fields or '–'} | {', '.join(cited) or '–'} |")
    return "\n".join(lines)


class TestEachClause:
    @pytest.mark.parametrize("clause", CLAUSES)
    def test_names_the_same_fields_values_and_clauses_in_both_languages(self, clause):
        english, italian = both(CLAUSES[clause])
        named = set(CODES.findall(english)) - {clause}
        assert named == set(CODES.findall(italian))

    @pytest.mark.parametrize("clause", CLAUSES)
    def test_tells_a_choice_in_both_languages(self, clause):
        text = CLAUSES[clause]
        assert bool(re.search(r"[Cc]hoice:", text)) == ("\n*Scelta: " in text)

    def test_is_found(self):
        assert len(CLAUSES) == len(re.findall(r"^\*\*R\d+\.\d+\*\*", RULES, re.MULTILINE))


class TestTheTableOfFields:
    def test_has_every_field_with_its_values_and_its_default(self):
        told = fields_told(RULES)
        assert set(told) == set(FIELDS)
        usual = leaves(engine.RuleSet())
        for path, (values, default, _clauses) in told.items():
            assert default.strip("`") == spelt(usual[path]), path
            assert list(values_of(values)) == list(FIELDS[path].known), path


def values_of(cell):
    """Read the values of a cell such as "null, 2 to 10"."""
    for part in cell.split(", "):
        run = re.fullmatch(r"(\d+) to (\d+)", part)
        if run:
            yield from range(int(run.group(1)), int(run.group(2)) + 1)
        else:
            yield part.strip("`") if part.startswith("`") else json.loads(part)


class TestTheTableOfCombinations:
    def test_names_every_path_that_can_be_at_fault(self):
        table = rows(RULES, "| path | needs | richiede |")
        assert all(len(cells) == 3 and all(cells) for cells in table)
        told = {path for cells in table for path in re.findall(r"`([a-z_.]+)`", cells[0])}
        for rule in COMBINATIONS:
            group = rule.path.rpartition(".")[0]  # "the other fields of `ace`"
            assert {rule.path, group} & told


class TestTheTablesOfPresets:
    def test_name_them_all_in_their_order_and_in_both_languages(self):
        told = rows(RULES, "| slug | italiano · English | changes | che cosa cambia |")
        assert [(slug, names) for slug, names, *_rest in told] == [
            (f"`{slug}`", f"{preset.label['it']} · {preset.label['en']}")
            for slug, preset in engine.PRESETS.items()
        ]
        assert all(len(cells) == 4 and all(cells) for cells in told)

    def test_say_field_by_field_what_each_changes(self):
        assert written_table(RULES) in RULES


if __name__ == "__main__":
    print(written_table(RULES))
