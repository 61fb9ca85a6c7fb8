"""The documents whose examples are run: blocks of shell, each with what it prints."""

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

from django.db import connections
from django.utils import timezone

from games import services
from games.models import AiTurn
from tests.api import contract

DOCS = contract.COMMITTED.parent
BLOCK = re.compile(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_MARK = "--- the end of an example ---"


def examples(text):
    """Return the examples: a script each, and the block that shows its output, if there is one."""
    found = []
    for kind, schema, block in BLOCK.findall(text):
        if kind == "sh":
            found.append([block, None])
        elif found:
            assert found[-1][1] is None, f"two outputs of one example: {block}"
            found[-1][1] = (kind, schema, block)
    return found


def check_examples(text, api, directory):
    """Run all examples in one shell, hold each output against the document; return how many."""
    outputs = _run(examples(text), api, directory)
    pairs = zip(examples(text), outputs, strict=True)
    shown = [(block, output) for (_script, block), output in pairs if block is not None]
    for block, output in shown:
        _check(*block, output)
    return len(shown)


class Computer:
    """Makes the computers' moves while a test runs, as a worker would."""

    def __enter__(self):
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def __exit__(self, *_error):
        self._stop.set()
        self._thread.join()

    def _work(self):
        try:
            while not self._stop.wait(0.02):
                for row in AiTurn.objects.filter(done_at__isnull=True):
                    services.run_ai_turn(match_pk=row.match_id, ply=row.ply, now=timezone.now())
        finally:
            connections.close_all()


def _run(found, api, directory):
    script = "".join(f"{script}\necho '{_MARK}'\n" for script, _block in found)
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
