"""Positions and games of a game file written down: a view as a table, a decision as a line of a log has it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.gamefile.declarations import OTHERS, OWNER, PILE, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.gamefile.telling.lying import Lying, move_words
from dhstats.gamefile.telling.plain import made, move_of
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games.logged import Logging, Wrong, whole, word
from dhstats.games.positions import About, Notation, read_record, write_record
from dhstats.games.retelling import NOBODY, Row


@dataclass(frozen=True)
class Nested:
    """A record within a view: a table of its fields, those that are as in an empty one left out."""

    empty: Any

    def write(self, value: Any, about: About) -> Any:
        """The fields that are not as in an empty record; of several records a list."""
        if getattr(value, "shape", ()):
            return [self.write(each, about) for each in value]
        return write_record(value, self.empty[0], self._kinds, about)

    def read(self, values: Any, place: str, about: About) -> Any:
        """The record of a table; of several tables a list."""
        if isinstance(values, list):
            return [self.read(each, f"{place}[{at}]", about) for at, each in enumerate(values)]
        return read_record(values, self.empty, place, self._kinds, about)[0]

    @property
    def _kinds(self) -> "dict[str, Nested]":
        inner = {name: kind.base for name, (kind, _) in self.empty.dtype.fields.items()}
        return {name: Nested(np.zeros(1, kind)) for name, kind in inner.items() if kind.names}


def notation_of(file: GameFile) -> Notation:
    """How positions of a game file are told, as one player sees them."""
    start = records.start(file, records.ENGINE)
    empty = np.zeros(1, records.view(file, records.ENGINE))
    empty["state"] = start

    def position(view: Any, _: Mapping[str, Any], __: Mapping[str, Any]) -> Lying:
        table = Tabletop.lying(file, view["state"], view["rules"])
        return Lying(file, table.state, table.players, table.scores(), seat=int(view["seat"]))

    def closed(view: Any) -> Any:
        views = np.array([view])
        for name, each in file.state.items():
            if each.seen in (OWNER, OTHERS):
                value = views["state"][name]
                (value["cards"] if each.kind == PILE else value)[...] = 0 if each.is_cards else each.start
        views["seat"] = NOBODY
        return views[0]

    return Notation(
        kinds={"state": Nested(start)},
        empty=empty,
        derived=frozenset({"after", "thought", "uncounted"}),
        besides={},
        complete=lambda view, told: None,
        position=position,
        lines=lambda lying, view, effective: lying.lines(),
        asked=lambda view, effective: "what to do",
        move=lambda record, view, effective: move_words(file, record),
        closed=closed,
    )


def logging_of(file: GameFile) -> Logging:
    """How decisions of a game file stand in a log: each field of the move under its name."""

    def choice(_: Any, turn: Mapping[str, Any]) -> Any:
        if turn.get("pass") is True:
            return None
        values = dict[str, Any]()
        for name in file.move:
            values |= _told(file, name, turn.get(name))
        return made(file, values)

    def turn_of(_: Any, row: Row) -> dict[str, Any]:
        move = move_of(file, row)
        if move is None:
            return {"pass": True}
        return {name: _cards(each, move[name]) if each.is_cards else row[name] for name, each in file.move.items()}

    return Logging((*file.move, "pass"), choice, turn_of, Tabletop.outcome, lambda table: table.mover)


def _cards(field: Field, copies: Any) -> dict[str, int]:
    """Cards as a log tells them: how many of which kind, as in {"knight": 2}."""
    return {kind: int(each) for kind, each in zip(field.card_names, copies, strict=True) if each}


def _told(file: GameFile, name: str, values: Any) -> dict[str, Any]:
    """The columns of a field of a move that a log tells; Wrong for anything else."""
    each = file.move[name]
    if not each.is_cards:
        return {name: word(values, name, each.words) if each.words else whole(values, name, each.low, each.high)}
    names, columns = each.card_names, [column for column in records.move_columns(file) if column.startswith(f"{name}_")]
    if not isinstance(values, Mapping):
        raise Wrong(f'{name} must say how many cards of which kind, as in {{"{names[0]}": 1}}')
    return {
        columns[names.index(word(kind, name, names))]: whole(copies, f"{name}.{kind}", 0, each.high)
        for kind, copies in values.items()
    }
