"""What makes the clients leaves nothing out in silence, and takes its tools from no fixed place."""

import json

import pytest

import clients
from tests.architecture.tree import ROOT

NODE_LOCK = ROOT / "clients" / "typescript" / "package-lock.json"


def packages():
    locked = json.loads(NODE_LOCK.read_text(encoding="utf-8"))["packages"]
    return {name: package for name, package in locked.items() if name}


def fails(_folder):
    raise clients.Failed("a fault")


def lacks(_folder):
    raise clients.Missing("nothing to make it with")


@pytest.fixture
def made(monkeypatch, tmp_path, capsys):
    """Make the clients with the given makers; return the exit code and what was said."""

    def make(**makers):
        monkeypatch.setattr(clients, "MAKERS", makers)
        monkeypatch.setattr("sys.argv", ["clients.py", str(tmp_path)])
        return clients.main(), capsys.readouterr().out

    monkeypatch.delenv("NOT_RUN_FILE", raising=False)
    monkeypatch.delenv("REQUIRE_SERVICES", raising=False)
    return make


class TestMaking:
    def test_tells_what_was_made(self, made):
        assert made(one=lambda folder: "good") == (0, "one: good\n")

    def test_fails_on_one_fault_and_makes_the_others(self, made):
        code, said = made(one=fails, two=lambda folder: "good")
        assert code == 1
        assert "two: good" in said
        assert said.endswith("FAILED: the one client:\na fault\n")

    def test_says_what_it_had_nothing_to_make_with(self, made):
        assert made(one=lacks) == (0, "NOT RUN: the one client: nothing to make it with\n")

    def test_fails_without_its_tools_where_they_are_required(self, made, monkeypatch):
        monkeypatch.setenv("REQUIRE_SERVICES", "1")
        assert made(one=lacks)[0] == 1

    def test_notes_what_did_not_run_in_the_file_of_the_checks(self, made, monkeypatch, tmp_path):
        notes = tmp_path / "notes"
        monkeypatch.setenv("NOT_RUN_FILE", str(notes))
        assert made(one=lacks) == (0, "")
        assert notes.read_text() == "NOT RUN: the one client: nothing to make it with\n"

    def test_does_not_swallow_a_fault_of_its_own(self, made):
        with pytest.raises(ZeroDivisionError):
            made(one=lambda folder: str(1 // 0))


class TestALanguage:
    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("typescript", "    {}: {{\n"),
            ("kotlin", "    fun {}(a: Int)"),
            ("swift", "    open class func {}(a: Int)"),
        ],
    )
    def test_must_have_every_operation(self, language, text, tmp_path):
        names = clients.operations()
        whole = tmp_path / "client"
        whole.write_text("\n".join(text.format(name) for name in names))
        assert clients._all_called(language, [whole]) == f"{len(names)} operations"
        whole.write_text("\n".join(text.format(name) for name in names[1:]))
        with pytest.raises(clients.Failed, match=names[0]):
            clients._all_called(language, [whole])


class TestTheLockOfNode:
    def test_pins_every_package_to_its_bytes(self):
        assert packages()
        for name, package in packages().items():
            assert package["integrity"].startswith("sha512-"), name

    def test_names_no_place_to_install_from(self):
        assert [name for name, package in packages().items() if "resolved" in package] == []
