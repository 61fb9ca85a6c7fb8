"""Ask for known vulnerabilities of everything in the locks, and say what the answer is worth.

.venv/bin/python .ci/audit.py [LOCK ...]

Exit code 0: every package was looked up, and none has a vulnerability that a newer version mends.
1: some have one; what `pip-audit` is told carries no severity, so each counts as high.
2: the source of data knows nothing of some or all packages, which is no clean bill: `pip-audit`
alone would call that "no known vulnerabilities".
"""

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from locks import LOCKS, ROOT

PIP_AUDIT = ROOT / ".venv" / "tools" / "bin" / "pip-audit"


@dataclass
class Findings:
    """What was learnt of the packages, each named as `name version`."""

    looked_up: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    mendable: list[str] = field(default_factory=list)
    without_remedy: list[str] = field(default_factory=list)

    def add(self, report: dict[str, Any]) -> None:
        """Take in one report of pip-audit, as it writes them in JSON."""
        for package in report["dependencies"]:
            if "skip_reason" in package:
                self.unknown.add(package["name"])
                continue
            name = f"{package['name']} {package['version']}"
            self.looked_up.add(name)
            for found in package["vulns"]:
                self._add_vulnerability(name, found)

    def _add_vulnerability(self, name: str, found: dict[str, Any]) -> None:
        also = [alias for alias in found.get("aliases", []) if alias.startswith("CVE-")]
        line = f"{name}: {' '.join([found['id'], *also])}"
        fixes = found["fix_versions"]
        if fixes:
            line += f", mended in {', '.join(fixes)}"
        lines = self.mendable if fixes else self.without_remedy
        if line not in lines:
            lines.append(line)


def main() -> int:
    findings = Findings()
    for lock in sys.argv[1:] or LOCKS:
        report = _asked(ROOT / lock)
        if report is None:
            print(f"FAILED: {lock} was not audited; the reason is above.")
            return 2
        findings.add(report)
    lines, code = verdict(findings)
    print("\n".join(lines))
    return code


def verdict(findings: Findings) -> tuple[list[str], int]:
    """Return what to say, the verdict last, and the exit code."""
    lines = [f"no remedy yet: {line}" for line in findings.without_remedy]
    lines += [f"VULNERABLE: {line}" for line in findings.mendable]
    known, unknown = len(findings.looked_up), len(findings.unknown)
    if not known:
        lines.append(
            f"NOT RUN: no vulnerability data: none of {unknown} packages could be audited here."
        )
        return lines, 2
    if unknown:
        lines.append("no data for: " + ", ".join(sorted(findings.unknown)))
    if findings.mendable:
        lines.append(f"FAILED: {len(findings.mendable)} vulnerabilities that a newer version mends")
        return lines, 1
    if unknown:
        lines.append(f"INCOMPLETE: {unknown} of {known + unknown} packages could not be audited.")
        return lines, 2
    lines.append(f"audited: {known} packages, {len(findings.without_remedy)} without a remedy")
    return lines, 0


def _asked(lock: Path) -> dict[str, Any] | None:
    """Return pip-audit's report on a lock, None where it made none. Nothing is installed."""
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.json"
        done = subprocess.run(
            [
                *(str(PIP_AUDIT), "--requirement", str(lock), "--require-hashes", "--disable-pip"),
                *("--format", "json", "--output", str(report), "--progress-spinner", "off"),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if not report.exists():
            print(done.stderr.strip()[-2000:])
            return None
        read: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
        return read


if __name__ == "__main__":
    sys.exit(main())
