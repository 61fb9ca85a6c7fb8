"""The project's own files, as the tests of its structure see them."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("scopa_site", "players", "games")


def sources(*, migrations: bool = False) -> list[Path]:
    """Return the modules of the three packages."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return sorted(path for path in found if migrations or "migrations" not in path.parts)


def names(paths: list[Path]) -> list[str]:
    """Return each path as read from the top of the project, to name a test's case."""
    return [str(path.relative_to(ROOT)) for path in paths]


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def functions(module: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def import_errors() -> None:
    """Import every module of errors, so that all of their types are known."""
    for path in sources():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if module.endswith("errors"):
            import_module(module)
