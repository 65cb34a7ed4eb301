"""What a seat can have by decree: a card of a kind in its hand, one more of a number.

A card that is handed over changes places: one of its copies, drawn by lot from all hands and hidden places, goes to the
hand, and a card of that hand, drawn by lot, goes where the copy lay. So every hand and every pile keeps as many cards
as it had, and no card comes or goes. What has been played stays played.
"""

from collections.abc import Callable

from dhstats.engine.arms import TO_MOVER, TO_NOBODY
from dhstats.gamefile.declarations import NUMBER, PILE, Field, spoken
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing.hiding import at_cell, cells_of, indented

MORE = "more"  # points.more: one more of what every seat has a number of


def hands(file: GameFile) -> dict[str, Field]:
    """The fields in which seats hold cards that can change places with cards that others do not see.

    Cards of a seat's own deck change places with nobody's, and of several hands nobody says which is meant. All hidden
    cards of the deck are of the same kinds.
    """
    return {
        name: each
        for name, each in file.state.items()
        if each.in_hand and not each.own and not each.cells
        if all(other.kinds == each.kinds for other in file.pool(each.deck).values())
    }


def named(file: GameFile, hand: str, kind: int) -> str:
    """A card for people: its name, or its number, and of which hand where a seat has several."""
    each = file.state[hand]
    word = spoken(each.words[kind]) if each.words else f"card {kind}"
    return f"{word} of {spoken(hand)}" if len(hands(file)) > 1 else word


def cards(file: GameFile) -> dict[str, tuple[str, int]]:
    """The cards that can be handed over, as in hands.5, each with its field and kind."""
    return {
        f"{name}.{word}": (name, kind)
        for name, each in hands(file).items()
        for kind, word in enumerate(each.card_names)
    }


def counters(file: GameFile) -> dict[str, str]:
    """The numbers of which a seat can have one more, as in points.more, each with its field."""
    if hasattr(file.module, "SUM"):
        return {}  # one more would break what the scores add up to
    return {
        f"{name}.{MORE}": name
        for name, each in file.state.items()
        if each.kind == NUMBER and each.by_seat and not each.shape and not each.words and not each.hidden
    }


def changing(file: GameFile, first: int) -> list[str]:
    """The lines that change a state by what is handed over; `first` is the number of the first of these changes.

    They return whether the position that they leave could be; state, pool, lot, focal, what and value are theirs.
    """
    lines, number = list[str](), first
    for name, each in hands(file).items():
        exchange = [f"kind = what - {number}", *_exchange(file, name, each)]
        lines += indented(exchange, f"if {number} <= what < {number + each.kinds}:")
        number += each.kinds
    for name in counters(file).values():
        theirs = f"state.{name}[(focal + value - {TO_MOVER}) % players]"
        more = [f"{theirs} += 1", *indented(["return False"], f"if {theirs} > {file.state[name].high}:")]
        lines += indented(more, f"if what == {number} and value != {TO_NOBODY}:")
        number += 1
    return lines


def _exchange(file: GameFile, name: str, hand: Field) -> list[str]:
    """The lines that let a card and another change places: all lie in a row, and are put back where they came from."""
    each_hand = ["for step in range(players):", "    owner = (focal + step) % players"]
    others = {other: each for other, each in file.pool(hand.deck).items() if other != name}
    lines = ["n, first, last = 0, 0, 0", *each_hand]
    lines += [f"    if value == {TO_MOVER} + step:", "        first = n"]
    lines += [f"    {line}" for line in _into_row(name, hand, ["owner"])]
    lines += [f"    if value == {TO_MOVER} + step:", "        last = n"]
    lines += ["    if step < 2:", "        theirs = n"]
    lines += [line for other, each in others.items() for line in _each_cell(other, each, _into_row)]
    lines += [f"if value == {TO_NOBODY}:", "    first, last = theirs, n"]
    lines += ["copies = 0", "for i in range(n):", "    copies += pool[i] == kind"]
    lines += ["if copies == 0 or first == last:", "    return False"]
    lines += ["left, at, to = below(lot, copies), 0, first + below(lot, last - first)"]
    lines += ["for i in range(n):", "    if pool[i] == kind:", "        if left == 0:", "            at = i"]
    lines += ["        left -= 1"]
    lines += ["if first <= at < last:", "    return True"]
    lines += ["pool[at] = pool[to]", "pool[to] = kind", "n = 0", *each_hand]
    lines += [f"    {line}" for line in _out_of_row(name, hand, ["owner"])]
    return lines + [line for other, each in others.items() for line in _each_cell(other, each, _out_of_row)]


def _each_cell(name: str, each: Field, of_one: Callable[[str, Field, list[str]], list[str]]) -> list[str]:
    """The lines for every cell of one field of the table, or of that of every seat."""
    loops, indices = cells_of(each)
    return indented(of_one(name, each, indices), "for owner in range(players):" if each.by_seat else "", *loops)


def _into_row(name: str, each: Field, indices: list[str]) -> list[str]:
    """The lines that append the cards of a field to the row."""
    if each.kind == PILE:
        pile = at_cell(f"state.{name}", *indices)
        return [f"for i in range({pile}.count):", f"    pool[n] = {pile}.cards[i]", "    n += 1"]
    held = at_cell(f"state.{name}", *indices, "k")
    return [f"for k in range({each.kinds}):", f"    for _ in range({held}):", "        pool[n] = k", "        n += 1"]


def _out_of_row(name: str, each: Field, indices: list[str]) -> list[str]:
    """The lines that take as many cards as a field has from the row, in its order."""
    if each.kind == PILE:
        pile = at_cell(f"state.{name}", *indices)
        return [f"for i in range({pile}.count):", f"    {pile}.cards[i] = pool[n]", "    n += 1"]
    held, taken = (at_cell(f"state.{name}", *indices, kind) for kind in ("k", "pool[n]"))
    lines = ["size = 0", f"for k in range({each.kinds}):", f"    size += {held}", f"    {held} = 0"]
    lines += ["for _ in range(size):", f"    {taken} += 1"]
    return [*lines, f"    if {taken} > {each.high}:", "        return False", "    n += 1"]
