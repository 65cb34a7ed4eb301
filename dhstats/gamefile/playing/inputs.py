"""What a trained player of a game file takes in: the state right after a move, as its declarations tell it."""

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

import numpy as np

from dhstats.engine.network import MAX_INPUTS
from dhstats.engine.vectors import write_ramps
from dhstats.gamefile.declarations import EVERYBODY, HELD, NOBODY, NUMBER, OTHERS, OWNER, PILE, SEAT, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.gamefile.playing.hiding import at_cell, cells_of, indented
from dhstats.gamefile.playing.written import function

NARROW = 16  # numbers with at most this many values have an input for each step
PARTS = 32  # of a number that is measured by a rule
STRETCHES = 8  # of a number with more values
FEWER = 4  # stretches where there is no room for more
COUNTED_KINDS = 64  # cards of more kinds than this are told by how many they are alone
ROOM = MAX_INPUTS - 1  # the first input of a network is not of the state
# How closely a field is told: as it is, in fewer stretches, by a number a place, by one for all its places, not at all.
CLOSELY, ROUGHLY, ALONE, TOGETHER, NOT = range(5)
MUCH = 4  # of what takes most room, a part that counts as much
UNSEEN = "unseen cards"  # what is told besides the fields


class Inputs:
    """What a trained player takes in of a state: the lines that write it, and how many inputs there are.

    Everything is seen from the mover's seat: of what every seat has, the own comes first, then that of the next seat.
    `told` says how closely each field is told, `costs` how many inputs it takes.
    """

    def __init__(self, file: GameFile, told: Mapping[str, int] | None = None) -> None:
        self.lines: list[str] = []
        self.ramps: dict[tuple[float, ...], str] = {}  # the names of where stretches begin
        self.count = 0
        self.told, self.costs = told or {}, dict[str, int]()
        self._seats, self._surely = file.most_seats, min(2, file.seats[0])  # at a smaller table the rest is empty
        self.lines.append("ahead = (state.mover - seat) % players")
        self._one_of("ahead", self._seats)
        self._line(f"state.decisions / {max(8.0, min(file.longest, 200.0))}")
        for name, each in file.state.items():
            first = self.count
            self._add(name, each, self.told.get(name, CLOSELY))
            self.costs[name] = self.count - first
        first = self.count
        if self.told.get(UNSEEN, CLOSELY) == CLOSELY:
            decks = records.decks(file).values()
            self._counts("view.unseen[k]", sum(deck.kinds for deck in decks if deck.owners == 1), 4)
            for deck in decks:
                for step in range(deck.owners if deck.owners > 1 else 0):
                    self.lines.append(f"s = (seat + {step}) % players")
                    self._counts(f"view.unseen[{deck.first_of('s')}k]", deck.kinds, 4)
        self.costs[UNSEEN] = self.count - first

    def _line(self, value: str) -> None:
        self.lines.append(f"x[{self.count}] = float32({value})")
        self.count += 1

    def _one_of(self, read: str, places: int) -> None:
        """Which of a number of places a number says."""
        for place in range(places):
            self._line(f"1.0 if {read} == {place} else 0.0")

    def _add(self, name: str, each: Field, closely: int) -> None:
        for step in range(0 if closely == NOT else self._seats if each.by_seat else 1):
            unseen = each.seen == NOBODY or (each.seen == OWNER and step > 0) or (each.seen == OTHERS and step == 0)
            if unseen and each.kind not in (PILE, SEAT):  # how many cards a pile has is no secret
                continue
            owner = ["s"] if each.by_seat else []
            if each.by_seat:
                self.lines.append(f"s = (seat + {step}) % players")
            if closely == TOGETHER:
                self._together(name, each, step)
                continue
            for cell in np.ndindex(each.cells):
                self._add_cell(each, [f"state.{name}", *owner, *map(str, cell)], step, closely)

    def _add_cell(self, each: Field, at: list[str], step: int, closely: int) -> None:
        """One cell of a field, which is `at` its name and indices."""
        read = at_cell(*at)
        absent = each.by_seat and step >= self._surely
        read = f"({read} if {step} < players else 0)" if absent and each.kind in (NUMBER, SEAT) else read
        if each.kind == PILE:
            self._line(f"{read}.count / {float(each.size)}")
            if each.seen == EVERYBODY and each.kinds <= COUNTED_KINDS and closely < ALONE:
                self._pile(read, each, top=closely == CLOSELY)
        elif each.kind == HELD and closely < ALONE:
            self._counts(at_cell(*at, "k"), each.kinds, each.high)
        elif each.kind == HELD:
            self.lines += ["total = 0", *indented([f"total += {at_cell(*at, 'k')}"], f"for k in range({each.kinds}):")]
            self._line(f"total / {float(max(1, each.high * each.kinds))}")
        elif each.kind == SEAT:
            # Whose something is, counted on from the mover
            self.lines += [f"whose = {read}", "ahead = (whose - seat) % players if whose >= 0 else -1"]
            if closely == CLOSELY:
                self._one_of("ahead", self._seats)
            else:
                self._line("0.0 if ahead < 0 else 1.0 if ahead == 0 else -1.0")
        else:
            self._number(read, each, closely)

    def _number(self, read: str, each: Field, closely: int) -> None:
        span = each.high - each.low
        if each.by:
            # A number as a share of a rule, each part of it by itself
            parts = PARTS if closely == CLOSELY else STRETCHES
            self.lines.append(f"measured = {read} * {parts} / max(view.rules.{each.by}, 1)")
            self._line(f"measured / {float(parts)}")
            if closely < ALONE:
                self._ramps("measured", tuple(map(float, range(parts))), 1.0)
        elif each.words:
            self._one_of(read, span + 1)
        elif closely == ALONE or (closely == ROUGHLY and span <= FEWER):
            self._line(f"({read} - {each.low}) / {float(max(1, span))}")
        elif closely == ROUGHLY:
            self._ramps(f"float({read})", _starts(each, FEWER), span / FEWER)
        elif span <= NARROW:
            for place in range(each.low + 1, each.high + 1):
                self._line(f"1.0 if {read} >= {place} else 0.0")
        else:
            self._line(f"({read} - {each.low}) / {float(span)}")
            self._ramps(f"float({read})", _starts(each, STRETCHES), span / STRETCHES)

    def _ramps(self, amount: str, starts: tuple[float, ...], length: float) -> None:
        """How much of each of several stretches of a length a number has covered."""
        name = self.ramps.setdefault(starts, f"STARTS_{len(self.ramps)}")
        self.lines.append(f"write_ramps(x[{self.count}:], {amount}, {name}, {length})")
        self.count += len(starts)

    def _counts(self, read: str, kinds: int, most: int) -> None:
        """How many there are of every kind, each of which is `read` as `k`."""
        if 0 < kinds <= COUNTED_KINDS:
            self.lines += [f"for k in range({kinds}):", f"    x[{self.count} + k] = float32({read} / {float(most)})"]
            self.count += kinds

    def _pile(self, read: str, each: Field, *, top: bool) -> None:
        """How many cards of every kind lie in an open pile, and which lies on top."""
        room = (1 + top) * each.kinds
        self.lines += [f"for k in range({room}):", f"    x[{self.count} + k] = float32(0.0)"]
        self.lines += [f"for k in range({read}.count):"]
        self.lines += [f"    x[{self.count} + {read}.cards[k]] += float32(0.25)"]
        if top:
            self.lines += [f"if {read}.count > 0:"]
            self.lines += [f"    x[{self.count + each.kinds} + {read}.cards[{read}.count - 1]] = float32(1.0)"]
        self.count += room

    def _together(self, name: str, each: Field, step: int) -> None:
        """The mean over all places of a field, of one seat or on the table."""
        loops, indices = cells_of(each, "s", kind="k")
        read = at_cell(f"state.{name}", *indices)
        amount, most = f"{read} - {each.low}", float(max(1, each.high - each.low))
        if each.kind == PILE:
            amount, most = f"{read}.count", float(each.size)
        elif each.kind == HELD:
            amount, most = read, float(max(1, each.high * each.kinds))
        elif each.kind == SEAT:
            amount, most = f"0 if {read} < 0 else 1 if {read} == seat else -1", 1.0
        self.lines += ["total = 0", *indented([f"total += {amount}"], *loops)]
        there = f" if {step} < players else 0.0" if step >= self._surely else ""
        self._line(f"total / {most * prod(each.cells)}{there}")


