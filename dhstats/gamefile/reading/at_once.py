"""Choices that several seats make at once: each is asked without seeing the others', then `resolve` plays them all.

A file with a function `resolve(state, rules, chance)` declares such choices. Its syntax is changed as it is run: the
state gets `chosen_FIELD` for every field of a move, one for each seat, which nobody but the seat sees, and
`has_chosen`; the functions that play write them there, ask the next seat, and call `resolve` after the last.
"""

import ast

from dhstats.errors import BadInput

RESOLVE, AT_ONCE, CHOOSES = "resolve", "at_once", "chooses"
CHOSEN, HAS_CHOSEN = "chosen_", "has_chosen"
IN_TURN = "_in_turn"  # what is added to the names of the file's own functions that are called from written ones

TAKEN_OVER = {  # functions of the file that are called from written ones
    "setup": ("state", "rules", "chance"),
    "play": ("state", "move", "rules"),
    "stuck": ("state", "rules"),
    "then": ("state", "rules", "chance"),
}
ALWAYS = {
    AT_ONCE: "def at_once(state, rules):\n    return True",
    CHOOSES: "def chooses(state, rules, seat):\n    return True",
}
WRITTEN = """
def next_to_choose(state, rules):
    for seat in range(state.players):
        if state.has_chosen[seat] == 0 and chooses(state, rules, seat):
            return seat
    return -1

def begin_to_choose(state, rules):
    if at_once(state, rules):
        seat = next_to_choose(state, rules)
        if seat >= 0:
            state.mover = seat

def chose(state, rules):
    state.has_chosen[state.mover] = 1
    seat = next_to_choose(state, rules)
    if seat >= 0:
        state.mover = seat

def setup(state, rules, chance):
    setup_in_turn(state, rules, chance)
    begin_to_choose(state, rules)

def play(state, move, rules):
    if not at_once(state, rules):
        play_in_turn(state, move, rules)
        return
    write_choice(state, move)
    chose(state, rules)

def stuck(state, rules):
    if at_once(state, rules):
        chose(state, rules)
    else:
        stuck_in_turn(state, rules)

def then(state, rules, chance):
    first = -1
    for seat in range(state.players - 1, -1, -1):
        if state.has_chosen[seat] != 0:
            first = seat
    if first >= 0:
        if next_to_choose(state, rules) >= 0:
            return
        state.mover = first
        resolve(state, rules, chance)
        clear_choices(state)
    then_in_turn(state, rules, chance)
    begin_to_choose(state, rules)
"""
NAMES = {"next_to_choose", "begin_to_choose", "chose", "write_choice", "clear_choices"}  # of written functions
USUAL = {  # what stands for a function that the file does not have
    "play_in_turn": "def play_in_turn(state, move, rules):\n    pass",
    "stuck_in_turn": "def stuck_in_turn(state, rules):\n    state.mover = (state.mover + 1) % state.players",
    "then_in_turn": "def then_in_turn(state, rules, chance):\n    pass",
}


def resolves(tree: ast.Module) -> ast.FunctionDef | None:
    """The function that plays choices made at once; None where a file has none."""
    named = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == RESOLVE)
    return next(named, None)


def choosing(tree: ast.Module) -> ast.Module:
    """The syntax of a file with what its choices at once need besides; the same syntax where it has none."""
    resolve = resolves(tree)
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    if resolve is None or not {"State", "Move"} <= classes:  # what is missing is told where declarations are read
        return tree
    own = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    _check(own)
    for name in [name for name in TAKEN_OVER if name in own]:
        own[name].name = f"{name}{IN_TURN}"
        _rename(own[name], own)
    there = {node.name for node in own.values()}
    text = [source for name, source in (ALWAYS | USUAL).items() if name not in there]
    added = ast.parse("\n".join([*_fields(tree), *text, *_moves(tree), WRITTEN])).body
    for each in [each for statement in added for each in ast.walk(statement)]:
        if isinstance(each, ast.stmt | ast.expr):
            each.lineno = each.end_lineno = resolve.lineno
            each.col_offset = each.end_col_offset = 0
    tree.body += added
    return tree


def _check(own: dict[str, ast.FunctionDef]) -> None:
    """BadInput, with its line, for a function of the file that cannot be called from those that are written."""
    for name, wanted in TAKEN_OVER.items():
        if name in own and len(taken := own[name].args.args) != len(wanted):
            says = f"{name} takes {len(taken)} arguments, but must be {name}({', '.join(wanted)})"
            raise BadInput(f"line {own[name].lineno}: {says}")
    for name in sorted(own.keys() & NAMES):
        raise BadInput(
            f"line {own[name].lineno}: {name} is what dhstats calls a function of its own; choose another name"
        )
    if "play" in own and AT_ONCE not in own:
        says = "play is never called, as resolve plays all choices; leave it out, or say in at_once(state, rules) when"
        raise BadInput(f"line {own['play'].lineno}: {says} choices are made at once")


def _rename(function: ast.FunctionDef, own: dict[str, ast.FunctionDef]) -> None:
    """Calls of a function of the file by its old name go to it, wherever they stand."""
    old = function.name.removesuffix(IN_TURN)
    for each in own.values():
        for node in ast.walk(each):
            if isinstance(node, ast.Name) and node.id == old:
                node.id = function.name


def move_fields(tree: ast.Module) -> dict[str, bool]:
    """The fields of the moves in their order, and which of them hold cards."""
    found = dict[str, bool]()
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == "Move":
            for each in node.body:
                if isinstance(each, ast.AnnAssign | ast.Assign) and isinstance(each.value, ast.Call):
                    target = each.target if isinstance(each, ast.AnnAssign) else each.targets[0]
                    if isinstance(target, ast.Name):
                        found[target.id] = ast.unparse(each.value.func).split(".")[-1] == "held"
    return found


def _fields(tree: ast.Module) -> list[str]:
    """The lines that declare what every seat has chosen, and whether."""
    lines = [f"State.{CHOSEN}{name} = chosen_by_seat(Move.{name})" for name in move_fields(tree)]
    return [*lines, f"State.{HAS_CHOSEN} = chosen_by_seat(None)"]


def _moves(tree: ast.Module) -> list[str]:
    """The functions that write a choice into the state and take all choices out of it again."""
    write, clear = ["def write_choice(state, move):"], ["def clear_choices(state):", "    state.has_chosen[:] = 0"]
    for name, cards in move_fields(tree).items():
        at = f"state.{CHOSEN}{name}"
        if cards:
            write += [f"    for kind in range(len(move.{name})):"]
            write += [f"        {at}[state.mover, kind] = move.{name}[kind]"]
        else:
            write += [f"    {at}[state.mover] = move.{name}"]
        clear += [f"    {at}[:] = START_OF_{name.upper()}"]
    starts = [f"START_OF_{name.upper()} = State.{CHOSEN}{name}.start" for name in move_fields(tree)]
    return [*starts, *write, *clear]
