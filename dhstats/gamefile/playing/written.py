"""Functions that are written from what a game file declares: hiding, dealing round, guessing, rows of the log.

A record's fields are not known before a file is read, so these are put together as Python source, a line a field, and
compiled with the rest.
"""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from dhstats.engine.compiled import interpreted
from dhstats.engine.linking import CHECKED, Part
from dhstats.gamefile.declarations import PILE, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records


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


def _each_cell(lines: list[str], shape: tuple[int, ...], inner: str, indent: str = "") -> None:
    """Loops over an array; `inner` has {at} where its indices belong."""
    names = [f"i{depth}" for depth in range(len(shape))]
    for depth, size in enumerate(shape):
        lines.append(f"{indent}{'    ' * depth}for {names[depth]} in range({size}):")
    lines.append(f"{indent}{'    ' * len(shape)}{inner.format(at=', '.join(names))}")


def hide(file: GameFile) -> Callable[..., Any]:
    """Takes out of a view what a seat may not see, and counts it.

    The function takes seen, state, seat.
    """
    lines: list[str] = []
    counted = {name: place for place, name in enumerate(records.hands(file))}
    decks = records.decks(file)
    for place in range(records.hidden_kinds(file) if any(pooled(each) for each in file.state.values()) else 0):
        lines.append(f"seen.unseen[{place}] = 0")
    for name, each in file.state.items():
        if each.hidden:
            lines += _hidden_field(name, each, file.most_seats, counted, decks[each.of][0] if pooled(each) else 0)
    lines += _hand_sizes(file)
    return function("hide", "seen, state, seat", lines, {})


def _hand_sizes(file: GameFile) -> list[str]:
    """The lines that count what every seat holds."""
    lines = [f"for owner in range({file.most_seats}):", "    seen.hand_sizes[owner] = 0"]
    for name, each in file.state.items():
        if each.by_seat and pooled(each):
            if each.kind == PILE:
                lines += [f"    seen.hand_sizes[owner] += state.{name}[owner].count"]
                continue
            lines += [f"    for kind in range({each.kinds}):"]
            lines += [f"        seen.hand_sizes[owner] += state.{name}[owner, kind]"]
    return lines


def pooled(field: Field) -> bool:
    """Whether it holds cards that somebody may not see."""
    return field.is_cards and field.hidden


def _hidden_field(name: str, each: Field, seats: int, counted: Mapping[str, int], first: int) -> list[str]:
    """The lines that hide a field, whose deck has this place among all kinds."""
    lines = []
    if each.by_seat:
        lines += [f"for owner in range({seats}):"]
        if each.kind == "held":
            lines += [f"    seen.sizes[{counted[name]}, owner] = 0"]
        inner = "    "
        if each.seen == "owner":
            if each.kind == "held":  # its owner counts it too
                lines += [f"    for kind in range({each.kinds}):"]
                lines += [f"        seen.sizes[{counted[name]}, owner] += state.{name}[owner, kind]"]
            lines += ["    if owner == seat:", "        continue"]
        lines += _blanked(f"seen.state.{name}[owner", name, each, inner, counted, own=each.seen == "owner")
    else:
        lines += _blanked(f"seen.state.{name}", name, each, "", counted, own=False)
    return [line.replace("seen.unseen[", f"seen.unseen[{first} + ") for line in lines] if first else lines


def _blanked(target: str, name: str, each: Field, indent: str, counted: Mapping[str, int], *, own: bool) -> list[str]:
    """The lines that empty one seat's share of a field, or all of a field that has no owner."""
    seat = target.endswith("[owner")
    lines: list[str] = []
    if each.kind == PILE:
        pile = f"{target}]" if seat else target
        source = f"state.{name}[owner]" if seat else f"state.{name}"
        assert not each.shape
        lines += [f"{indent}for place in range({source}.count):"]
        lines += [f"{indent}    seen.unseen[{source}.cards[place]] += 1"]
        lines += [f"{indent}for place in range({each.size}):", f"{indent}    {pile}.cards[place] = 0"]
        return lines
    head = f"{target}, " if seat else f"{target}["
    if each.kind == "held":
        read = f"state.{name}[owner, kind]" if seat else f"state.{name}[kind]"
        lines += [f"{indent}for kind in range({each.kinds}):", f"{indent}    seen.unseen[kind] += {read}"]
        if not own:
            where = "owner" if seat else "0"
            if not seat:
                lines.insert(0, f"{indent}seen.sizes[{counted[name]}, 0] = 0")
            lines += [f"{indent}    seen.sizes[{counted[name]}, {where}] += {read}"]
        lines += [f"{indent}    {head}kind] = 0"]
        return lines
    if not each.shape:
        return [f"{indent}{target}] = {each.start}" if seat else f"{indent}{target} = {each.start}"]
    _each_cell(lines, each.shape, f"{head}{{at}}] = {each.start}", indent)
    return lines


