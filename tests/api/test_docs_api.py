"""The documents for app developers: their examples run, and the table holds every code there is."""

import re
import shutil

import pytest

from games.errors import IllegalMove
from games.rule_texts import RULE_TITLES
from scopa_site.api.problems import HTTP_PROBLEMS, STATUS
from scopa_site.errors import DomainError
from tests.api.documents import DOCS, Computer, check_examples
from tests.architecture.tree import import_errors

# How many examples each shows the output of, at least.
SHOWN = {"api.md": 15, "mobile.md": 10, "sandbox.md": 2}


def text(name):
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("limits_lifted")
class TestTheExamples:
    @pytest.mark.parametrize("name", SHOWN)
    def test_run_and_print_what_the_document_says(self, name, live_server, tmp_path):
        with Computer():
            shown = check_examples(text(name), f"{live_server.url}/api/v1", tmp_path)
        assert shown >= SHOWN[name]


class TestTheTableOfCodes:
    def test_names_every_code_with_its_status(self):
        rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \|", text("api.md"), re.MULTILINE)
        assert len(rows) == len(set(rows))
        assert {(int(status), code) for status, code in rows} == _codes()


def _codes():
    import_errors()
    codes = {
        (STATUS[error.kind], error.code)
        for error in _subclasses(DomainError)
        if not error.__module__.startswith("tests.")
    }
    codes.remove((422, IllegalMove.code))
    codes |= {(422, code) for code in RULE_TITLES if (409, code) not in codes}
    return {(int(status), code) for status, code in codes} | {
        (problem.status, problem.code) for problem in HTTP_PROBLEMS
    }


def _subclasses(error):
    for child in error.__subclasses__():
        yield child
        yield from _subclasses(child)
