"""What a trained player of a game file takes in: the state right after a move, as its declarations tell it."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dhstats.engine.vectors import write_ramps
from dhstats.gamefile.declarations import NUMBER, PILE, SEAT, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.gamefile.playing.written import function, pooled

NARROW = 16  # numbers with at most so many values have an input for each step
PARTS = 32  # of a number that is measured by a rule
STRETCHES = 8  # of a number with more values
COUNTED_KINDS = 64  # cards of more kinds than this are told by how many they are alone


class Inputs:
    """What a trained player takes in of a state: the lines that write it, and how many inputs there are.

    Everything is seen from the mover's seat: of what every seat has, the own comes first, then that of the next seat.
    """

    def __init__(self, file: GameFile) -> None:
        self.lines: list[str] = []
        self.ramps: dict[tuple[float, ...], str] = {}  # the names of where stretches begin
        self.count = 0
        self._seats, self._surely = file.most_seats, min(2, file.seats[0])  # at a smaller table the rest is empty
        self._add_base(file)
        for name, each in file.state.items():
            self._add(name, each)
        if any(pooled(each) for each in file.state.values()):
            self._counts("view.unseen", records.hidden_kinds(file), 4)

    def _add_base(self, file: GameFile) -> None:
        self.lines.append("ahead = (state.mover - seat) % players")
        for step in range(self._seats):
            self._line(f"1.0 if ahead == {step} else 0.0")
        self._line(f"state.decisions / {max(8.0, min(file.longest, 200.0))}")

    def _line(self, value: str) -> None:
        self.lines.append(f"x[{self.count}] = float32({value})")
        self.count += 1

    def _add(self, name: str, each: Field) -> None:
        cells = list(np.ndindex(each.shape)) if each.kind in (NUMBER, SEAT) else [()]
        for step in range(self._seats if each.by_seat else 1):
            if each.by_seat:
                self.lines.append(f"s = (seat + {step}) % players")
            for cell in cells:
                self._add_cell(name, each, ", ".join((*(["s"] if each.by_seat else []), *map(str, cell))), step)

    def _add_cell(self, name: str, each: Field, at: str, step: int) -> None:
        read = f"state.{name}[{at}]" if at else f"state.{name}"
        absent = each.by_seat and step >= self._surely
        read = f"({read} if {step} < players else 0)" if absent and each.kind in (NUMBER, SEAT) else read
        if each.kind == PILE:
            self._line(f"{read}.count / {float(each.size)}")
            if each.seen == "everybody" and each.kinds <= COUNTED_KINDS:
                self._pile(read, each)
        elif each.kind == "held":
            if not (each.seen == "nobody" or (each.seen == "owner" and step > 0)):
                self._counts(read.replace("]", "") if at else read, each.kinds, each.high)
        elif each.kind == SEAT:
            self.lines.append(f"whose = {read}")
            self.lines.append("ahead = (whose - seat) % players if whose >= 0 else -1")
            for other in range(self._seats):
                self._line(f"1.0 if ahead == {other} else 0.0")
        elif not each.hidden or (each.seen == "owner" and step == 0):
            self._number(read, each)

    def _number(self, read: str, each: Field) -> None:
        span = each.high - each.low
        if each.by:
            self._measured(read, each.by)
        elif each.words:
            for place in range(span + 1):
                self._line(f"1.0 if {read} == {place} else 0.0")
        elif span <= NARROW:
            for place in range(each.low + 1, each.high + 1):
                self._line(f"1.0 if {read} >= {place} else 0.0")
        else:
            self._line(f"({read} - {each.low}) / {float(span)}")
            self._ramps(f"float({read})", tuple(each.low + span * part / STRETCHES for part in range(STRETCHES)), span)

    def _measured(self, read: str, rule: str) -> None:
        """A number as a share of a rule, each part of it by itself."""
        self.lines.append(f"measured = {read} * {PARTS} / max(view.rules.{rule}, 1)")
        self._line(f"measured / {float(PARTS)}")
        self._ramps("measured", tuple(map(float, range(PARTS))), STRETCHES)

    def _ramps(self, amount: str, starts: tuple[float, ...], span: float) -> None:
        """How much of each of several stretches of a span a number has covered."""
        self.ramps[starts] = f"STARTS_{len(self.ramps)}" if starts not in self.ramps else self.ramps[starts]
        self.lines.append(f"write_ramps(x[{self.count}:], {amount}, {self.ramps[starts]}, {span / STRETCHES})")
        self.count += len(starts)

    def _counts(self, read: str, kinds: int, most: int) -> None:
        """How many there are of every kind."""
        if kinds > COUNTED_KINDS:
            return
        index = f"{read}, k]" if "[" in read else f"{read}[k]"
        self.lines += [f"for k in range({kinds}):", f"    x[{self.count} + k] = float32({index} / {float(most)})"]
        self.count += kinds

    def _pile(self, read: str, each: Field) -> None:
        """How many cards of every kind lie in an open pile, and which lies on top."""
        self.lines += [f"for k in range({2 * each.kinds}):", f"    x[{self.count} + k] = float32(0.0)"]
        self.lines += [f"for k in range({read}.count):"]
        self.lines += [f"    x[{self.count} + {read}.cards[k]] += float32(0.25)"]
        self.lines += [f"if {read}.count > 0:"]
        self.lines += [f"    x[{self.count + each.kinds} + {read}.cards[{read}.count - 1]] = float32(1.0)"]
        self.count += 2 * each.kinds


def take_in(inputs: Inputs, first: int, space: Mapping[str, Any]) -> Callable[..., Any]:
    """outlook(view, move, end, x): writes the inputs for the state right after a move, from `first` on."""
    head = ["view.after = view.state", "own_play(view.after, move, view.rules)"]
    head += ["state, seat, players = view.after, view.seat, view.state.players"]
    lines = [
        line.replace("x[", f"x[{first} + ", 1) if line.lstrip().startswith(("x[", "write_ramps(x[")) else line
        for line in inputs.lines
    ]
    known = {**space, "float32": np.float32, "write_ramps": write_ramps}
    known |= {name: starts for starts, name in inputs.ramps.items()}
    return function("outlook", "view, move, end, x", [*head, *lines, "return 1.0"], known)
