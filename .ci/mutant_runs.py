"""Tests run against one fault at a time, each in a process forked from one that is ready.

A fault inside a function is planted in a process that has collected all tests: the function
gets other code, and the tests that call it run, to the first that fails. A fault in what happens
as modules are imported (a table, a default, a function that makes one) is planted in a process
that has imported nothing of the project, and files of tests are imported and run there one by one.
"""

import gc
import importlib.machinery
import os
import resource
import signal
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final

import pytest
from mutant_modules import Module, Mutant
from mutant_tests import OPTIONS, TESTS, Choosing, Measured, Order, caches, forget

SLACK: Final = 4  # a test may take so many times its usual time, and so many seconds
MEMORY: Final = 1 << 30  # more than this, in bytes, no test needs
UNDECIDED: Final = 2  # the status of a process in which the time was up
BROKEN: Final = 70  # the status of a process in which not the tests failed but what runs them


@dataclass(frozen=True)
class Work:
    """What a process that tries faults is given."""

    mutants: Iterator[Mutant]
    modules: dict[str, Module]
    order: Order
    budget: float  # processor seconds for one fault
    report: Callable[[Mutant, str, str], None]

    def judge(self, mutant: Mutant, run: Callable[[int], None]) -> None:
        outcome, by = judged(run)
        if outcome == "killed":
            self.order.found(mutant, by)
        self.report(mutant, outcome, by)


def judged(run: Callable[[int], None]) -> tuple[str, str]:
    """Run tests in a forked process; return how that ended, and what found the fault."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            _restrict()
            run(writing)
        except BaseException:  # noqa: BLE001 whatever it is, this process must end here
            os.write(writing, traceback.format_exc(limit=-3).encode())
            os._exit(BROKEN)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        finder = pipe.read()
    status = os.waitpid(pid, 0)[1]
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "timeout" if number == signal.SIGVTALRM else "broken", f"signal {number}"
    outcomes = {0: "survived", 1: "killed", UNDECIDED: "undecided"}
    return outcomes.get(os.WEXITSTATUS(status), "broken"), finder


def _restrict() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)


def _allow(seconds: float) -> None:
    """End this process once it has worked so long, however busy the machine is."""
    signal.setitimer(signal.ITIMER_VIRTUAL, SLACK * (seconds + 1))


def _found(pipe: int, by: str) -> None:
    os.write(pipe, by.encode())
    os._exit(1)


class Finding:
    """A plugin that ends the process at the first failure, and says where it was."""

    def __init__(self, measured: Measured, budget: float, pipe: int) -> None:
        self.seconds = measured.seconds
        self.budget = budget
        self.pipe = pipe

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if time.process_time() > self.budget:
            os._exit(UNDECIDED)
        _allow(self.seconds.get(item.nodeid, 1))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            _found(self.pipe, report.nodeid)

    def pytest_runtest_teardown(self) -> None:
        _allow(SLACK)


class Swapping:
    """A plugin that, all tests being collected, tries fault after fault instead of the tests."""

    def __init__(self, work: Work) -> None:
        self.work = work

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        ready = _Collected(session)
        for mutant in self.work.mutants:
            module, order = self.work.modules[mutant.module], self.work.order
            tests = order.tests(mutant)
            self.work.judge(mutant, ready.trying(mutant, module, tests, self.work))
        return True


class _Collected:
    """A process that has imported everything, and the tests that it has collected."""

    def __init__(self, session: pytest.Session) -> None:
        self.plugins = session.config.pluginmanager
        self.items = {item.nodeid: item for item in session.items}
        self.caches = caches()
        self.functions: dict[str, list[FunctionType]] = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self.functions[each.__code__.co_filename].append(each)

    def trying(
        self, mutant: Mutant, module: Module, tests: list[str], work: Work
    ) -> Callable[[int], None]:
        """Make what a forked process does to try a fault inside a function."""

        def run(pipe: int) -> None:
            mutant.plant()
            swap(module.compiled(), self.functions[str(module.path)])
            forget(self.caches)
            self.plugins.register(Finding(work.order.measured, work.budget, pipe))
            chosen = [self.items[test] for test in tests]
            for item, following in zip(chosen, [*chosen[1:], None], strict=True):
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)

        return run


def swap(module: CodeType, functions: Iterable[FunctionType]) -> None:
    """Give functions that are in use the code that their module has now."""
    codes = {_name(code): code for code in _codes(module)}
    swapped = [function for function in functions if _name(function.__code__) in codes]
    if not swapped:
        raise RuntimeError("no function was found to swap")
    for function in swapped:
        function.__code__ = codes[_name(function.__code__)]


def _name(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def swap_all(work: Work) -> None:
    """Try faults inside functions, in a process that has imported everything once."""
    pytest.main([*OPTIONS, *TESTS], plugins=[Choosing(), Swapping(work)])


def import_all(work: Work) -> None:
    """Try faults in what happens at import, each in a process that imports everything anew."""
    for mutant in work.mutants:
        module, order = work.modules[mutant.module], work.order
        work.judge(mutant, _importing(mutant, module, order.files(mutant), work))


def _importing(
    mutant: Mutant, module: Module, files: list[str], work: Work
) -> Callable[[int], None]:
    def run(pipe: int) -> None:
        _allow(SLACK)
        mutant.plant()
        _serve_instead(module.path, module.compiled())
        for file in files:
            status = pytest.main(
                [*OPTIONS, file],
                plugins=[Choosing(), Finding(work.order.measured, work.budget, pipe)],
            )
            if status not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
                _found(pipe, f"{file}::")

    return run


def _serve_instead(path: Path, code: CodeType) -> None:
    """Let the import of one file find other code than is written there."""
    usual = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: importlib.machinery.SourceFileLoader, fullname: str) -> CodeType | None:
        return code if Path(loader.path) == path else usual(loader, fullname)

    setattr(importlib.machinery.SourceFileLoader, "get_code", get_code)  # noqa: B010 mypy