def go_round(file: GameFile) -> Callable[..., Any]:
    """Hands what was dealt to each seat on by so many places.

    The function takes state, first, moved.
    """
    lines: list[str] = []
    for name, each in file.state.items():
        if not each.dealt:
            continue
        lines += [f"for seat in range({file.most_seats}):", "    if seat < first.players:"]
        lines += ["        source = (seat + moved) % first.players"]
        if each.kind == PILE or not each.shape:
            lines += [f"        state.{name}[seat] = first.{name}[source]"]
        else:
            _each_cell(lines, each.shape, f"state.{name}[seat, {{at}}] = first.{name}[source, {{at}}]", "        ")
    return function("go_round", "state, first, moved", lines, {})


def lay_hidden(file: GameFile, space: Mapping[str, Any]) -> Callable[..., Any]:
    """Puts unseen cards where a seat cannot see, each order equally likely.

    The function takes state, view, pool, stream.
    """
    if "guess" in file.functions:
        lines = ["own_guess(state, view.rules, view.seat, stream)"]
        return function("lay_hidden", "state, view, pool, stream", lines, space)
    lines = []
    for deck, (first, kinds) in records.decks(file).items():
        lines += ["count = 0", f"for kind in range({kinds}):", f"    for _ in range(view.unseen[{first} + kind]):"]
        lines += ["        pool[count] = kind", "        count += 1", "mix(pool, count, stream)"]
        for name, each in file.state.items():
            if pooled(each) and each.of == deck:
                lines += _laid(file, name, each)
    return function("lay_hidden", "state, view, pool, stream", lines, space)


def _laid(file: GameFile, name: str, each: Field) -> list[str]:
    """The lines that fill a hidden field from the pool."""
    counted = {own: place for place, own in enumerate(records.hands(file))}
    lines, indent, at = [], "", ""
    if each.by_seat:
        lines += [f"for owner in range({file.most_seats}):"]
        indent = "    "
        if each.seen == "owner":
            lines += ["    if owner == view.seat:", "        continue"]
        at = "[owner]"
    if each.kind == PILE:
        lines += [f"{indent}for place in range(state.{name}{at}.count):", f"{indent}    count -= 1"]
        return [*lines, f"{indent}    state.{name}{at}.cards[place] = pool[count]"]
    where = "owner" if at else "0"
    lines += [f"{indent}for _ in range(view.sizes[{counted[name]}, {where}]):", f"{indent}    count -= 1"]
    held = f"state.{name}[owner, pool[count]]" if at else f"state.{name}[pool[count]]"
    return [*lines, f"{indent}    {held} += 1"]


def write_scores(file: GameFile) -> Callable[..., Any]:
    """Writes the scores after a decision.

    The function takes event, scores.
    """
    seats = records.columns(file)
    lines = [f"event.score_{seat}_after = {_of_seat(file, at)}" for at, seat in enumerate(seats)]
    return function("write_scores", "event, scores", lines, {})


def _of_seat(file: GameFile, at: int) -> str:
    return f"scores[{at}]" if at < file.most_seats else "-1"


def write_row(file: GameFile) -> Callable[..., Any]:
    """Writes which move it was.

    The function takes event, move.
    """
    lines = ["event.move = move.number", *(f"event.{name} = move.{name}" for name in file.move)]
    return function("write_row", "event, move", lines, {})


def write_result(file: GameFile, space: Mapping[str, Any]) -> Callable[..., Any]:
    """Writes scores, places and turns of all seats.

    The function takes result, table, winner.
    """
    lines = []
    for at, seat in enumerate(records.columns(file)):
        there = at < file.most_seats
        lines.append(f"result.score_{seat} = {f'table.scores[{at}]' if there else -1}")
        turns = f"table.turns[{at}] if {at} < table.state.players else -1" if there else "-1"
        lines.append(f"result.turns_{seat} = {turns}")
        if file.most_seats > 2:
            lines.append(f"result.rank_{seat} = {f'rank_of(table, {at})' if there else -1}")
    return function("write_result", "result, table, winner", lines, space)


def outcome(file: GameFile) -> Callable[..., Any]:
    """Tells a seat's share of the win, and its lead over the best other.

    Who plays alone is told what they scored in place of both, on a scale on which twice a large score is all.
    The function takes result, seat.
    """
    seats = records.columns(file)
    lines = ["own, rival, first, sharing = 0, 0, True, 0", "players = result.players"]
    for at, seat in enumerate(seats):
        lines += [f"if {at} < players:", f"    points = result.score_{seat}"]
        lines += [f"    if seat == {at}:", "        own = points"]
        lines += ["    elif first or points > rival:", "        rival, first = points, False"]
    if file.most_seats == 1:
        lines += ["won = 0.0"]
    elif file.most_seats == 2:
        lines += ["won = 0.5 if result.winner == -1 else (1.0 if result.winner == seat else 0.0)"]
    else:
        lines += ["mine = 0"]
        for at, seat in enumerate(seats):
            lines += [f"if result.rank_{seat} == 1:", "    sharing += 1"]
            lines += [f"    mine = 1 if seat == {at} else mine"]
        lines += ["won = mine / max(sharing, 1)"]
    if file.seats[0] == 1:
        scale = f"min(max(0.5 + own / {4.0 * file.lead}, 0.0), 1.0)"
        lines += ["if players == 1:", f"    won = {scale}"]
    return function("outcome", "result, seat", [*lines, "return won, own - rival"], {})