def _starts(each: Field, stretches: int) -> tuple[float, ...]:
    return tuple(each.low + (each.high - each.low) * part / stretches for part in range(stretches))


def fitting(file: GameFile) -> Inputs:
    """Inputs for which a network has room: whatever takes most of it is told more roughly until all fit."""
    told = dict[str, int]()
    inputs = Inputs(file)
    while inputs.count > ROOM:
        much = max(1, max(inputs.costs.values()) / MUCH)
        wide = [name for name, cost in inputs.costs.items() if cost >= much]
        name = min(wide, key=lambda name: (told.get(name, CLOSELY), -inputs.costs[name]))  # the widest of the closest
        told[name] = NOT if name == UNSEEN else told.get(name, CLOSELY) + 1
        inputs = Inputs(file, told)
    return inputs


def roughly_told(file: GameFile) -> str:
    """What trained players are told more roughly than it is, each with what it would take; "" if all has room."""
    inputs = fitting(file)
    if not inputs.told:
        return ""
    whole, fields = Inputs(file), {name: name if name == UNSEEN else f"State.{name}" for name in inputs.told}
    told = [f"{field} in {inputs.costs[name]} numbers instead of {whole.costs[name]}" for name, field in fields.items()]
    return (
        f"trained players see at most {ROOM} numbers of a state, and this one has {whole.count:,}; they see"
        f" {', '.join(told)}; games, reports and all other players do not change"
    )


def take_in(inputs: Inputs, first: int, space: Mapping[str, Any]) -> Callable[..., Any]:
    """outlook(view, move, end, x): writes the inputs for the state right after a move, from `first` on."""
    head = ["view.after, view.thought = view.state, 1", "own_play(view.after, move, view.rules)"]
    head += ["state, seat, players = view.after, view.seat, view.state.players"]
    lines = [
        line.replace("x[", f"x[{first} + ", 1) if line.lstrip().startswith(("x[", "write_ramps(x[")) else line
        for line in inputs.lines
    ]
    known = {**space, "float32": np.float32, "write_ramps": write_ramps}
    known |= {name: starts for starts, name in inputs.ramps.items()}
    return function("outlook", "view, move, end, x", [*head, *lines, "return 1.0"], known)
