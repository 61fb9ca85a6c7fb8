"""What can be wrong with one node of a syntax tree: the small faults that `make mutants` plants.

A fault is another value for one field of the node: another comparison or operator, a number one
more or one less, a text with a letter more, an operand, argument, filter or statement left out, two
arguments swapped, a condition that always or never holds, nothing returned.
"""

import ast
from collections.abc import Iterator
from typing import Any, Final

COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
SIGNS: Final = (ast.Not, ast.USub, ast.Invert)
OPPOSITES: Final = {"max": "min", "min": "max", "any": "all", "all": "any"}
SYMMETRIC: Final = {"max", "min"}  # the order of their arguments says nothing
LONGEST_TEXT: Final = 160
DELETED: Final = (ast.Raise, ast.AugAssign, ast.Continue, ast.Break, ast.Return)

# The node, its field, the other value, and what was done there, for a reader.
Change = tuple[ast.AST, str, Any, str]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def changes(node: ast.AST) -> Iterator[Change]:
    """Give the other values that the fields of a node could have."""
    yield from _of_operators(node)
    yield from _of_values(node)
    yield from _of_conditions(node)
    yield from _of_calls(node)
    yield from _of_statements(node)


def _of_operators(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=ops):
            for at, operator in enumerate(ops):
                for other in COMPARISONS[type(operator)]:
                    yield node, "ops", [*ops[:at], other(), *ops[at + 1 :]], "comparison"
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator):
            if type(operator) in ARITHMETIC:
                yield node, "op", ARITHMETIC[type(operator)](), "arithmetic"
        case ast.BoolOp(op=operator, values=values):
            yield node, "op", ast.Or() if isinstance(operator, ast.And) else ast.And(), "and/or"
            for at in range(len(values)):
                rest = values[:at] + values[at + 1 :]
                what = f"operand left out: {one_line(values[at])}, of {one_line(node)}"
                yield node, "values", rest if len(rest) > 1 else rest * 2, what


def _of_values(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Constant(value=bool(value)):
            yield node, "value", not value, "constant"
        case ast.Constant(value=int(value)):
            yield node, "value", value + 1, "constant"
            yield node, "value", value - 1, "constant"
        case ast.Constant(value=str(value)):
            yield node, "value", value + "_", "constant"
        case ast.Slice(lower=lower, upper=upper):
            if lower is not None:
                yield node, "lower", None, "bound left out"
            if upper is not None:
                yield node, "upper", None, "bound left out"
        case ast.Name(id=name) if name in OPPOSITES:
            yield node, "id", OPPOSITES[name], "opposite"


def _of_conditions(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            for value in (True, False):
                if not (isinstance(node, ast.While) and value):
                    yield node, "test", ast.Constant(value), "condition"
        case ast.comprehension(ifs=ifs):
            for at in range(len(ifs)):
                yield node, "ifs", ifs[:at] + ifs[at + 1 :], "filter left out"
        case ast.match_case(pattern=ast.MatchClass()):
            yield node, "guard", ast.Constant(value=False), "case left out"
        case ast.ExceptHandler(type=ast.Tuple(elts=caught)):
            for at in range(len(caught)):
                rest = ast.Tuple(caught[:at] + caught[at + 1 :], ast.Load())
                yield node, "type", rest, "error not caught"


def _of_calls(node: ast.AST) -> Iterator[Change]:
    if not isinstance(node, ast.Call):
        return
    called, args, keywords = ast.unparse(node.func), node.args, node.keywords
    for at in range(len(args) - 1 if called not in SYMMETRIC else 0):
        pair = args[at : at + 2]
        starred = any(isinstance(arg, ast.Starred) for arg in pair)
        if not starred and ast.dump(pair[0]) != ast.dump(pair[1]):
            what = f"arguments of {called} swapped: {one_line(pair[0])}, {one_line(pair[1])}"
            yield node, "args", [*args[:at], *reversed(pair), *args[at + 2 :]], what
    for at, keyword in enumerate(keywords):
        if keyword.arg is not None and not _is_flag(keyword.value):
            what = f"argument of {called} left out: {one_line(keyword)}"
            yield node, "keywords", keywords[:at] + keywords[at + 1 :], what
    if called == "sorted":
        yield node, "func", ast.Name("list", ast.Load()), "not sorted"


def _is_flag(value: ast.expr) -> bool:
    """Tell whether leaving a value out is turning it round, which is tried anyway."""
    return isinstance(value, ast.Constant) and isinstance(value.value, bool)


def _of_statements(node: ast.AST) -> Iterator[Change]:
    yield from _left_out(node)
    yield from _without_signs(node)
    match node:
        case ast.Return(value=ast.expr() as value):
            if not (isinstance(value, ast.Constant) and value.value is None):
                yield node, "value", ast.Constant(value=None), "returned"
        case ast.Lambda():
            yield node, "body", ast.Constant(value=None), "returned"


def _left_out(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.If) and len(node.body) == 1 and not node.orelse:
        return  # a condition that never holds says the same
    for field in ("body", "orelse", "finalbody"):
        block: Any = getattr(node, field, None)
        for at, statement in enumerate(block if isinstance(block, list) else ()):
            if _can_be_left_out(statement) and not _ends(node, at):
                rest = [*block[:at], ast.Pass(), *block[at + 1 :]]
                yield node, field, rest, f"left out: {one_line(statement)}"


def _can_be_left_out(statement: ast.stmt) -> bool:
    """Tell whether the module could still be imported; a name that is missing proves nothing."""
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Attribute | ast.Subscript)
    return isinstance(statement, DELETED)


def _ends(node: ast.AST, at: int) -> bool:
    """Tell whether a statement returns from the end of a function, where None would be."""
    if not isinstance(node, Function) or at + 1 < len(node.body):
        return False
    return isinstance(node.body[at], ast.Return)


def _without_signs(node: ast.AST) -> Iterator[Change]:
    for field, child in ast.iter_fields(node):
        if _is_signed(child):
            yield node, field, child.operand, "sign left out"
        for at, entry in enumerate(child if isinstance(child, list) else ()):
            if _is_signed(entry):
                yield node, field, [*child[:at], entry.operand, *child[at + 1 :]], "sign left out"


def _is_signed(node: object) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, SIGNS)


def one_line(node: ast.AST) -> str:
    """Write a node on one line; of a condition that holds statements, itself only."""
    if isinstance(node, ast.If | ast.While):
        node = node.test
    return " ".join(ast.unparse(node).split())[:LONGEST_TEXT]
