"""Choices that several seats make at once: each is asked without seeing the others', then `resolve` plays them all.

A file with a function `resolve(state, rules, chance)` declares such choices. Its syntax is changed as it is run: the
state gets `chosen_FIELD` for every field of a move, one for each seat, which nobody but the seat sees, and
`has_chosen`; the functions that play write them there, ask the next seat, and call `resolve` after the last.
"""

import ast

from dhstats.errors import BadInput
from dhstats.gamefile.file import TASKS

CHOSEN, HAS_CHOSEN = "chosen_", "has_chosen"
IN_TURN = "_in_turn"  # what is added to the names of the file's own functions that are called from written ones

TAKEN_OVER = ("setup", "play", "stuck", "then")  # functions of the file that are called from written ones
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
    "at_once": "def at_once(state, rules):\n    return True",
    "chooses": "def chooses(state, rules, seat):\n    return True",
    "play_in_turn": "def play_in_turn(state, move, rules):\n    pass",
    "stuck_in_turn": "def stuck_in_turn(state, rules):\n    state.mover = (state.mover + 1) % state.players",
    "then_in_turn": "def then_in_turn(state, rules, chance):\n    pass",
}


def choosing(tree: ast.Module) -> ast.Module:
    """The syntax of a file with what its choices at once need besides; the same syntax where it has none."""
    own = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    if "resolve" not in own or not {"State", "Move"} <= classes:  # what is missing is told where declarations are read
        return tree
    line = own["resolve"].lineno
    # BadInput, with its line, for a function of the file that cannot be called from those that are written
    for name in TAKEN_OVER:
        wanted = TASKS[name].takes
        if name in own and len(taken := own[name].args.args) != len(wanted):
            says = f"{name} takes {len(taken)} arguments, but must be {name}({', '.join(wanted)})"
            raise BadInput(f"line {own[name].lineno}: {says}")
    for name in sorted(own.keys() & NAMES):
        raise BadInput(f"line {own[name].lineno}: {name} is the name of a function of dhstats; choose another name")
    if "play" in own and "at_once" not in own:
        says = "play is never called, because resolve plays all choices; leave it out, or say in"
        raise BadInput(f"line {own['play'].lineno}: {says} at_once(state, rules) when choices are made at once")
    names = [node for each in own.values() for node in ast.walk(each) if isinstance(node, ast.Name)]
    for old in [name for name in TAKEN_OVER if name in own]:
        own[old].name = f"{old}{IN_TURN}"
        for node in names:  # calls of it, wherever they stand
            node.id = own[old].name if node.id == old else node.id
    there = {node.name for node in own.values()}
    usual = [source for name, source in USUAL.items() if name not in there]
    tree.body += statements("\n".join([*_choices(move_fields(tree)), *usual, WRITTEN]), line)
    return tree


def move_fields(tree: ast.Module) -> dict[str, bool]:
    """The fields of the moves in their order, and which of them hold cards."""
    named = dict[str, bool]()
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == "Move":
            for each in node.body:
                if isinstance(each, ast.AnnAssign | ast.Assign) and isinstance(each.value, ast.Call):
                    target = each.target if isinstance(each, ast.AnnAssign) else each.targets[0]
                    if isinstance(target, ast.Name):
                        named[target.id] = ast.unparse(each.value.func).split(".")[-1] == "held"
    return named


def _choices(fields: dict[str, bool]) -> list[str]:
    """What declares for every seat whether it has chosen, and what; what writes a choice down, and takes all away."""
    declared, starts = list[str](), list[str]()
    write, clear = ["def write_choice(state, move):"], ["def clear_choices(state):", "    state.has_chosen[:] = 0"]
    for name, cards in fields.items():
        chosen, start = f"{CHOSEN}{name}", f"START_OF_{name.upper()}"
        declared.append(f"State.{chosen} = chosen_by_seat(Move.{name})")
        starts.append(f"{start} = State.{chosen}.start")
        if cards:
            write += [f"    for kind in range(len(move.{name})):"]
            write += [f"        state.{chosen}[state.mover, kind] = move.{name}[kind]"]
        else:
            write += [f"    state.{chosen}[state.mover] = move.{name}"]
        clear += [f"    state.{chosen}[:] = {start}"]
    return [*declared, f"State.{HAS_CHOSEN} = chosen_by_seat(None)", *starts, *write, *clear]


def statements(source: str, line: int) -> list[ast.stmt]:
    """The statements of a source as if all of them stood in one line of a file."""
    body = ast.parse(source).body
    for each in [each for statement in body for each in ast.walk(statement)]:
        if isinstance(each, ast.stmt | ast.expr):
            each.lineno = each.end_lineno = line
            each.col_offset = each.end_col_offset = 0
    return body
