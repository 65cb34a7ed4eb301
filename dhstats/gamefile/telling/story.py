"""A game of a game file told and judged in plain Python: the file's own functions, with chance of another telling.

The log stands where the compiled game and the file as Python runs it agree on every row. What both have in common is
the file: whether it says what its rulebook says, nobody else knows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from dhstats.engine.stream import CHANCE, DECK
from dhstats.gamefile.declarations import spoken
from dhstats.gamefile.door import door_of
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.gamefile.telling import plain
from dhstats.gamefile.telling.lying import Lying, move_words, what_came
from dhstats.games import refereeing
from dhstats.games.objective import LOWEST
from dhstats.games.refereeing import Problem, by_seat, followed, lead_changes, lead_since
from dhstats.games.retelling import (
    NOBODY,
    AtTable,
    Kept,
    Line,
    Retelling,
    Row,
    Step,
    by_player,
    counted,
    seat_names,
    verdict,
)
from dhstats.seats import SEATS


def _as_object(array: Any) -> Any:
    """An array of one record as a value with attributes."""
    return plain.as_records(np.array(array, ndmin=1))[0]


DEED_WIDTH = 48  # of the part of a line that says what was done; longer ones push the rest to the right


class Tabletop:
    """A game on an ordinary table, in plain Python."""

    def __init__(
        self, file: GameFile, rules: Any, seed: int, deal: int, layout: int,
        own: Mapping[str, Callable[..., Any]] | None = None, lay: Callable[[Any], None] = lambda state: None,
    ) -> None:  # fmt: skip
        """Sets it up; `own` are the file's functions where somebody watches them, `lay` changes what was dealt."""
        self.file, self.rules = file, _as_object(rules)
        self._seed, self.deal = seed, deal
        self._own = plain.plain_functions(file) if own is None else own
        self.state = _as_object(records.start(file))
        self.state.players = rules.players
        self._own["setup"](self.state, self.rules, plain.Draws(refereeing.words(seed, deal, DECK)))
        lay(self.state)
        before = self.state.copy()
        for name, each in self.file.state.items():
            if each.dealt:
                for seat in range(self.players):
                    self.state[name][seat] = before[name][(seat + layout) % self.players]
        self.turns = [0] * self.players
        self.leaders: list[int] = []
        self.end_reason, self.ended_by = "", NOBODY
        if self._own["over"](self.state, rules):
            self._end(NOBODY)
        self._check_mover()

    @classmethod
    def lying(cls, file: GameFile, state: Any, rules: Any) -> "Tabletop":
        """A table on which this state lies, for questions about it alone."""
        table = cls.__new__(cls)
        table.file, table.rules = file, _as_object(np.array([rules]))
        table.state = _as_object(np.array([state]).astype(records.state(file)))
        table._own = plain.plain_functions(file)
        return table

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.rules.players)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.end_reason != ""

    @property
    def decisions(self) -> int:
        """How many were made."""
        return int(self.state.decisions)

    @property
    def mover(self) -> int:
        """The seat that decides next."""
        return int(self.state.mover)

    def branch(self) -> "Tabletop":
        """The same game from here on, which may go on in another way."""
        other = copy(self)
        other.state, other.turns, other.leaders = self.state.copy(), list(self.turns), list(self.leaders)
        return other

    def allowed(self) -> list[Any]:
        """The moves that are allowed."""
        return plain.possible(self.file, self._own, self.state, self.rules)

    def scores(self) -> list[int]:
        """Everybody's score as it stands."""
        score, rules, sign = self._own["score"], self.rules, -1 if self.file.objective.kind == LOWEST else 1
        alone = [
            sign * int(score(self.state, rules, seat)) + int(rules.opening_points[seat]) for seat in range(self.players)
        ]
        sides = self.sides()
        return [sum(each for each, other in zip(alone, sides, strict=True) if other == side) for side in sides]

    def sides(self) -> list[int]:
        """The side of every seat: its own where everybody plays for themself."""
        if "side" in self._own:
            sides = [int(self._own["side"](self.state, self.rules, seat)) for seat in range(self.players)]
            last = len(self.file.objective.sides) - 1
            for side in sides:
                if not 0 <= side <= last:
                    raise plain.Violation(f"side returns {side}, must be a place in SIDES, from 0 to {last}")
            return sides
        return list(self.file.objective.side_of[: self.players] or range(self.players))

    def objection(self, move: Any) -> tuple[str, str]:
        """The column that the rules forbid, and what it should be."""
        allowed = self.allowed()
        if any(plain.same(move, each) for each in allowed or (None,)):
            return "", ""
        if not self.file.offers:
            return "move", f"one of {', '.join(str(each.number) for each in allowed)}" if allowed else str(NOBODY)
        if move is None or not allowed:
            return "legal_moves", str(len(allowed))
        rows, wanted = [self._told_move(each) for each in allowed], self._told_move(move)
        for name, value in wanted.items():
            if not any(row[name] == value for row in rows):
                break
            rows = [row for row in rows if row[name] == value]
        return name, f"one of {', '.join(dict.fromkeys(str(row[name]) for row in rows))}"

    def play(self, move: Any, count: int | None = None) -> Row:
        """Makes the decision, of a `count` of moves if that is known; its row of the moves table as it should be.

        Who has no move passes (None).
        """
        mover, turn, count = self.mover, self.decisions, len(self.allowed()) if count is None else count
        own_turn = self.turns[mover]
        if move is None:
            if "stuck" in self._own:
                self._own["stuck"](self.state, self.rules)
            else:
                self.state.mover = plain.next_seat(self.state)
        else:
            self._own["play"](self.state, move, self.rules)
        if "then" in self._own:
            words = refereeing.turn_words(self._seed, self.deal, CHANCE, turn)
            self._own["then"](self.state, self.rules, plain.Draws(words))
        self.state.decisions += 1
        if self._own["over"](self.state, self.rules):
            self._end(mover)
        elif self.decisions >= int(self.rules.turn_limit):
            self.end_reason = self.file.endings[-1]
        self._check_mover()
        if self.over or self.mover != mover or self.players == 1:
            self.turns[mover] += 1
        scores = self.scores()
        self.leaders.append(NOBODY if self.file.objective.together else self._first(scores))
        row = {"turn": turn, "own_turn": own_turn, "seat": mover, "mover": mover, "legal_moves": count}
        after = by_seat({"score": scores}, records.columns(self.file))
        return row | self._told_move(move) | {f"{name}_after": points for name, points in after.items()}

    def heard(self, before: Lying, move: Any, came: Sequence[str]) -> Callable[[int], str]:
        """What a seat was told of a decision, and of what came of it; looked for when somebody asks."""
        state, rules, everything = before.state, self.rules, move_words(self.file, move)

        def told(seat: int) -> str:
            words = everything
            if move is not None and self.file.hides and seat != before.mover:
                parts = plain.noticed(self.file, self._own, _as_object(state), rules, move, seat)
                words = move_words(self.file, move, parts) or plain.DECIDED
            return f"{seat_names(before.players)[before.mover]}: {', '.join((words, *came))}"

        return told

    def _check_mover(self) -> None:
        if not self.over and not 0 <= self.mover < self.players:
            raise plain.Violation(f"State.mover is {self.mover:,}, must be from 0 to {self.players - 1}")

    def _end(self, mover: int) -> None:
        place = int(self._own["ending"](self.state, self.rules)) if "ending" in self._own else 0
        last = len(self.file.endings) - 2
        if not 0 <= place <= last:
            raise plain.Violation(f"ending returns {place}, must be a place in ENDINGS, from 0 to {last}")
        self.end_reason, self.ended_by = self.file.endings[place], mover

    def _told_move(self, move: Any) -> dict[str, Any]:
        """The columns that say which move it was, words in place of codes."""
        row: dict[str, Any] = {} if self.file.offers else {"move": NOBODY if move is None else int(move.number)}
        for column, (name, kind) in records.move_columns(self.file).items():
            each = self.file.move[name]
            if kind >= 0:
                row[column] = 0 if move is None else int(move[name][kind])
            else:
                value = NOBODY if move is None else int(move[name])
                row[column] = (each.words[value] if value >= 0 else None) if each.words else value
        return row

    def outcome(self) -> dict[str, Any]:
        """The row of a finished game, without those columns that follow from the plan of the run."""
        scores = self.scores()
        winner, decided = self._winner(scores)
        row: dict[str, Any] = {
            "winner": winner, "decided_by": decided, "turns": self.decisions, "end_reason": self.end_reason,
            "ended_by": self.ended_by, "lead_changes": lead_changes(self.leaders),
            "lead_since": lead_since(self.leaders, winner), "players": self.players,
        }  # fmt: skip
        places = {"rank": self._places(scores)} if self.file.most_seats > 2 else {}
        seats = records.columns(self.file)
        row |= by_seat({"score": scores, "turns": self.turns, **places}, seats)
        names, sides = self.file.objective.sides, self.sides()
        row |= {"won_by": names[sides[winner]] if winner >= 0 else None} if names else {}
        named = [("side", names, sides)] if self.file.sides_change else []
        named += [(name, words, self.state[name][: self.players]) for name, words in self.file.objective.powers]
        for name, words, codes in named:
            coded = by_seat({name: [int(code) for code in codes]}, seats)
            row |= {column: words[code] if code >= 0 else None for column, code in coded.items()}
        return row

    def _winner(self, scores: Sequence[int]) -> tuple[int, str | None]:
        """Who won, and by what; nobody where one plays alone."""
        if len(scores) == 1:
            return NOBODY, None
        if self.file.objective.together:
            return NOBODY, "together"
        if (winner := self._first(scores)) != NOBODY:
            return winner, "points"
        winner = self._first(self._worths(scores))
        return winner, "draw" if winner == NOBODY else "tie_break"

    def _first(self, numbers: Sequence[Any]) -> int:
        """The seat with the highest number, the first of those who win together; nobody where others have it too."""
        best, sides = [seat for seat, number in enumerate(numbers) if number == max(numbers)], self.sides()
        return best[0] if len({sides[seat] for seat in best}) == 1 else NOBODY

    def _worths(self, scores: Sequence[int]) -> list[tuple[int, int]]:
        """The scores, and of the highest the file's own number by which ties for the first place are broken.

        Of those who win together the largest counts.
        """
        sides = self.sides()
        broken: Callable[..., int] = self._own.get("tie_break", lambda *_: 0)
        first = [int(broken(self.state, self.rules, at)) if own == max(scores) else 0 for at, own in enumerate(scores)]
        largest = {side: max(each for each, other in zip(first, sides, strict=True) if other == side) for side in sides}
        return [(own, largest[side]) for own, side in zip(scores, sides, strict=True)]

    def _places(self, scores: Sequence[int]) -> list[int]:
        """Places from 1, equal ones shared; for the first place what breaks ties counts after the score."""
        if self.file.objective.together:
            return [1] * len(scores)
        worths = self._worths(scores)
        return [1 + sum(other > own for other in worths) for own in worths]

    def position(self) -> Lying:
        """What lies on the table."""
        return Lying(self.file, self.state.copy(), self.players, self.scores(), self.over)

    def lines(self) -> tuple[str, ...]:
        """The table in lines of text: as the file describes it, or field by field."""
        if "describe" in self._own:
            text = self._own["describe"](self.state, self.rules)
            return tuple(f"  {line}" for line in (text.split("\n") if isinstance(text, str) else map(str, text)))
        return tuple(self.position().lines())


