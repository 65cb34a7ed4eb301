"""Moves that a file offers: its function `moves` yields them, and writes them where the engine lists moves.

`yield Move(...)` becomes a row of that list, and a loop over `choices` counts on in a spare row at its end. The syntax
of the file is changed as it is run, so the function is compiled like any other. Moves that are offered have no numbers.
"""

import ast
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.gamefile.reading.at_once import move_fields, statements
from dhstats.quoting import quoted

MOST_MOVES = "MOST_MOVES"  # how a file says for how many moves of a decision there is room
OFFERED = "offered"  # the list, as the function is handed it
COUNTED = "offered_count"  # how many moves are in it
USUAL, LARGEST = 4096, 65_000  # a column of the log counts the moves of a decision
TOO_MANY = f"moves offers too many moves for one decision; set the largest number, as in {MOST_MOVES} = 20_000"
HOW = "a move is offered as a statement, as in yield Move(card=3)"


def yields(tree: ast.Module) -> ast.FunctionDef | None:
    """The function by which a file offers its moves; None where it has none."""
    named = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "moves"]
    offers = named and any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(named[0]))
    return named[0] if offers else None


def offering(tree: ast.Module) -> ast.Module:
    """The syntax of a file whose moves are written into a list; BadInput for what cannot be offered, with its line."""
    if (function := yields(tree)) is None:
        return tree
    fields = move_fields(tree)
    # BadInput where something is yielded otherwise than as a statement, or is no move with all its fields
    offered = {id(each.value): each for each in ast.walk(function) if isinstance(each, ast.Expr)}
    for node in ast.walk(function):
        if not isinstance(node, ast.Yield | ast.YieldFrom):
            continue
        made = node.value
        move = isinstance(made, ast.Call) and ast.unparse(made.func) == "Move" and not made.args
        if isinstance(node, ast.YieldFrom) or id(node) not in offered or not move:
            raise _wrong(node, HOW)
        names = [each.arg or "" for each in made.keywords] if isinstance(made, ast.Call) else []
        for name in names:
            if name not in fields:
                raise _wrong(node, f"Move has no field {quoted(name)}; {nearest(name, fields)}")
        if missing := [name for name in fields if name not in names]:
            raise _wrong(node, f"yield Move(...) leaves out {quoted(missing[0])}; name every field of a move")
    function.args.args += [ast.arg(OFFERED)]
    function.returns = None
    first = function.body[0]  # perhaps a text that says what follows
    place = int(isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant))
    function.body[place:place] = ast.parse(f"{COUNTED} = 0").body
    function.body += ast.parse(f"return {COUNTED}").body
    Offering(fields, sum(map(_is_choosing, ast.walk(function)))).visit(function)
    return tree


def spare_rows(tree: ast.Module) -> int:
    """How many loops over choices a file has, each with a row of its own at the end of the list."""
    function = yields(tree)
    return sum(map(_is_choosing, ast.walk(function))) if function else 0


def _is_choosing(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.For)
        and isinstance(node.iter, ast.Call)
        and ast.unparse(node.iter.func).split(".")[-1] == "choices"
    )


class Offering(ast.NodeTransformer):
    """Writes what a function yields into the list, whose last rows are spare."""

    def __init__(self, fields: dict[str, bool], spare: int) -> None:
        self._fields, self._spare, self._loops = fields, spare, 0

    def visit_Return(self, node: ast.Return) -> Any:
        """The end: how many moves there are."""
        if node.value is None:
            return statements(f"return {COUNTED}", node.lineno)
        if isinstance(node.value, ast.Name) and node.value.id == COUNTED:
            return node
        raise _wrong(node, f"moves returns nothing; {HOW}")

    def visit_Expr(self, node: ast.Expr) -> Any:
        """A move that is offered becomes the next row of the list."""
        if not isinstance(node.value, ast.Yield):
            return self.generic_visit(node)
        assert isinstance(node.value.value, ast.Call)
        lines = [f"if {COUNTED} == len({OFFERED}) - {self._spare}:"]
        lines += [f"    raise TimeoutError('line {node.lineno}: {TOO_MANY}')"]
        lines += [f"offered_move = {OFFERED}[{COUNTED}]"]
        for each in node.value.value.keywords:
            row, value = f"offered_move.{each.arg}", ast.unparse(each.value)
            if not self._fields[each.arg or ""]:
                lines += [f"{row} = {value}"]
                continue
            lines += [f"offered_cards = {value}", "for offered_kind in range(len(offered_cards)):"]
            lines += [f"    {row}[offered_kind] = offered_cards[offered_kind]"]
            lines += [f"for offered_kind in range(len(offered_cards), len({row})):", f"    {row}[offered_kind] = 0"]
        return statements("\n".join([*lines, f"{COUNTED} += 1"]), node.lineno)

    def visit_For(self, node: ast.For) -> Any:
        """A loop over choices counts on in a row of its own."""
        if not _is_choosing(node):
            return self.generic_visit(node)
        assert isinstance(node.iter, ast.Call)
        names = [each.id for each in getattr(node.target, "elts", ()) if isinstance(each, ast.Name)]
        if len(names) != 2 or not 1 <= len(node.iter.args) <= 2 or node.orelse:
            raise _wrong(node, "choices belongs into a loop, as in for cards, count in choices(view.hands[seat], 3)")
        name, count = names
        made = [
            each.value for each in ast.walk(node) if isinstance(each, ast.Yield) and isinstance(each.value, ast.Call)
        ]
        named = [
            (each.arg, each.value.id) for move in made for each in move.keywords if isinstance(each.value, ast.Name)
        ]
        first = dict(reversed(named))  # what the loop yields as each field
        field = next((field for field, held in self._fields.items() if held and first.get(field) == name), "")
        if not field:
            raise _wrong(node, f"{name} must be yielded as a field of the move that is declared by held(KINDS, MOST)")
        self._loops += 1
        held, most, at = (f"offered_{what}_{self._loops}" for what in ("held", "most", "at"))
        texts = [ast.unparse(each) for each in node.iter.args]
        lines = [f"{name} = {OFFERED}[len({OFFERED}) - {self._loops}].{field}", f"clear_choice({name})"]
        lines += [f"{held} = {texts[0]}", f"{most} = {texts[1] if len(texts) > 1 else 1 << 20}"]
        lines += [f"{at} = 0", "while True:", f"    {at} = next_choice({name}, {held}, {most}, {at})"]
        lines += [f"    if {at} == 0:", "        break", f"    {count} = {at}"]
        begun = statements("\n".join(lines), node.lineno)
        loop = begun[-1]
        assert isinstance(loop, ast.While)
        self.generic_visit(node)  # a loop within it counts in the next row
        loop.body += node.body
        return begun


def _wrong(node: ast.AST, says: str) -> BadInput:
    return BadInput(f"line {getattr(node, 'lineno', 0)}: {says}")
