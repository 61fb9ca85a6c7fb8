"""What is told of the packages in the locks is true: the audit, the bill of materials."""

import json

import pytest
from audit import Findings, verdict
from bom import differences
from locks import LOCKS, NotPinned, Pinned, pinned

from tests.architecture.tree import ROOT

CLEAN = {"name": "clean", "version": "1", "vulns": []}
UNKNOWN = {"name": "unknown", "skip_reason": "no data"}
MENDABLE = {
    "name": "old",
    "version": "1",
    "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1", "GHSA-1"], "fix_versions": ["2", "1.1"]}],
}
OPEN = {"name": "worn", "version": "3", "vulns": [{"id": "PYSEC-2", "fix_versions": []}]}

HASHED = "--hash=sha256:" + "a" * 64


def audited(*packages):
    findings = Findings()
    findings.add({"dependencies": list(packages)})
    return verdict(findings)


def bill(**versions):
    return {
        "components": [
            {
                "name": name,
                "version": version,
                "externalReferences": [{"hashes": [{"alg": "SHA-256", "content": "a" * 64}]}],
            }
            for name, version in versions.items()
        ]
    }


class TestTheAudit:
    def test_is_content_with_packages_that_are_known_and_sound(self):
        assert audited(CLEAN) == (["audited: 1 packages, 0 without a remedy"], 0)

    def test_calls_it_no_data_when_nothing_is_known_of_any(self):
        lines, code = audited(UNKNOWN, {**UNKNOWN, "name": "other"})
        assert code == 2
        assert lines[-1].startswith("NOT RUN: no vulnerability data: none of 2 ")

    def test_calls_it_incomplete_when_nothing_is_known_of_one(self):
        lines, code = audited(CLEAN, UNKNOWN)
        assert code == 2
        assert lines == [
            "no data for: unknown",
            "INCOMPLETE: 1 of 2 packages could not be audited.",
        ]

    def test_fails_on_what_a_newer_version_mends_also_where_data_is_missing(self):
        lines, code = audited(CLEAN, UNKNOWN, MENDABLE)
        assert code == 1
        assert lines[0] == "VULNERABLE: old 1: PYSEC-1 CVE-1, mended in 2, 1.1"
        assert lines[-1] == "FAILED: 1 vulnerabilities that a newer version mends"

    def test_names_what_has_no_remedy_and_does_not_fail(self):
        lines, code = audited(CLEAN, OPEN)
        assert code == 0
        assert lines == [
            "no remedy yet: worn 3: PYSEC-2",
            "audited: 2 packages, 1 without a remedy",
        ]

    def test_counts_a_package_of_two_locks_once(self):
        findings = Findings()
        for _lock in LOCKS:
            findings.add({"dependencies": [CLEAN, MENDABLE]})
        lines, _code = verdict(findings)
        assert lines[-1] == "FAILED: 1 vulnerabilities that a newer version mends"


class TestALock:
    @pytest.mark.parametrize("lock", LOCKS)
    def test_of_ours_is_pinned(self, lock):
        assert pinned((ROOT / lock).read_text(encoding="utf-8"))

    @pytest.mark.parametrize(
        "line",
        [
            "django==5.2.19",
            f"django {HASHED}",
            f"django>=5.2 {HASHED}",
            "django==5.2.19 --hash=sha256:abc",
            f"django==5.2.19 {HASHED} --hash=md5:{'a' * 32}",
            f"django @ file:///tmp/django.whl {HASHED}",
            "--index-url https://example.org/simple",
            "-e .",
        ],
    )
    def test_is_refused_with_a_line_that_lets_more_in(self, line):
        with pytest.raises(NotPinned):
            pinned(line)


class TestTheBill:
    LOCK = [Pinned("a", "1", frozenset(["a" * 64])), Pinned("b", "2", frozenset(["a" * 64]))]

    def test_is_the_lock_when_it_holds_the_same(self):
        assert list(differences(bill(a="1", b="2"), self.LOCK)) == []

    @pytest.mark.parametrize(
        "wrong", [bill(a="1"), bill(a="1", b="3"), bill(a="1", b="2", c="1"), bill(b="2", a="2")]
    )
    def test_is_not_the_lock_with_another_component_or_version(self, wrong):
        assert list(differences(wrong, self.LOCK))

    def test_is_not_the_lock_with_other_files(self):
        wrong = json.loads(json.dumps(bill(a="1", b="2")).replace("a" * 64, "b" * 64, 1))
        assert len(list(differences(wrong, self.LOCK))) == 2

    def test_is_not_the_lock_with_a_component_twice(self):
        twice = bill(a="1", b="2")
        twice["components"].append(twice["components"][0])
        assert list(differences(twice, self.LOCK)) == ["a component stands in the bill twice"]