def retelling_of(file: GameFile) -> Retelling:
    """How games of a game file are told and checked."""
    files = door_of(file).part("rule files")

    def set_up(effective: Mapping[str, Any], kept: Kept) -> Tabletop:
        record = files.restore(effective, "the run").record()
        return Tabletop(file, record, kept.seed, int(kept.row["deal_id"]), kept.layout)

    def problems(effective: Mapping[str, Any], kept: Kept) -> Iterator[Problem]:
        return followed(kept, set_up(effective, kept), partial(plain.move_of, file), Tabletop.outcome)

    def deal(players: Sequence[str], table: Tabletop) -> Sequence[str]:
        return [*by_player(players, (f"score {points}" for points in table.scores())), *table.lines()]

    def step(table: Tabletop, row: Row) -> Step:
        move, before = plain.move_of(file, row), table.position()
        table.play(move)
        after, deed = table.position(), move_words(file, move)
        came = what_came(before, after)
        deed = ", ".join((deed, *came))
        after = replace(after, heard=table.heard(before, move, came))
        scores = ":".join(map(str, after.scores))
        name = seat_names(before.players)[before.mover]
        who = f"{int(before.state['decisions']) + 1:3d} {name:<6}"
        line = f"{who}  {deed:<{DEED_WIDTH}} {scores:>9}  {counted(int(row['legal_moves']), 'choice')}"
        return Step(before.mover, line, f"{name}: {deed}", table.lines(), after)

    def result(players: Sequence[str], row: Row) -> Sequence[str]:
        texts = [str(row[f"score_{seat}"]) for seat in SEATS[: len(players)]]
        by = f" by “{spoken(str(row['end_reason']))}”" if len(file.endings) > 2 else ""
        text = f"The game ends{by} after {row['turns']} decisions."
        who = verdict(players, row)
        if (objective := file.objective).together:
            who = "The game is won." if row["end_reason"] in objective.success else "The game is lost."
        return [text, *by_player(players, (f"score {points}" for points in texts)), who]

    return Retelling(problems, set_up, deal, step, result, lambda record, _: move_words(file, record))


def at_table_of(file: GameFile) -> AtTable:
    """What players notice of turns of others: what they can tell by what they see of it."""

    def noticed(step: Step, row: Row, seat: int, _: Mapping[str, Any]) -> tuple[Line, ...]:
        return ((step.seat, step.after.heard(seat)),)

    def kind(move: Any, _: Any, __: Mapping[str, Any]) -> str:
        name, each = next(iter(file.move.items()))
        return spoken(each.words[int(move[name])] if each.words and not each.is_cards else name)

    return AtTable(noticed, kind)
