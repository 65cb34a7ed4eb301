"""A game of a game file, gone through as a whole: what its players know, and piles whose order nobody does.

A pile that nobody sees is kept in one order, and only the cards that are drawn of it are drawn at random. So positions
that differ in nothing but that order are one.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dhstats.engine.game import AT_ONCE, HIDDEN, OPEN, Solving
from dhstats.engine.stream import below
from dhstats.gamefile.declarations import NOBODY, PILE
from dhstats.gamefile.file import TASKS, GameFile
from dhstats.gamefile.playing import records
from dhstats.gamefile.playing.forking import read_in
from dhstats.gamefile.playing.hiding import indented, stacks
from dhstats.gamefile.playing.written import checked, function

COUNTED = "decisions"  # the part of every state that few rules read


def solving_of(file: GameFile, bound: Mapping[str, Callable[..., Any]]) -> Solving:
    """What going through a game file's games rests on."""
    # Whether a file knows of nothing that is hidden, and draws nothing at random but at setup
    draws = any("chance" in TASKS[name].takes for name in file.functions if name != "setup")
    return Solving(
        state=records.state(file, records.ENGINE),
        skipped=skipped(file),
        information=_information(file),
        prepare=bound["prepare"],
        lay=bound["lay"],
        sight=bound["sight"],
        shuffle_unseen=checked(function("shuffle_unseen", "table, n", _shuffling(file), {"below": below})),
        most_drawn=checked(function("most_drawn", "table", _counting(file), {})),
        tidy=checked(function("tidy", "table", _tidying(file), {})),
        certain=not draws and not any(each.hidden for each in file.state.values()) and _information(file) == OPEN,
    )


def skipped(file: GameFile) -> int:
    """The place in a state, counted in whole numbers, of how many decisions were made; -1 where a rule reads it."""
    kind = records.state(file)
    assert kind.fields is not None
    counts = any(COUNTED in read_in(file, name) for name in file.compiled)
    return -1 if counts else kind.fields[COUNTED][1] // 8


def _information(file: GameFile) -> str:
    """What players of a file know: of all that is hidden, some of it may be hidden from everybody alike."""
    known = {"guess", "fits"} & file.functions.keys()
    unknown = [each for each in file.state.values() if each.hidden and not each.chosen]
    if known or any(each.seen != NOBODY or each.kind != PILE for each in unknown):
        return HIDDEN
    return AT_ONCE if file.at_once else OPEN


def _piles(file: GameFile, state: str = "table.state") -> Iterator[tuple[list[str], str]]:
    """The piles that nobody sees; none where a file knows more of hidden cards than what lies where."""
    return iter(()) if {"guess", "fits"} & file.functions.keys() else stacks(file, state)


def _shuffling(file: GameFile) -> list[str]:
    """The lines that draw the cards on top of every pile at random, and keep the state for `_counting`."""
    lines = list[str]()
    for loops, pile in _piles(file):
        drawing = [f"top = {pile}.count - 1 - step", "other = below(table.chance, top + 1)"]
        drawing += [f"card = {pile}.cards[top]"]
        drawing += [f"{pile}.cards[top] = {pile}.cards[other]", f"{pile}.cards[other] = card"]
        lines += indented(drawing, *loops, f"for step in range(min(n, {pile}.count)):")
    return [*lines, "table.first = table.state"]


def _counting(file: GameFile) -> list[str]:
    """The lines that count how many cards of a pile were touched: all from the first that is another one now."""
    lines = ["most = 0"]
    for (loops, before), (_, now) in zip(_piles(file, "table.first"), _piles(file), strict=True):
        same = f"place < {before}.count and place < {now}.count and {before}.cards[place] == {now}.cards[place]"
        touched = ["place = 0", f"while {same}:", "    place += 1", f"most = max(most, {before}.count - place)"]
        lines += indented(touched, *loops)
    return [*lines, "return most"]


def _tidying(file: GameFile) -> list[str]:
    """The lines that sort every pile, each card going down to its place, and forget what nobody counts."""
    lines = [] if skipped(file) < 0 else [f"table.state.{COUNTED} = 0"]
    for loops, pile in _piles(file):
        sinking = [f"card, down = {pile}.cards[place], place"]
        sinking += [f"while down > 0 and {pile}.cards[down - 1] > card:"]
        sinking += [f"    {pile}.cards[down] = {pile}.cards[down - 1]", "    down -= 1", f"{pile}.cards[down] = card"]
        lines += indented(sinking, *loops, f"for place in range(1, {pile}.count):")
    return lines
