"""docs/api.md: its examples run, and its table holds every code there is."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.db import connections
from django.utils import timezone

from games import services
from games.errors import IllegalMove
from games.models import AiTurn
from games.rule_texts import RULE_TITLES
from scopa_site.api.problems import HTTP_PROBLEMS, STATUS
from scopa_site.errors import DomainError
from tests.api import contract
from tests.architecture.tree import import_errors

TEXT = (contract.COMMITTED.parent / "api.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_MARK = "--- the end of an example ---"


def examples():
    """Return the examples: a script each, and the block that shows its output, if there is one."""
    found = []
    for kind, schema, text in BLOCK.findall(TEXT):
        if kind == "sh":
            found.append([text, None])
        else:
            assert found[-1][1] is None, f"two outputs of one example: {text}"
            found[-1][1] = (kind, schema, text)
    return found


@pytest.fixture
def computer():
    """Make the computer's moves while the test runs, as a worker would."""
    stop = threading.Event()

    def work():
        try:
            while not stop.wait(0.02):
                for row in AiTurn.objects.filter(done_at__isnull=True):
                    services.run_ai_turn(match_pk=row.match_id, ply=row.ply, now=timezone.now())
        finally:
            connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    stop.set()
    thread.join()


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("limits_lifted")
class TestTheExamples:
    def test_run_and_print_what_the_document_says(self, live_server, computer, tmp_path):
        outputs = _run(live_server.url + "/api/v1", tmp_path)
        shown = [(block, output) for (_, block), output in zip(examples(), outputs, strict=True)]
        assert len([block for block, _output in shown if block]) >= 5
        for block, output in shown:
            if block is not None:
                _check(*block, output)


def _run(api, directory):
    """Run all examples in one shell, and return what each printed."""
    script = "".join(f"{script}\necho '{_MARK}'\n" for script, _block in examples())
    here = str(Path(sys.executable).parent)  # its python3
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        env={**os.environ, "PATH": f"{here}:{os.environ['PATH']}", "API": api},
        cwd=directory,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split(f"{_MARK}\n")[:-1]


def _check(kind, schema, expected, output):
    if kind == "json":
        assert json.loads(output) == json.loads(expected)
        contract.check_schema({"$ref": f"#/components/schemas/{schema}"}, json.loads(output))
        return
    pattern = re.escape(expected).replace(re.escape("..."), ".+?")
    assert re.fullmatch(pattern, output), f"not as shown:\n{output}"


class TestTheTableOfCodes:
    def test_names_every_code_with_its_status(self):
        rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \|", TEXT, re.MULTILINE)
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
