"""Loops of a game file count how often they go round, so that none is endless: compiled or not, on any machine.

Every call of a function may go round its loops so many times. The count is written into the file's syntax as it is run,
at the lines where the loops stand; the file itself, its lines and its hash stay what they are.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from types import CodeType
from typing import Any

from dhstats.gamefile.reading.at_once import choosing, statements
from dhstats.gamefile.reading.offers import offering

MOST_ROUNDS = 1 << 20  # of all loops in one call of a function
FEW = 256  # rounds of a loop that is not counted, as it ends by itself
COUNT = "rounds_of_loops"
ENDLESS = f"a loop ran more than {MOST_ROUNDS:,} times: does it never end?"


def counted(content: bytes, name: str) -> CodeType:
    """The code of a file whose loops count; `name` is where its lines are read."""
    return compile(counting(content, name), name, "exec", dont_inherit=True)


def counting(content: bytes, name: str) -> ast.Module:
    """The syntax of a file whose loops count."""
    tree = offering(choosing(ast.parse(content, name)))
    Counting().visit(tree)
    return ast.fix_missing_locations(tree)


class Counting(ast.NodeTransformer):
    """Writes a count into every loop, and its beginning into every function that has one."""

    def __init__(self) -> None:
        self._known = dict[str, ast.expr]()  # numbers that the file gives a name, once

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """What runs as the file is read counts as well."""
        names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
        stored = Counter(each.id for each in names if isinstance(each.ctx, ast.Store))
        for each in node.body:
            if isinstance(each, ast.Assign) and stored[ast.unparse(each.targets[0])] == 1:
                self._known[ast.unparse(each.targets[0])] = each.value
        self._begin(node.body)
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function begins to count again at each call."""
        self.generic_visit(node)
        self._begin(node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """A class of declarations is left as it is, but for the functions in it."""
        node.body = [self.visit(each) if isinstance(each, ast.FunctionDef) else each for each in node.body]
        return node

    def visit_For(self, node: ast.For | ast.While) -> Any:
        """A loop over a range, which may be as long as a number is large, or another one."""
        self.generic_visit(node)
        if not (isinstance(node, ast.For) and self._ends(node.iter)):
            raising = f"raise TimeoutError({f'line {node.lineno}: {ENDLESS}'!r})"
            counted = f"{COUNT} += 1\nif {COUNT} > {MOST_ROUNDS}:\n    {raising}"
            node.body[:0] = statements(counted, node.lineno)
        return node

    def visit_While(self, node: ast.While) -> Any:
        """A loop as long as something holds."""
        return self.visit_For(node)

    def _ends(self, over: ast.expr) -> bool:
        """Whether a loop always ends after a few rounds: range(KINDS), range(len(CARDS))."""
        if not isinstance(over, ast.Call) or not isinstance(over.func, ast.Name) or over.func.id != "range":
            return False
        for each in over.args:
            bound = self._known.get(ast.unparse(each), each)
            few = isinstance(bound, ast.Constant) and isinstance(bound.value, int) and bound.value <= FEW
            if not few and not (isinstance(bound, ast.Call) and ast.unparse(bound.func) == "len"):
                return False
        return True

    def _begin(self, body: list[ast.stmt]) -> None:
        """The count begins, after what has to stand first."""
        if not any(isinstance(each, ast.While | ast.For) for each in _own(body)):
            return
        texts = [isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in body]
        future = [isinstance(each, ast.ImportFrom) and each.module == "__future__" for each in body]
        first = (at for at in range(len(body) - 1) if not texts[at] and not future[at])
        place = next(first, len(body) - 1)
        body[place:place] = statements(f"{COUNT} = 0", body[place].lineno)


def _own(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """All statements of a body but those of functions and classes in it."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
