"""Functions that are written from what a game file declares: rows of the log, results; `hiding` has those of cards.

A record's fields are not known before a file is read, so these are put together as Python source, a line a field, and
compiled with the rest.
"""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from dhstats.engine.compiled import compiled, interpreted
from dhstats.engine.linking import CHECKED, Part
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.games.objective import RANKS


def function(name: str, arguments: str, lines: list[str], space: Mapping[str, Any]) -> Callable[..., Any]:
    """A function made of lines of source."""
    body = "\n".join(f"    {line}" for line in lines) or "    pass"
    scope = dict(space)
    exec(compile(f"def {name}({arguments}):\n{body}\n", f"<{name} of a game file>", "exec"), scope)
    made = scope[name]
    assert isinstance(made, FunctionType)
    made.__module__ = __name__
    return made


def checked(made: Callable[..., Any]) -> Callable[..., Any]:
    """A part in which every index is checked: a file may put any number into the state."""
    return made if interpreted() else Part(made, inline=False, options=CHECKED)


# A part whose indices are within their bounds by how it is written, or looked at in it.
trusted = compiled(inline=False)


def write_scores(file: GameFile) -> Callable[..., Any]:
    """Writes the scores after a decision."""
    seats = records.columns(file)
    scores = [f"scores[{at}]" if at < file.most_seats else "-1" for at in range(len(seats))]
    lines = [f"event.score_{seat}_after = {score}" for seat, score in zip(seats, scores, strict=True)]
    return function("write_scores", "event, scores", lines, {})


def part_of(move: str, field: str, kind: int) -> str:
    """What a column holds of a move: a field, or how many cards of a kind are in it."""
    return f"{move}.{field}" if kind < 0 else f"{move}.{field}[{kind}]"


def write_row(file: GameFile) -> Callable[..., Any]:
    """Writes which move it was."""
    lines = [f"event.{name} = {part_of('move', *part)}" for name, part in records.move_columns(file).items()]
    return function("write_row", "event, move", [*lines, *([] if file.offers else ["event.move = move.number"])], {})


def write_pass(file: GameFile) -> Callable[..., Any]:
    """Writes that there was no move."""
    lines = [f"event.{name} = {-1 if kind < 0 else 0}" for name, (_, kind) in records.move_columns(file).items()]
    return function("write_pass", "event", [*lines, *([] if file.offers else ["event.move = -1"])], {})


def same_move(file: GameFile) -> Callable[..., Any]:
    """Whether a logged decision was this move."""
    columns = records.move_columns(file).items() if file.offers else ()
    tests = [f"{part_of('move', *part)} == event.{name}" for name, part in columns] or ["move.number == event.move"]
    return function("same_move", "move, event", [f"return bool({' and '.join(tests)})"], {})


def write_result(file: GameFile, space: Mapping[str, Any]) -> Callable[..., Any]:
    """Writes scores, places and turns of all seats."""
    lines = []
    for at, seat in enumerate(records.columns(file)):
        playing = {"turns": f"table.turns[{at}]"}
        playing |= {"side": f"own_side(table.state, table.seen.rules, {at})"} if file.sides_change else {}
        playing |= {name: f"table.state.{name}[{at}]" for name, _ in file.objective.powers}
        told = {name: f"{value} if {at} < table.state.players else -1" for name, value in playing.items()}
        told |= {"score": f"table.scores[{at}]"} | ({"rank": f"rank_of(table, {at})"} if file.most_seats > 2 else {})
        lines += [f"result.{name}_{seat} = {value if at < file.most_seats else -1}" for name, value in told.items()]
        if file.sides_change:
            lines += [f"if result.side_{seat} < -1 or result.side_{seat} >= {len(file.objective.sides)}:"]
            lines += ["    raise ValueError('side(state, rules, seat) returns no place in SIDES')"]
    if file.objective.sides:
        lines.append("result.won_by = own_side(table.state, table.seen.rules, winner) if winner >= 0 else -1")
    return function("write_result", "result, table, winner", lines, space)


def outcome(file: GameFile) -> Callable[..., Any]:
    """Tells a seat's share of the win, and its lead over the best other: of those who win together, over the others.

    Where all succeed together the share is 1 or 0, and the lead is the score; where places count it falls from 1 to 0
    with the place. Who plays alone is told what they scored in place of both, on a scale on which twice a large score
    is all.
    """
    seats, objective = records.columns(file), file.objective
    lines = ["own, rival, first, sharing, others = 0, 0, True, 1, 0", "players = result.players"]
    lines += ["side = -1"] if objective.sides else []
    for at in range(file.most_seats if objective.sides else 0):
        lines += [f"if seat == {at}:", f"    side = {_side(file, at)}"]
    for at, seat in enumerate(seats):
        lines += [f"if {at} < players:", f"    points = result.score_{seat}"]
        lines += [f"    if seat == {at}:", "        own = points"]
        other = f" and side != {_side(file, at)}" if objective.sides else ""
        lines += [f"    elif (first or points > rival){other}:", "        rival, first = points, False"]
    if objective.together:
        success = [file.endings.index(each) for each in objective.success]
        ended = " or ".join(f"result.end_reason == {place}" for place in success)
        return function("outcome", "result, seat", [*lines, f"return 1.0 if {ended} else 0.0, own"], {})
    if file.most_seats == 1:
        lines += ["won = 0.0"]
    elif file.most_seats == 2:
        lines += ["won = 0.5 if result.winner == -1 else (1.0 if result.winner == seat else 0.0)"]
    else:
        lines += ["place = 0"]
        lines += [
            line for at, seat in enumerate(seats) for line in (f"if seat == {at}:", f"    place = result.rank_{seat}")
        ]
        for at, seat in enumerate(seats):
            side = _side(file, at)
            other = f" and side != {side} and ({side} < 0 or others >> {side} & 1 == 0)" * bool(objective.sides)
            lines += [f"if seat != {at} and result.rank_{seat} == place{other}:", "    sharing += 1"]
            lines += [f"    if {side} >= 0:", f"        others |= 1 << {side}"] * bool(objective.sides)
        # Those who share a place have the mean of the places that they take
        places = "(players - place - 0.5 * (sharing - 1)) / max(players - 1, 1)"
        lines += [f"won = {places if objective.kind == RANKS else '1.0 / sharing if place == 1 else 0.0'}"]
    if file.seats[0] == 1:
        scale = f"min(max(0.5 + own / {4.0 * file.lead}, 0.0), 1.0)"
        lines += ["if players == 1:", f"    won = {scale}"]
    return function("outcome", "result, seat", [*lines, "return won, own - rival"], {})


def _side(file: GameFile, at: int) -> str:
    """The side of a seat, as a result has it."""
    fixed = file.objective.side_of
    return str(fixed[at] if at < len(fixed) else -1) if fixed else f"int(result.side_{records.columns(file)[at]})"
