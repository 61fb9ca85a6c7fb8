"""Small faults for the modules of the engine, one at a time: what `make mutants` plants.

A mutant is another value for one field of one node of the module's syntax tree. Nothing is
planted where there is no behaviour: in docstrings, annotations and names of types, in `__all__`
and `__slots__`, in the sizes of caches, and in texts that only people read (`TEXTS`, `TEXT_NAMES`).
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2s
from pathlib import Path
from types import CodeType
from typing import Any, Final

from mutations import Change, Function, changes, one_line

# Callables whose arguments, from the first number to before the second, are texts for people. So
# are all texts given to an error of the engine (a name in `ERRORS`).
TEXTS: Final = {
    "require": (1, 2),
    "_preset": (1, 3),
    "Combination": (2, 4),
    "RuleSetProblem": (3, 5),
}
TEXT_NAMES: Final = {"en", "it"}
ERRORS: Final = {"ValueError"}
MUTE_CALLS: Final = {"TypeVar", "lru_cache"}
LAYOUT: Final = {"__all__", "__slots__"}
GENERIC: Final = {"Callable", "Mapping", "Literal", "tuple", "list", "dict"}
PLAIN: Final = {"int", "str", "bool"}


@dataclass(frozen=True)
class Mutant:
    """One fault. `function` is the number of the outermost function it is in, None for none."""

    key: str
    module: str
    line: int
    what: str
    function: int | None
    node: ast.AST
    field: str
    value: Any

    def plant(self) -> None:
        setattr(self.node, self.field, self.value)

    @property
    def name(self) -> str:
        return f"{self.module}:{self.line} {self.what}"


class Module:
    """One module: its tree, its outermost functions, and the faults that it can have."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.stem
        self.tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        self.functions = list(_outermost(self.tree))
        self.mutants = list(self._mutants())

    def compiled(self) -> CodeType:
        """Compile the tree as it is now, with the fault that was planted."""
        return compile(ast.fix_missing_locations(self.tree), str(self.path), "exec")

    def function_at(self, line: int) -> int | None:
        """Give the number of the outermost function that a line belongs to."""
        for number, function in enumerate(self.functions):
            if _first_line(function) <= line <= (function.end_lineno or 0):
                return number
        return None

    def _mutants(self) -> Iterator[Mutant]:
        """Make every mutant; its key is the same until the statement around it changes."""
        for top in self.tree.body:
            text, number = ast.unparse(top), 0
            for function, node in _walk(top, None):
                place = None if function is None else self.functions.index(function)
                for change in changes(node):
                    number += 1
                    key = blake2s(f"{self.name} {number} {text}".encode(), digest_size=6)
                    yield self._mutant(key.hexdigest(), place, change)

    def _mutant(self, key: str, function: int | None, change: Change) -> Mutant:
        node, field, value, _kind = change
        line = getattr(node, "lineno", 0) or getattr(getattr(node, "target", None), "lineno", 0)
        return Mutant(key, self.name, line, _described(*change), function, node, field, value)


def _outermost(node: ast.AST) -> Iterator[Function]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield child
        else:
            yield from _outermost(child)


def _first_line(function: Function) -> int:
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


def _described(node: ast.AST, field: str, value: Any, what: str) -> str:
    """Say what was done; where that does not name it, what is there and what stands instead."""
    if ": " in what:
        return what
    before, old = one_line(node), getattr(node, field)
    setattr(node, field, value)
    after = one_line(node)
    setattr(node, field, old)
    return f"{what}: {before} -> {after}"


def _walk(node: ast.AST, inner: Function | None) -> Iterator[tuple[Function | None, ast.AST]]:
    """Give the nodes that behave, with the outermost function whose body they are in."""
    if _is_mute(node):
        return
    yield inner, node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_comment", "type_params"}:
            continue
        body = inner
        if inner is None and isinstance(node, Function) and name == "body":
            body = node
        children = value if isinstance(value, list) else [value]
        for child in _without_texts(node, name, children):
            if isinstance(child, ast.AST):
                yield from _walk(child, body)


def _is_mute(node: ast.AST) -> bool:
    """Tell whether there is no behaviour in a node and all below it."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.Call) and ast.unparse(node.func) in MUTE_CALLS:
        return True
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = {target.id for target in targets if isinstance(target, ast.Name)}
        return bool(names & LAYOUT) or (node.value is not None and _is_a_type(node.value))
    return False


def _is_a_type(value: ast.expr) -> bool:
    """Tell whether a value is the name of a type: `tuple[...]`, `Literal[...]`, `int | None`."""
    match value:
        case ast.BinOp(op=ast.BitOr()):
            return _is_a_type(value.left) and _is_a_type(value.right)
        case ast.Subscript(value=ast.Name(id=name)):
            return name in GENERIC
        case ast.Name(id=name):
            return name in PLAIN or (name[0].isupper() and not name.isupper())
        case ast.Constant():
            return value.value is None
    return False


def _without_texts(node: ast.AST, name: str, children: list[Any]) -> list[Any]:
    """Leave out what only people read."""
    if isinstance(node, ast.Call) and name == "args":
        called = ast.unparse(node.func)
        if called in ERRORS or called == "super().__init__":
            return [child for child in children if not _is_text(child)]
        first, after = TEXTS.get(called, (0, 0))
        return [*children[:first], *children[after:]]
    if isinstance(node, ast.Assign) and name == "value":
        return _untold(node.targets[0], node.value)
    return children


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Constant | ast.JoinedStr)


def _untold(target: ast.expr, value: ast.expr) -> list[ast.expr]:
    """Leave the texts out of `code, en, it = ...`."""
    if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)):
        return [value]
    names = [getattr(name, "id", "") for name in target.elts]
    pairs = zip(names, value.elts, strict=False)
    if not TEXT_NAMES & set(names):
        return [value]
    return [entry for name, entry in pairs if name not in TEXT_NAMES]
