"""Compile the message catalogues in pure Python: `.po`, which people edit, to `.mo`.

.venv/bin/python .ci/catalogues.py            compile
.venv/bin/python .ci/catalogues.py --check    exit 1 where a `.mo` is not its `.po`, or where
                                              a text has no translation or a doubtful one
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("games", "players", "scopa_site")

Texts = dict[tuple[str | None, str], object]


def main() -> int:
    sources = [path for package in PACKAGES for path in ROOT.glob(f"{package}/**/*.po")]
    if "--check" not in sys.argv[1:]:
        for source in sources:
            polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))
            print(f"compiled {source.relative_to(ROOT)}")
        return 0
    problems = [problem for source in sources for problem in find_problems(source)]
    print("\n".join(problems) or f"{len(sources)} catalogues are whole and compiled.")
    return 1 if problems else 0


def find_problems(source: Path) -> Iterator[str]:
    """Yield a sentence for each fault of one catalogue."""
    name = source.relative_to(ROOT)
    catalogue = polib.pofile(str(source))
    for entry in catalogue:
        if not entry.obsolete and not entry.translated():
            yield f"{name}: no translation, or a fuzzy one: {entry.msgid!r}"
    compiled = source.with_suffix(".mo")
    if not compiled.exists() or _texts(catalogue) != _texts(polib.mofile(str(compiled))):
        yield f"{name}: not compiled; run `make messages`"


def _texts(catalogue: polib.POFile | polib.MOFile) -> Texts:
    # Content, not bytes: another compiler may lay the same texts out in another way.
    return {
        (entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr
        for entry in catalogue.translated_entries()
    }


if __name__ == "__main__":
    sys.exit(main())
