"""Games of a game file in plain Python, watched: what raises, what leaves its bounds or a list, what never ends."""

import ast
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any

import numpy as np

from dhstats.engine.stream import PLAYER
from dhstats.gamefile.checking.findings import Findings
from dhstats.gamefile.checking.secrets import Secrets
from dhstats.gamefile.declarations import PILE, SEAT
from dhstats.gamefile.file import TASKS, GameFile
from dhstats.gamefile.playing.returned import WHOLE
from dhstats.gamefile.reading.loops import counting
from dhstats.gamefile.telling.failures import decision_words, line_words
from dhstats.gamefile.telling.plain import Violation, plain_functions
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games import refereeing
from dhstats.games.retelling import Row

WATCH = "place_in_a_list"


class Places:
    """The functions of a file in plain Python, and the places below 0 that they read or wrote since it was asked."""

    def __init__(self, file: GameFile) -> None:
        self._file = file
        self._seen = dict[tuple[int, str], int]()
        self.functions: Mapping[str, Callable[..., Any]] = plain_functions(file, _codes(file), {WATCH: self._watch})

    def _watch(self, place: Any, text: str, line: int) -> Any:
        if isinstance(place, WHOLE) and place < 0:
            self._seen.setdefault((line, text), int(place))
        return place

    def told(self) -> Iterator[tuple[tuple[int, str], str]]:
        """What was seen since it was asked last, each with a mark of its own."""
        for (line, text), place in self._seen.items():
            what = "the last" if place == -1 else f"the one {-place} from the end"
            advice = "if -1 stands for nothing, ask first"
            if text.partition("[")[0].endswith(".cards"):
                advice = "the top card of a pile lies at count - 1"
            yield (line, text), f"{line_words(self._file, line)}{text}: place {place} of a list is {what}; {advice}"
        self._seen.clear()


