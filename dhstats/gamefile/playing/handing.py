"""What a seat can have by decree: a card of a kind in its hand, one more of a number.

A card that is handed over changes places: one of its copies, drawn by lot from all hands and hidden places, goes to the
hand, and a card of that hand, drawn by lot, goes where the copy lay. So every hand and every pile keeps as many cards
as it had, and no card comes or goes. What has been played stays played.
"""

from typing import Any

from dhstats.engine.arms import TO_MOVER, TO_NOBODY
from dhstats.gamefile.declarations import HELD, NUMBER, OWNER, PILE, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing.hiding import cells_of, indented

MORE = "more"  # points.more: one more of what every seat has a number of


def hands(file: GameFile) -> dict[str, Field]:
    """The fields in which seats hold cards that can change places with cards that others do not see.

    Cards of a seat's own deck change places with nobody's, and of several hands nobody says which is meant.
    """
    return {
        name: each
        for name, each in file.state.items()
        if each.by_seat
        and each.seen == OWNER
        and each.is_cards
        and not each.own
        and not each.cells
        and _alike(file, each)
    }


def _alike(file: GameFile, hand: Field) -> bool:
    """Whether all hidden cards of a hand's deck are of the same kinds."""
    return all(each.kinds == hand.kinds for each in file.state.values() if each.pooled and each.deck == hand.deck)


def kind_words(field: Field) -> tuple[str, ...]:
    """The kinds of a field's cards, by their names or numbers."""
    return field.words or tuple(map(str, range(field.kinds)))


def spoken(file: GameFile, hand: str, kind: int) -> str:
    """A card for people: its name, or its number, and of which hand where a seat has several."""
    each = file.state[hand]
    word = each.words[kind].replace("_", " ") if each.words else f"card {kind}"
    return f"{word} of {hand.replace('_', ' ')}" if len(hands(file)) > 1 else word


def cards(file: GameFile) -> dict[str, tuple[str, int]]:
    """The cards that can be handed over, as in hands.5, each with its field and kind."""
    return {
        f"{name}.{word}": (name, kind)
        for name, each in hands(file).items()
        for kind, word in enumerate(kind_words(each))
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
        lines += [f"if {number} <= what < {number + each.kinds}:", f"    kind = what - {number}"]
        lines += [f"    {line}" for line in _exchange(file, name, each)]
        number += each.kinds
    for name in counters(file).values():
        lines += [f"if what == {number} and value != {TO_NOBODY}:"]
        lines += [f"    state.{name}[(focal + value - {TO_MOVER}) % players] += 1"]
        lines += [f"    if state.{name}[(focal + value - {TO_MOVER}) % players] > {file.state[name].high}:"]
        lines += ["        return False"]
        number += 1
    return lines


def _exchange(file: GameFile, name: str, hand: Field) -> list[str]:
    """The lines that let a card and another change places: all lie in a row, and are put back where they came from."""
    lines = ["n, first, last = 0, 0, 0", "for step in range(players):", "    owner = (focal + step) % players"]
    lines += [f"    if value == {TO_MOVER} + step:", "        first = n"]
    lines += [f"    {line}" for line in _into_row(name, hand, "owner")]
    lines += [f"    if value == {TO_MOVER} + step:", "        last = n"]
    lines += ["    if step < 2:", "        theirs = n"]
    others = {
        other: each for other, each in file.state.items() if each.pooled and each.deck == hand.deck and other != name
    }
    for other, each in others.items():
        lines += _each_owner(other, each, _into_row)
    lines += [f"if value == {TO_NOBODY}:", "    first, last = theirs, n"]
    lines += ["copies = 0", "for i in range(n):", "    copies += pool[i] == kind"]
    lines += ["if copies == 0 or first == last:", "    return False"]
    lines += ["left, at, to = below(lot, copies), 0, first + below(lot, last - first)"]
    lines += ["for i in range(n):", "    if pool[i] == kind:", "        if left == 0:", "            at = i"]
    lines += ["        left -= 1"]
    lines += ["if first <= at < last:", "    return True"]
    lines += ["pool[at] = pool[to]", "pool[to] = kind", "n = 0"]
    lines += ["for step in range(players):", "    owner = (focal + step) % players"]
    lines += [f"    {line}" for line in _out_of_row(name, hand, "owner")]
    for other, each in others.items():
        lines += _each_owner(other, each, _out_of_row)
    return lines


def _each_owner(name: str, each: Field, of_one: Any) -> list[str]:
    """The lines for every cell of one field of the table, or of that of every seat."""
    loops, names = cells_of(each)
    indices = ", ".join(("owner", *names) if each.by_seat else names)
    return indented(list(of_one(name, each, indices)), "for owner in range(players):" if each.by_seat else "", *loops)


def _into_row(name: str, each: Field, owner: str) -> list[str]:
    """The lines that append the cards of a field to the row."""
    if each.kind == PILE:
        pile = f"state.{name}[{owner}]" if owner else f"state.{name}"
        return [f"for i in range({pile}.count):", f"    pool[n] = {pile}.cards[i]", "    n += 1"]
    held = f"state.{name}[{owner}, k]" if owner else f"state.{name}[k]"
    return [f"for k in range({each.kinds}):", f"    for _ in range({held}):", "        pool[n] = k", "        n += 1"]


def _out_of_row(name: str, each: Field, owner: str) -> list[str]:
    """The lines that take as many cards as a field has from the row, in its order."""
    if each.kind == PILE:
        pile = f"state.{name}[{owner}]" if owner else f"state.{name}"
        return [f"for i in range({pile}.count):", f"    {pile}.cards[i] = pool[n]", "    n += 1"]
    assert each.kind == HELD
    at = f"{owner}, " if owner else ""
    lines = ["size = 0", f"for k in range({each.kinds}):", f"    size += state.{name}[{at}k]"]
    lines += [f"    state.{name}[{at}k] = 0", "for _ in range(size):", f"    state.{name}[{at}pool[n]] += 1"]
    lines += [f"    if state.{name}[{at}pool[n]] > {each.high}:", "        return False", "    n += 1"]
    return lines
