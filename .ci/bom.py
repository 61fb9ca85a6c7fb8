"""Write the bill of materials of what is deployed (CycloneDX), and hold it against the lock.

.venv/bin/python .ci/bom.py [FILE]     var/bom.cdx.json where no file is named

Exit code 1 where the document breaks its own schema, or is not the lock: a component too many or
too few, another version, a file with other digests.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from locks import ROOT, Pinned, pinned

LOCK = ROOT / "requirements.txt"
MAKER = ROOT / ".venv" / "tools" / "bin" / "cyclonedx-py"


def main() -> int:
    bill = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "var" / "bom.cdx.json"
    bill.parent.mkdir(parents=True, exist_ok=True)
    # It validates what it writes against the schema of CycloneDX.
    made = subprocess.run(
        [
            *(str(MAKER), "requirements", str(LOCK), "--output-reproducible"),
            *("--output-format", "JSON", "--output-file", str(bill)),
        ],
        check=False,
    )
    if made.returncode:
        return 1
    text = bill.read_text(encoding="utf-8")
    faults = list(differences(json.loads(text), pinned(LOCK.read_text(encoding="utf-8"))))
    print("\n".join(faults) or f"{bill}: the {len(components(json.loads(text)))} of the lock")
    return 1 if faults else 0


def components(bill: dict[str, Any]) -> list[Pinned]:
    """Return the components of a bill, as a lock would hold them."""
    return [
        Pinned(part["name"], part["version"], frozenset(_digests(part)))
        for part in bill["components"]
    ]


def differences(bill: dict[str, Any], lock: list[Pinned]) -> Iterator[str]:
    """Yield a sentence for each thing that one of the two holds and the other does not."""
    billed = components(bill)
    if len(billed) != len(set(billed)):
        yield "a component stands in the bill twice"
    for one in sorted(set(lock) - set(billed), key=str):
        yield f"not in the bill as locked: {one.name} {one.version}"
    for one in sorted(set(billed) - set(lock), key=str):
        yield f"not in the lock as billed: {one.name} {one.version}"


def _digests(part: dict[str, Any]) -> Iterator[str]:
    for reference in part.get("externalReferences", []):
        for digest in reference.get("hashes", []):
            if digest["alg"] == "SHA-256":
                yield digest["content"]


if __name__ == "__main__":
    sys.exit(main())
