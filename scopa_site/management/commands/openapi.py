"""Write the description of the API to docs/openapi.json, or compare it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scopa_site.api.schema import openapi_json, schema_warnings
from scopa_site.env import BASE_DIR

TARGET = BASE_DIR / "docs" / "openapi.json"


class Command(BaseCommand):
    """`openapi` writes; `openapi --check` fails when that would change anything."""

    help = "Write docs/openapi.json from the views."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --check."""
        parser.add_argument(
            "--check", action="store_true", help="Write nothing; fail when the file is out of date."
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        """Write or compare; never write what the library could not describe."""
        document = openapi_json()
        if warnings := schema_warnings():
            raise CommandError("not described: " + "; ".join(warnings))
        if not check:
            TARGET.write_text(document, encoding="utf-8")
            self.stdout.write(f"wrote {TARGET.relative_to(BASE_DIR)}")
        elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != document:
            raise CommandError("docs/openapi.json is out of date; run: manage.py openapi")
