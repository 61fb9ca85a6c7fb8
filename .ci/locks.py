"""Read the locks: which package, which version, which bytes.

.venv/bin/python .ci/locks.py     exit 1 where a line of a lock is not pinned to hashes
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.txt", "requirements/dev.txt", "requirements/tools.txt")

_LINE = re.compile(r"(?P<name>[a-z0-9][a-z0-9._-]*)==(?P<version>[^\s;]+)(?P<rest>\s.*)?\Z")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})(?=\s|\Z)")


@dataclass(frozen=True)
class Pinned:
    """One line of a lock: a package at one version, and the digests of its files."""

    name: str
    version: str
    hashes: frozenset[str]


class NotPinned(Exception):
    """A line of a lock lets more in than the bytes that were locked."""


def main() -> int:
    try:
        counts = {lock: len(pinned((ROOT / lock).read_text(encoding="utf-8"))) for lock in LOCKS}
    except NotPinned as fault:
        print(fault)
        return 1
    print("pinned with hashes: " + ", ".join(f"{lock} {n}" for lock, n in counts.items()))
    return 0


def pinned(text: str) -> list[Pinned]:
    """Return what a lock holds. Raises NotPinned at the first line without a version or a hash."""
    return [_read(line) for line in _lines(text)]


def _lines(text: str) -> Iterator[str]:
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def _read(line: str) -> Pinned:
    found = _LINE.match(line)
    hashes = frozenset(_HASH.findall(found["rest"] or "")) if found else frozenset()
    if not found or not hashes or line.count("--hash") != line.count("--hash=sha256:"):
        raise NotPinned(f"not pinned to the bytes: {line[:80]}")
    return Pinned(found["name"], found["version"], hashes)


if __name__ == "__main__":
    sys.exit(main())