class Watching(ast.NodeTransformer):
    """Lets a function see every place of a list that is not written as a number from 0."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        """A list and a place in it."""
        text = ast.unparse(node)
        self.generic_visit(node)
        node.slice = _place_watched(node.slice, text, node.lineno)
        return node


def _place_watched(place: ast.expr, text: str, line: int) -> ast.expr:
    if isinstance(place, ast.Tuple):
        place.elts = [_place_watched(each, text, line) for each in place.elts]
        return place
    if isinstance(place, ast.Slice | ast.Constant):
        return place
    call = ast.Call(ast.Name(WATCH, ast.Load()), [place, ast.Constant(text), ast.Constant(line)], [])
    return ast.fix_missing_locations(ast.copy_location(call, place))


@cache
def _codes(file: GameFile) -> dict[tuple[str, int], CodeType]:
    """The code of every function of a file in which places are watched, by its name and line."""
    path = str(file.path)
    waiting = [compile(Watching().visit(counting(file.path.read_bytes(), path)), path, "exec", dont_inherit=True)]
    codes = {}
    while waiting:
        code = waiting.pop()
        codes[code.co_name, code.co_firstlineno] = code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    return codes


Function = Callable[..., Any]

A_DECISION = 15  # as much work as to ask for that many moves
CLOSE_LOOK = 4  # times as much work: the moves are asked for once more, and what one does is held against a guess
LAST = 4  # decisions that are told of a game that does not end


@dataclass
class Transcript:
    """A game that was played to its end: its rows, and how it ended."""

    rows: list[Row]
    outcome: Row
    limited: bool


class Games:
    """Games under one rule set in which everybody plays at random, each decision watched."""

    def __init__(self, file: GameFile, rules: Any, under: str, seed: int, findings: Findings) -> None:
        self.file, self._rules, self._under, self._seed = file, rules, under, seed
        self._findings, self._places = findings, Places(file)
        functions = self._places.functions.items()
        self._own = {name: _watched(name, each) if TASKS[name].looks else each for name, each in functions}
        self._idle: set[bytes] = set()  # states since the last move, without the number of decisions
        self.secrets = Secrets(file, rules, seed, findings) if file.hides else None
        self.decisions, self.close, self.work = 0, 0, 0  # games that were looked at closely; moves that were looked at

    def play(self, deal: int, *, closely: bool = True) -> Transcript | None:
        """A game, as compiled code plays it with `random` in every seat; None if it could not be played to its end."""
        where = f"game {deal}{self._under}"
        table = None
        with self._findings.watching(f"{where}, setup"):
            table = Tabletop(self.file, self._rules, self._seed, deal, deal % int(self._rules.players), self._own)
        self._tell_places(f"{where}, setup")
        if table is None or not self._in_bounds(table, f"{where}, after setup"):
            return None
        transcript = Transcript([], {}, limited=False)
        self._idle.clear()
        last: deque[str] = deque(maxlen=LAST)
        asked = [0] * table.players
        while not table.over:
            if not self._decide(table, where, transcript, asked, last, closely=closely):
                return None
        with self._findings.watching(f"{where}, its end") as failed:
            transcript.outcome = table.outcome()
            transcript.limited = table.end_reason == self.file.endings[-1]
            if transcript.limited:
                text = f"{where}: not over after {table.decisions:,} decisions (LONGEST), last {'; '.join(last)}"
                self._findings.add("limit", f"{text}; {self._lies(table)}", fault=False)
        self.close += closely and not failed
        return None if failed else transcript

    def _decide(
        self, table: Tabletop, where: str, transcript: Transcript, asked: list[int], last: deque[str], *, closely: bool
    ) -> bool:
        """One decision; False where the game cannot go on."""
        place = f"{where}, decision {table.decisions + 1}"
        with self._findings.watching(place) as failed:
            moves = table.allowed()
        if failed:
            return False
        turn, asked[table.mover] = asked[table.mover], asked[table.mover] + 1
        move = at_random(self._seed, table, moves, turn)
        place = f"{where}, {decision_words(self.file, table, move)}"
        if closely and self.secrets is not None and not self.secrets.check(table, moves, move, place):
            return False
        with self._findings.watching(place) as failed:
            transcript.rows.append(table.play(move, len(moves)))
        self._tell_places(place)
        self.decisions += 1
        asked_for = len(moves) if self.file.offers else self.file.moves
        self.work += A_DECISION + asked_for * (CLOSE_LOOK if closely and self.file.hides else 1)
        last.append(place.partition(", ")[2])
        if failed or not self._in_bounds(table, place):
            return False
        if moves:
            self._idle.clear()
        return bool(moves) or self._goes_on(table, place)

    def _tell_places(self, where: str) -> None:
        for mark, says in self._places.told():
            self._findings.add(("place", mark), f"{where}: {says}", fault=False)

    def _goes_on(self, table: Tabletop, place: str) -> bool:
        """Whether anything can still happen after a decision without a move."""
        if "stuck" not in self.file.functions:
            says = "no move is allowed, so the player passes; define stuck(state, rules) to change that"
            self._findings.add("stuck", f"{place}: {says}", fault=False)
        lies = table.state.copy()
        lies.decisions = 0
        if table.over or lies.tobytes() not in self._idle:
            self._idle.add(lies.tobytes())
            return True
        says = "nobody has a move and nothing changes any more; let over(state, rules) or stuck change that"
        self._findings.add("dead", f"{place}: {says}; {self._lies(table)}")
        return False

    def _lies(self, table: Tabletop) -> str:
        text = "it cannot be told"
        with self._findings.watching("describe"):
            text = ", ".join(line.strip() for line in table.lines())[:300]
        return f"on the table: {text}"

    def _in_bounds(self, table: Tabletop, place: str) -> bool:
        beyond = out_of_bounds(self.file, table.state, table.players)
        if beyond:
            name, value, (low, high) = beyond
            says = f"State.{name} is {value:,}, must be from {low:,} to {high:,}"
            self._findings.add(("bounds", name), f"{place}: {says}")
        return not beyond


def at_random(seed: int, table: Tabletop, moves: list[Any], turn: int) -> Any:
    """Any of the moves, each equally likely, as `random` plays it who has decided so often before."""
    if not moves:
        return None
    return moves[refereeing.below(refereeing.turn_words(seed, table.deal, PLAYER + table.mover, turn), len(moves))]


def _watched(name: str, function: Function) -> Function:
    def watched(state: Any, *others: Any) -> Any:
        before = state.tobytes()
        answer = function(state, *others)
        if state.tobytes() != before:
            raise Violation(f"{name} changes the state; only setup, play, then and stuck may")
        return answer

    return watched


def out_of_bounds(file: GameFile, state: Any, players: int) -> tuple[str, int, tuple[int, int]] | None:
    """The first field that holds a number beyond its bounds, with the number and the bounds."""
    if not 0 <= int(state["mover"]) < players:
        return "mover", int(state["mover"]), (0, players - 1)
    for name, each in file.state.items():
        value = state[name]
        if each.kind == PILE:
            for pile in np.atleast_1d(value).ravel():
                if not 0 <= pile["count"] <= each.size:
                    return f"{name}.count", int(pile["count"]), (0, each.size)
                if (beyond := _beyond(pile["cards"][: int(pile["count"])], each.low, each.high)) is not None:
                    return f"{name}.cards", beyond, (each.low, each.high)
        else:
            high = players - 1 if each.kind == SEAT else each.high
            if (beyond := _beyond(value, each.low, high)) is not None:
                return name, beyond, (each.low, high)
    return None


def _beyond(values: Any, low: int, high: int) -> int | None:
    flat = np.asarray(values).ravel()
    wrong = flat[(flat < low) | (flat > high)]
    return int(wrong[0]) if len(wrong) else None
