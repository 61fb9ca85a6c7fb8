"""The migrations are whole: they lead to the models, from one end to one other."""

import re

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.architecture.tree import PACKAGES, ROOT

MIGRATIONS = sorted(
    path
    for package in PACKAGES
    for path in (ROOT / package / "migrations").glob("*.py")
    if path.name != "__init__.py"
)
each_migration = pytest.mark.parametrize(
    "path", MIGRATIONS, ids=lambda path: f"{path.parts[-3]}/{path.stem}"
)


@pytest.mark.django_db
class TestMigrations:
    def test_leave_no_change_of_a_model_out(self, capsys):
        try:
            call_command("makemigrations", check=True, dry_run=True, verbosity=1)
        except SystemExit:
            pytest.fail(capsys.readouterr().out)

    def test_have_one_end_in_each_app(self):
        assert MigrationLoader(None).detect_conflicts() == {}

    def test_are_all_applied_to_the_database_of_the_tests(self):
        loader = MigrationLoader(connection)
        assert set(loader.graph.nodes) <= set(loader.applied_migrations)

    @each_migration
    def test_are_named_for_what_they_do(self, path):
        assert not re.search(r"_auto_|_alter_.*_and_more$", path.stem)

    @each_migration
    def test_change_data_without_code_that_may_change_later(self, path):
        """They see the models of their own time, through `apps.get_model`."""
        source = path.read_text(encoding="utf-8")
        if "RunPython" in source:
            ours = "|".join(PACKAGES)
            assert not re.search(rf"^\s*(from|import) ({ours})\b", source, flags=re.MULTILINE)
