"""The table of docs/security.md names tests that there are, and what it says of addresses holds."""

import ast
import re

from scopa_site.env import BASE_DIR
from tests.api import contract

TEXT = (BASE_DIR / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (API\d+) .*\| (.+) \|$", TEXT, re.MULTILINE)
# Modules by which code could fetch something from an address.
FETCHING = {"aiohttp", "httpx", "requests", "urllib3"}
FETCHING_PARTS = {"http.client", "urllib.request"}


def imports(path):
    """Yield the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def fetching():
    """Return the files of the service that could ask another server for something."""
    return {
        str(path.relative_to(BASE_DIR))
        for package in ("games", "players", "scopa_site")
        for path in (BASE_DIR / package).rglob("*.py")
        for name in imports(path)
        if name.split(".")[0] in FETCHING or name in FETCHING_PARTS
    }


class TestTheTable:
    def test_has_all_ten_risks(self):
        assert [name for name, _tests in ROWS] == [f"API{number}" for number in range(1, 11)]

    def test_names_tests_that_there_are(self):
        for name, tests in ROWS:
            files = re.findall(r"`(tests/[\w/]+\.py)`", tests)
            assert files, name
            assert [file for file in files if not (BASE_DIR / file).is_file()] == []


# Fields that hold an address which is called: by players.notifications.channels.guard alone.
GUARDED = {"SubscriptionBody.endpoint", "WebhookBody.url", "WebhookChangeBody.url"}


class TestNobodyElsesAddress:
    def test_is_a_field_of_a_body_that_no_guard_stands_behind(self):
        """API7: what cannot be given cannot be fetched."""
        found = []
        for name, schema in contract.document()["components"]["schemas"].items():
            for field, shape in schema.get("properties", {}).items():
                if re.search(r"(^|_)(url|uri|webhook|callback|endpoint)($|_)", field):
                    found.append(f"{name}.{field}: {shape}")
        bodies = {
            content["schema"].get("$ref", "").rpartition("/")[2]
            for _method, _path, operation in contract.operations()
            for content in operation.get("requestBody", {}).get("content", {}).values()
        }
        given = {each.partition(":")[0] for each in found if each.partition(".")[0] in bodies}
        assert given - GUARDED == set()

    def test_is_fetched_where_nobody_expects_it(self):
        """API10: each that asks another server is named here, and has tests of what it is told."""
        expected = {
            "players/notifications/channels/bounds.py",
            "players/notifications/channels/guard.py",
            "players/notifications/channels/public_addresses.py",
            "players/services/provider_keys.py",
        }
        assert fetching() - expected == set()
