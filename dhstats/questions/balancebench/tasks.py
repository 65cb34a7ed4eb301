"""The tasks: questions about games of the catalogue with answers that are known, exactly or with an error as stated."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

from dhstats.documents import Inspection, read_toml
from dhstats.errors import BadInput, nearest
from dhstats.quoting import one_line, quoted

TASKS = Path(__file__).with_name("tasks.toml")
QUESTIONS = ("seat", "change", "reading", "power", "worth", "games", "people")
UNITS = {"games in 100": 100.0, "points": 1.0}  # how many of the unit make a win, or a point
SEAT, PLAIN = "seat", ("points", "margin", "turns")  # the first seat's edge, and what is not a share of wins
METRICS = (SEAT, "score", "share", "success", "side", *PLAIN)  # followed by a seat or a side where one is meant
UNDECIDED = "undecided"
WITHHELD = ("name", "truth", "value", "error", "source", "near", "sheet")  # what no entry is handed
SEED_DIGITS = 10  # hexadecimal: seeds are below 2^40
GOOD_ENOUGH = 0.2  # of the true number of games: an answer that is no further off is right
NEAR = (0.75, 4.0 / 3.0)  # of a margin: values between these are near it
NEAR_END = 0.1  # of the width of a range: values that are as near to an end are near it

Answers = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """A question about a game: who plays it under which rules, what is asked, what may be answered, and the truth.

    `value` is the exact effect, or one for each that may be named, in `unit`; `margin` is the largest that does not
    matter, in that unit as well. What a question needs besides is in `changes`, `goal`, `metric`, `power` and `sheet`.
    """

    name: str
    game: str
    players: str | Answers
    question: str
    text: str
    margin: float
    unit: str
    answers: Answers
    truth: str | float
    value: float | Mapping[str, float]
    error: float
    source: str
    rules: Answers = ()
    changes: Mapping[str, Answers] = field(default_factory=dict)
    goal: Mapping[str, Any] = field(default_factory=dict)
    power: str = ""
    metric: str = ""
    sheet: Mapping[str, Any] = field(default_factory=dict)
    near: bool | None = None

    @property
    def strategies(self) -> Answers:
        """Who plays: one at every seat, or one for each seat."""
        return (self.players,) if isinstance(self.players, str) else self.players

    @property
    def effect(self) -> float:
        """The margin as a share of a win, or in points."""
        return self.margin / UNITS[self.unit]

    @property
    def close(self) -> bool:
        """Whether the truth lies just inside or just outside a margin."""
        if self.near is not None:
            return self.near
        values = self.value.values() if isinstance(self.value, Mapping) else (self.value,)
        if self.goal:
            ends = [self.goal[end] for end in ("low", "high") if end in self.goal]
            width = abs(ends[-1] - ends[0]) if len(ends) > 1 else abs(ends[0])
            return any(abs(value - end) <= NEAR_END * width for value in values for end in ends)
        measured = self.question not in ("games", "people") and self.margin > 0.0
        return measured and any(NEAR[0] <= abs(value) / self.margin <= NEAR[1] for value in values)

    def right(self, answer: str) -> bool:
        """Whether an answer is right; of a number of games, whether it is near enough."""
        if self.question != "games":
            return answer == self.truth
        return abs(float(answer) - float(self.truth)) <= GOOD_ENOUGH * float(self.truth)

    def allows(self, answer: str) -> bool:
        """Whether that may be answered."""
        if self.question == "games" and answer != UNDECIDED:
            return answer.isdecimal() and len(answer) < 16
        return answer in (*self.answers, UNDECIDED)

    def shown(self) -> dict[str, Any]:
        """What an entry is handed: all but the truth, where it is known from, and the name, which may give it away."""
        shown = {name: value for name, value in asdict(self).items() if name not in WITHHELD}
        return {"id": hashlib.sha256(self.name.encode()).hexdigest()[:8], **shown}

    def seed_of(self, seed: int, what: str = "") -> int:
        """The seed of a part of a run, from which none of another part, run or task follows."""
        return int(hashlib.sha256(f"{self.name} {seed} {what}".strip().encode()).hexdigest()[:SEED_DIGITS], 16)


def read(names: Sequence[str] = (), path: Path | None = None) -> tuple[Task, ...]:
    """The tasks of these names, all if none is named; BadInput for an unknown one, or a file that is not as it must be.

    `path` is another file than that which comes along.
    """
    path = path or TASKS
    place, seen, known = one_line(str(path)), Inspection(), dict[str, Task]()
    rows = read_toml(path).get("task")
    if not isinstance(rows, list) or not rows:
        raise BadInput(f"{place}: needs a task or more, each below [[task]]")
    for at, row in enumerate(rows, 1):
        with seen.part():
            task = _task(row, f"{place}: task {quoted(row['name']) if 'name' in row else at}")
            if task.name in known:
                raise BadInput(f"{place}: task {quoted(task.name)} is listed twice")
            known[task.name] = task
    seen.end()
    for name in names:
        if name not in known:
            raise BadInput(f"--tasks {quoted(name)}: no task of BalanceBench; {nearest(name, known)}")
    return tuple(known[name] for name in dict.fromkeys(names)) if names else tuple(known.values())


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_table(value: Any, of: Callable[[Any], bool] = lambda _: True) -> bool:
    return isinstance(value, dict) and all(map(of, value.values()))


# What each key of a task has to be, in words.
KINDS: Mapping[str, tuple[Answers, Callable[[Any], bool]]] = {
    "text": (("name", "game", "text", "source", "power", "metric"), _is_text),
    "text or a number": (("truth",), lambda value: _is_text(value) or _is_number(value)),
    f"one of {', '.join(QUESTIONS)}": (("question",), QUESTIONS.__contains__),
    f"one of {', '.join(UNITS)}": (("unit",), tuple(UNITS).__contains__),
    "a number": (("margin", "error"), _is_number),
    "a number, or a table of numbers": (("value",), lambda value: _is_number(value) or _is_table(value, _is_number)),
    "a list of texts": (("answers", "rules"), _is_list),
    "a name, or a list of names by seat": (("players",), lambda value: _is_text(value) or _is_list(value)),
    "a table of lists of KEY=VALUE": (("changes",), partial(_is_table, of=_is_list)),
    "a table": (("goal", "sheet"), _is_table),
    "true or false": (("near",), lambda value: isinstance(value, bool)),
}
WANTED = {key: (what, fits) for what, (keys, fits) in KINDS.items() for key in keys}
NEEDED = {"change": "changes", "reading": "changes", "power": "power", "worth": "changes", "people": "sheet"}


def _task(row: Mapping[str, Any], place: str) -> Task:
    known = [each.name for each in fields(Task)]
    for key, value in row.items():
        if key not in known:
            raise BadInput(f"{place}: unknown key {quoted(key)}; {nearest(key, known)}")
        what, fits = WANTED[key]
        if not fits(value):
            raise BadInput(f"{place}: {key} has to be {what}, not {quoted(value)}")
    needed = NEEDED.get(str(row.get("question")), "name")
    if missing := [key for key in (*known[: known.index("rules")], needed) if key not in row]:
        raise BadInput(f"{place}: needs {missing[0]}")
    if row["question"] != "games" and (row["truth"] not in row["answers"] or UNDECIDED in row["answers"]):
        raise BadInput(f"{place}: answers have to hold the truth, {quoted(row['truth'])}, and not {UNDECIDED}")
    for metric in (row.get("metric", SEAT), row.get("goal", {}).get("metric", SEAT)):
        if str(metric).partition(".")[0] not in METRICS:
            raise BadInput(f"{place}: metric has to be one of {', '.join(METRICS)}, not {quoted(metric)}")
    lists = {key: tuple(row[key]) for key in ("answers", "rules", "players") if isinstance(row.get(key), list)}
    changes = {name: tuple(settings) for name, settings in row.get("changes", {}).items()}
    return Task(**{**row, **lists, "changes": changes})


def digest(tasks: Sequence[Task]) -> str:
    """The hash of all that tasks say, by which results of other tasks are told apart."""
    return hashlib.sha256(json.dumps([asdict(each) for each in tasks], sort_keys=True).encode()).hexdigest()
