"""The tests that are tried on faults of the engine: which, what they call, how long they take."""

import functools
import gc
import importlib
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from hashlib import blake2s
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NoReturn

import hypothesis
import pytest
from mutant_modules import Module, Mutant

ROOT: Final = Path(__file__).resolve().parent.parent
ENGINE: Final = ROOT / "games" / "engine"
# Pure tests of the engine; of the long comparison only what is quick.
TESTS: Final = ("tests/engine", "tests/playthroughs")
LEFT_OUT: Final = ("tests/engine/test_against_oracle.py::TestEngine::test_agrees",)
OPTIONS: Final = (
    *(
        "-c",
        "/dev/null",
        f"--rootdir={ROOT}",
        "-q",
        "-x",
        "--tb=no",
        "--no-summary",
        "--noconftest",
    ),
    *("-p", "no:django", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:timeout"),
    *("-p", "no:cacheprovider", "-p", "no:warnings"),
    *(f"--deselect={test}" for test in LEFT_OUT),
)
EXAMPLES: Final = 10

# The name of a module, and the number of an outermost function in it.
Place = tuple[str, int | None]


class Choosing:
    """A plugin that leaves out the tests that ask the naive program alone."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if "[oracle" not in item.nodeid]


def prepare() -> None:
    """Make this process one from which tests can be run again and again, all the same."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(ROOT))
    hypothesis.settings.register_profile(
        "mutants",
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("mutants")


class Measured:
    """What is known of the tests from one run of them without a fault."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.seconds: dict[str, float] = data["seconds"]
        self.imported = {tuple(place) for place in data["imported"]}
        self.tests: dict[Place, list[str]] = defaultdict(list)
        for test, places in data["places"].items():
            for place in places:
                self.tests[tuple(place)].append(test)

    def files(self) -> list[str]:
        """List the files of tests, the quickest first."""
        spent: dict[str, float] = defaultdict(float)
        for test, seconds in self.seconds.items():
            spent[test.partition("::")[0]] += seconds
        return sorted(spent, key=lambda name: spent[name])

    def is_swapped(self, mutant: Mutant) -> bool:
        """Tell whether a fault shows only when its function is called in a test."""
        place = _place(mutant)
        return mutant.function is not None and place not in self.imported and place in self.tests


def _place(mutant: Mutant) -> Place:
    return mutant.module, mutant.function


class Measuring:
    """A plugin that notes what each test calls and how long it takes."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self.modules = {str(module.path): module for module in modules}
        self.known: dict[CodeType, Place | None] = {}
        self.called: set[Place] = set()
        self.imported: set[Place] = self.called
        self.places: dict[str, list[Place]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        self.caches: list[Any] = []

    def note(self, frame: FrameType, event: str, _arg: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code not in self.known:
            module = self.modules.get(code.co_filename)
            number = module.function_at(code.co_firstlineno) if module else None
            self.known[code] = None if module is None or number is None else (module.name, number)
        place = self.known[code]
        if place is not None:
            self.called.add(place)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if not self.caches:
            self.caches = caches()
        forget(self.caches)
        self.called, begun = set(), time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - begun
        self.places[item.nodeid] = sorted(self.called, key=str)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def measured(modules: Iterable[Module], file: Path) -> Measured:
    """Give what a run of all tests without a fault shows; run it unless nothing has changed."""
    stamp = _stamp()
    data = json.loads(file.read_text()) if file.exists() else {}
    if data.get("stamp") == stamp:
        return Measured(data)
    print("Running the tests once without a fault ...", flush=True)
    pid = os.fork()
    if not pid:
        _measure(modules, file, stamp)
    if os.waitpid(pid, 0)[1]:
        raise SystemExit("The tests fail without a fault too, or could not be run.")
    return Measured(json.loads(file.read_text()))


def _stamp() -> str:
    digest = blake2s()
    for folder in (ENGINE, ROOT / "tests"):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _measure(modules: Iterable[Module], file: Path, stamp: str) -> NoReturn:
    plugin = Measuring(modules)
    sys.settrace(plugin.note)
    importlib.import_module("games.engine")
    plugin.called = set()  # what is called while tests are collected is called in tests again
    status = pytest.main([*OPTIONS, *TESTS], plugins=[Choosing(), plugin])
    sys.settrace(None)
    seen = {
        "stamp": stamp,
        "seconds": plugin.seconds,
        "places": plugin.places,
        "imported": sorted(plugin.imported, key=str),
    }
    file.write_text(json.dumps(seen))
    print("\n".join(plugin.failed), flush=True)
    os._exit(int(status))


def forget(caches: Iterable[Any]) -> None:
    """Empty caches: what they hold was made before."""
    for cached in caches:
        cached.cache_clear()


def caches() -> list[Any]:
    """Find the caches of the functions of the engine and of the tests."""
    kind = type(functools.lru_cache(str))
    found = (each for each in gc.get_objects() if isinstance(each, kind))
    return [each for each in found if str(each.__module__).startswith(("games", "tests"))]


class Order:
    """In which order tests are tried: first those that found such faults before."""

    def __init__(self, measured: Measured) -> None:
        self.measured = measured
        self.by_place: dict[Place, Counter[str]] = defaultdict(Counter)
        self.by_module: dict[str, Counter[str]] = defaultdict(Counter)

    def found(self, mutant: Mutant, test: str) -> None:
        self.by_place[_place(mutant)][test] += 1
        self.by_module[mutant.module].update([test, test.partition("::")[0]])

    def tests(self, mutant: Mutant) -> list[str]:
        here, near = self.by_place[_place(mutant)], self.by_module[mutant.module]
        seconds = self.measured.seconds
        tests = self.measured.tests[_place(mutant)]
        return sorted(tests, key=lambda test: (-here[test], -near[test], seconds[test]))

    def files(self, mutant: Mutant) -> list[str]:
        near = self.by_module[mutant.module]
        return sorted(self.measured.files(), key=lambda name: -near[name])
