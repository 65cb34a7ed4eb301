"""Deals of a game file laid out by hand: all that setup gives by lot, in the words of the declarations.

What by lot is, deals show: a field that is alike in all that are tried lies as the rules say, and is not listed. The
referee lays the words over another deal, so that a field which was missed comes to light.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from dis import get_instructions
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.gamefile.declarations import EVERYBODY, HELD, NOBODY, OTHERS, OWNER, PILE, SEAT, Field, spoken
from dhstats.gamefile.door import door_of
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records, renewing
from dhstats.gamefile.telling.lying import cards, in_words
from dhstats.gamefile.telling.plain import move_of
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games.refereeing import Problem, followed
from dhstats.games.retelling import Kept
from dhstats.games.stacks import Renewal, Stack, Stacking
from dhstats.seats import SEATS

TRIED = 32  # deals that show what is given by lot
SETUP = (
    "Lay out the listed things; everything else lies as the rules say.",
    "A number names a place at the table: each place begins once.",
)
CHANCE = "what chance decides after the deal, such as dice and new shuffles"
SEEN = {EVERYBODY: "open", OWNER: "only for its player", OTHERS: "for all but its player", NOBODY: "face down"}
Cell = tuple[str, tuple[int, ...]]  # a field, and which of several it is


def stacking_of(file: GameFile) -> Stacking:
    """How deals of a game file are laid out; BadInput for a file whose setup gives nothing by lot."""
    files = door_of(file).part("rule files")
    if not by_lot(file, files.load("standard").record().tobytes()):
        raise BadInput(f"game {file.short}: nothing is dealt at random in it, so there are no deals to lay out by hand")

    def stacks(rules: Mapping[str, Any], seed: int, deal: int) -> tuple[Stack, ...]:
        record = files.restore(rules, "the run").record()
        state = Tabletop(file, record, seed, deal, 0).state
        return tuple(_stack(file, cell, state) for cell in _cells(file, record))

    def problems(rules: Mapping[str, Any], kept: Kept, laid: Sequence[Stack]) -> Iterator[Problem]:
        record, deal = files.restore(rules, "the run").record(), int(kept.row["deal_id"])

        def lay(state: Any) -> None:
            other = Tabletop(file, record, kept.seed, deal + 1, 0).state
            for name in file.state:
                state[name] = other[name]
            for (name, at), stack in zip(_cells(file, record), laid, strict=True):
                _lay(file.state[name], state, name, at, stack)

        table = Tabletop(file, record, kept.seed, deal, kept.layout, lay=lay)
        return followed(kept, table, partial(move_of, file), Tabletop.outcome)

    chance = any(map(_draws, _after(file)))
    setup = SETUP if any(each.dealt for each in file.state.values()) else SETUP[:1]
    renewal = Renewal(renewing.draw_again, Path(renewing.__file__)) if chance else None
    return Stacking(stacks, problems, "place", setup, CHANCE if chance else "", "points", renewal)


def _after(file: GameFile) -> Iterator[Any]:
    """The functions of the file in which chance may speak after the deal."""
    for name in ("then", "resolve"):
        if function := file.functions.get(name):  # where seats choose at once, a written function calls the file's own
            yield function.__globals__.get("then_in_turn", function) if file.at_once and name == "then" else function


def _draws(function: Any) -> bool:
    """Whether a function reads the chance that it is handed."""
    code = function.__code__
    return any(each.argval == code.co_varnames[2] for each in get_instructions(code) if "LOAD" in each.opname)


@cache
def by_lot(file: GameFile, rules: bytes) -> tuple[str, ...]:
    """The fields that setup gives by lot, under a rule record."""
    record = np.frombuffer(rules, records.rules(file)).view(np.recarray)[0]
    states = [Tabletop(file, record, 0, deal, 0).state for deal in range(TRIED)]
    seats = int(record.players)
    return tuple(
        name
        for name, each in file.state.items()
        if len({tuple(in_words(each, _at(state, name, at)) for at in _places(each, seats)) for state in states}) > 1
    )


def _cells(file: GameFile, record: Any) -> list[Cell]:
    """All that is listed, in its order: each pile and hand alone, numbers of a seat or of the table together."""
    return [
        (name, at) for name in by_lot(file, record.tobytes()) for at in _places(file.state[name], int(record.players))
    ]


def _places(field: Field, seats: int) -> list[tuple[int, ...]]:
    inner = field.cells if field.is_cards else ()
    return list(np.ndindex((seats, *inner) if field.by_seat else inner))


def _at(state: Any, name: str, at: tuple[int, ...]) -> Any:
    return state[name][at] if at else state[name]


def _stack(file: GameFile, cell: Cell, state: Any) -> Stack:
    (name, at), field = cell, file.state[cell[0]]
    value = _at(state, name, at)
    whose = ""
    if field.by_seat:
        whose = f", place {at[0] + 1}" if field.dealt else f" of the {SEATS[at[0]]} seat"
    number = "".join(f", no. {each + 1}" for each in at[field.by_seat :])
    title = f"{spoken(name).capitalize()}{whose}{number}"
    if field.kind == PILE:
        return Stack(title, tuple(cards(field, value)[::-1]))
    if field.kind == HELD:
        return Stack(title, tuple(cards(field, value)), note=f"in any order, {SEEN[field.seen]}")
    single = replace(field, shape=(), rows=0, names=())
    texts = (in_words(single, each) for each in np.ravel(value))
    return Stack(title, tuple(texts), note=f"in this order, {SEEN[field.seen]}", unit="values")


def _lay(field: Field, state: Any, name: str, at: tuple[int, ...], stack: Stack) -> None:
    """Lays the words of a stack onto the table."""
    if not field.is_cards:
        values = [_value(field, text) for text in stack.cards]
        if at or field.shape:
            state[name][at] = np.reshape(values, np.shape(state[name][at]))
        else:
            state[name] = values[0]
        return
    kinds = [field.card_names.index(text) for text in stack.cards]
    cell = _at(state, name, at)
    if field.kind == PILE:
        cell["cards"][...] = 0
        cell["cards"][: len(kinds)] = kinds[::-1]
        cell["count"] = len(kinds)
    else:
        cell[...] = np.bincount(kinds, minlength=field.kinds) if kinds else 0


def _value(field: Field, text: str) -> int:
    if field.words:
        return field.words.index(text)
    if field.kind == SEAT:
        return SEATS.index(text) if text in SEATS else -1
    return int(text)
