"""Make clients from docs/openapi.json, and check them as far as each language can be checked here.

.venv/bin/python .ci/clients.py [FOLDER]     var/clients where no folder is named

TypeScript (types, and a typed client over fetch) and Python are generated, and `clients/` holds a
first match in each, which must pass the strictest checker. Kotlin and Swift are generated and not
compiled. Each client must have every operation of the document: a generator that leaves one out
says so in passing at most.

What cannot be made for want of Node or Java is said in a line `NOT RUN: ...`, at the end or in the
file NOT_RUN_FILE; REQUIRE_SERVICES=1 makes it a failure.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from locks import ROOT

DOCUMENT = ROOT / "docs" / "openapi.json"
TOOLS = ROOT / ".venv" / "tools" / "bin"
SOURCES = ROOT / "clients"
# How each generator begins what calls an operation.
CALLS = {"typescript": r"^    {}: \{{$", "kotlin": r"fun {}\(", "swift": r"func {}\("}


PYTHON = {
    "package_name_override": "scopa_client",
    "post_hooks": [],  # they would have Ruff rewrite what is not ours to read
    "content_type_overrides": {"image/svg+xml": "text/plain"},  # pictures come as text
}


class Failed(Exception):
    """A generator or a checker found a fault; the text is what it said."""


class Missing(Exception):
    """A program that is not part of the project is not on this machine."""


def main() -> int:
    folder = Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "var" / "clients"
    folder.mkdir(parents=True, exist_ok=True)
    failed, missing = [], []
    with ThreadPoolExecutor(max_workers=2) as both_cores:
        running = {name: both_cores.submit(make, folder / name) for name, make in MAKERS.items()}
    for name, future in running.items():
        match future.exception():
            case None:
                print(f"{name}: {future.result()}")
            case Missing() as fault:
                missing.append(f"NOT RUN: the {name} client: {fault}")
            case Failed() as fault:
                failed.append(f"FAILED: the {name} client:\n{fault}")
            case other:
                raise other
    print("\n".join(failed), end="\n" if failed else "")
    _note(missing)
    return 1 if failed or (missing and os.environ.get("REQUIRE_SERVICES") == "1") else 0


def make_python(folder: Path) -> str:
    """Generate the Python client, and check it and the first match with mypy."""
    _emptied(folder)
    settings = folder / "generator.json"
    settings.write_text(json.dumps(PYTHON), encoding="utf-8")
    _run(
        *(TOOLS / "openapi-python-client", "generate", "--fail-on-warning", "--meta", "none"),
        *("--path", DOCUMENT, "--config", settings, "--output-path", folder / "scopa_client"),
    )
    shutil.copy(SOURCES / "python" / "walk.py", folder)
    modules = {path.stem for path in folder.glob("scopa_client/api/*/*.py")}
    _have_all(modules, [_snake(name) for name in operations()])
    # The generator casts lists to what they are.
    _run(TOOLS / "mypy", "--strict", "--no-warn-redundant-casts", ".", within=folder)
    return f"{len(modules)} modules, checked by mypy --strict"


def make_typescript(folder: Path) -> str:
    """Generate the types for TypeScript, and check them and the first match with tsc."""
    npm = _program("npm", "apt-get install nodejs npm")
    folder.mkdir(exist_ok=True)
    for path in (SOURCES / "typescript").iterdir():
        shutil.copy(path, folder)
    _run(npm, "ci", "--loglevel=error", within=folder)
    programs = folder / "node_modules" / ".bin"
    # What a request may leave out has a default, and is optional all the same.
    _run(
        *(programs / "openapi-typescript", DOCUMENT, "--output", folder / "schema.d.ts"),
        "--default-non-nullable=false",
        within=folder,
    )
    _run(programs / "tsc", "--project", folder, within=folder)
    return _all_called("typescript", [folder / "schema.d.ts"]) + ", checked by tsc --strict"


def make_kotlin(folder: Path) -> str:
    """Generate the Kotlin client."""
    _generate("kotlin", folder, "packageName=scopa.client")
    return _all_called("kotlin", folder.rglob("apis/*.kt"))


def make_swift(folder: Path) -> str:
    """Generate the Swift client."""
    _generate("swift6", folder, "projectName=ScopaClient")
    return _all_called("swift", folder.rglob("APIs/*.swift"))


MAKERS: dict[str, Callable[[Path], str]] = {
    "kotlin": make_kotlin,
    "swift": make_swift,
    "python": make_python,
    "typescript": make_typescript,
}


def operations() -> list[str]:
    """Return the names of all operations of the document."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    return [
        operation["operationId"]
        for methods in document["paths"].values()
        for operation in methods.values()
    ]


def _generate(generator: str, folder: Path, properties: str) -> None:
    _program("java", "apt-get install default-jre-headless")
    _emptied(folder)
    _run(
        *(TOOLS / "openapi-generator-cli", "generate", "-i", DOCUMENT, "-g", generator),
        *("-o", folder, f"--additional-properties={properties}"),
    )


def _all_called(language: str, files: Iterable[Path]) -> str:
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    wanted = operations()
    made = {
        name
        for name in wanted
        if re.search(CALLS[language].format(re.escape(name)), text, re.MULTILINE)
    }
    _have_all(made, wanted)
    return f"{len(made)} operations"


def _have_all(made: set[str], wanted: list[str]) -> None:
    if lost := sorted(set(wanted) - made):
        raise Failed(f"left out: {', '.join(lost)}")


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def _program(name: str, remedy: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Missing(f"{name} is not here (Debian: {remedy})")
    return found


def _emptied(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()


def _run(*command: str | Path, within: Path | None = None) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=within,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{Path(command[0]).name}: {done.stdout[-4000:]}")


def _note(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    notes = os.environ.get("NOT_RUN_FILE")
    if not notes:
        print(text, end="")
        return
    with Path(notes).open("a", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main())
