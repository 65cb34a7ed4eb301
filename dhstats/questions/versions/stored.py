"""What a path holds that can be compared: a run, an answer with its numbers, a certificate; and what it says.

Everything is read as data: no program that a file names is executed, and no rule is checked against a game.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhstats.documents import read_json
from dhstats.errors import BadInput, DataProblem
from dhstats.games.catalogue import NAMES
from dhstats.questions.catalogue import possible
from dhstats.questions.certificates import certificate, goals_certificate
from dhstats.questions.certificates.certificate import OF_THE_FIRST
from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import lowered
from dhstats.questions.versions.deals import ALPHA, Change, Deals, Pair, of_one_game
from dhstats.questions.versions.differing import about
from dhstats.seats import SEATS
from dhstats.simulate.checks.shard import open_checked
from dhstats.stats.intervals.intervals import Interval, normal_critical
from dhstats.storage import Run
from dhstats.storage.layout import ANSWER, MANIFEST
from dhstats.storage.run import open_run

LARGEST = 1 << 26  # bytes of numbers
RUN, GOALS, CERTIFICATE, PROOF, STUDY, ANSWERS = (
    "a run", "a goals check", "a certificate", "a certificate of goals", "a study", "an answer",
)  # fmt: skip
STORED = "normal, from the intervals of both"  # the method of differences of numbers whose deals are not kept
GOALS_KEY = "goals"
LEVEL = 0.95  # of intervals in tables that do not say their level


@dataclass(frozen=True, slots=True)
class Estimate:
    """A stored number with its interval: the name by which it is known again, what it is, and its verdict."""

    name: str
    what: str
    unit: str
    value: float
    interval: Interval
    verdict: str = ""

    @property
    def se(self) -> float:
        """The standard error that its interval stands for, by its longer side; that of a sequence is too wide."""
        reach = max(self.value - self.interval.low, self.interval.high - self.value)
        return reach / normal_critical(self.interval.level)


@dataclass(frozen=True)
class Stored:
    """What lies at a path: of which kind it is, what it is about, its run or its numbers."""

    path: Path
    kind: str
    about: Mapping[str, Any]
    run: Run | None = None
    estimates: tuple[Estimate, ...] = ()

    @property
    def name(self) -> str:
        """What sentences call it."""
        return self.path.resolve().name


def read(path: Path) -> Stored:
    """What a path holds; BadInput for what cannot be compared, DataProblem for what is damaged."""
    if (path / MANIFEST).is_file():
        run = read_run(path)
        return Stored(path, RUN, about(run.manifest.plan() | {"game_file": run.manifest.game_file}), run)
    if path.is_dir():
        if not (path / ANSWER).is_file():
            raise BadInput(f"{path}: holds neither a run nor an answer; name the folder of one, or a file of numbers")
        kept = read_json(path / ANSWER, LARGEST, error=DataProblem)
        return _numbers(path, _parsed(path, kept.get("numbers") if isinstance(kept, dict) else None))
    if path.suffix == ".html":
        raise BadInput(f"{path}: is a page; name its folder, or the numbers that --json writes next to a page")
    values = read_json(path, LARGEST)
    kind = values.get("kind") if isinstance(values, dict) else None
    if kind == goals_certificate.KIND:
        return _proof(path)
    if kind is not None:
        return _certificate(path)
    return _numbers(path, values)


def read_run(path: Path) -> Run:
    """A run, opened for reading; one of a game file is opened without its game."""
    run = open_run(path)
    return open_checked(path) if run.manifest.game in NAMES else run


def _parsed(path: Path, numbers: Any) -> Any:
    try:
        return json.loads(numbers)
    except (TypeError, ValueError, RecursionError):
        raise DataProblem(f"{path / ANSWER}: is damaged: it has no numbers; ask the question again") from None


def _certificate(path: Path) -> Stored:
    proof = certificate.read_certificate(path)
    every = [(f"{SEATS[k]} seat", k) for k in range(len(proof.seats))]
    named = [("first player", 0)] if proof.kind == OF_THE_FIRST else every
    estimates = []
    for who, at in named:
        seat, what = proof.seats[at], f"{who}'s share of the wins"
        estimates.append(Estimate(what, what, "share", seat.estimate, proof.interval(seat), seat.verdict))
    return Stored(path, CERTIFICATE, about(proof.run | {"deals": proof.deals}), None, tuple(estimates))


def _proof(path: Path) -> Stored:
    proof = goals_certificate.read_certificate(path)
    estimates = []
    for each in proof.goals:
        interval = Interval(each.low, each.high, each.level, each.method, each.deals, "deals")
        estimates.append(Estimate(each.name, each.name, "", each.estimate, interval, each.verdict))
    played = proof.played
    plan = {
        "game": played.game, "game_version": played.game_version, "version": proof.written_by, "seed": played.seed,
        "rules": played.rules, "strategies": [{"name": played.player, "hash": ""}],
    }  # fmt: skip
    return Stored(path, PROOF, about(plan), None, tuple(estimates))


def _numbers(path: Path, values: Any) -> Stored:
    """The numbers of a page: of one run or rule set."""
    try:
        runs = values["runs"]
        if len(runs) != 1:
            raise BadInput(f"{path}: has the numbers of {len(runs)} runs or rule sets; name a file about one")
        (run,) = runs
        answers = run["answers"] if "answers" in run else [run | {"key": STUDY}]
        goals = [each for each in answers if each["key"] == GOALS_KEY]
        estimates = tuple(
            each for answer in answers for table in answer["tables"] for each in _rows(str(answer["key"]), table)
        )
        kind = GOALS if len(answers) == len(goals) == 1 else ANSWERS if "answers" in run else STUDY
        return Stored(path, kind, about(run), None, estimates)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        what = "a certificate nor the numbers that --json writes of a run, a study or a goals check"
        raise BadInput(f"{path}: is neither {what}; name one of these") from error


def _rows(key: str, table: Mapping[str, Any]) -> Iterator[Estimate]:
    """The numbers of a table that have an interval, each by the words and whole numbers before it."""
    columns, names = table["columns"], [str(each["name"]) for each in table["columns"]]
    if "low" not in names or "high" not in names:
        return
    at = max((k for k in range(names.index("low")) if names[k] != "se"), default=-1)
    seen = set[str]()
    for row in table["rows"]:
        cells = dict(zip(names, row, strict=True))
        ends = [cells[name] for name in (names[at], "low", "high")]
        if at < 0 or not all(isinstance(each, int | float) and math.isfinite(each) for each in ends):
            continue
        before = [str(cells["goal"])] if key == GOALS_KEY else [each for each in row[:at] if _names(each)]
        label = words.spoken(", ".join(str(each) for each in before))
        name = f"{key}/{table['key']}/{label}"
        if name in seen or not ends[1] <= ends[0] <= ends[2]:
            continue
        seen.add(name)
        level, n = cells.get("level") or LEVEL, int(cells.get("n") or 0)
        interval = Interval(float(ends[1]), float(ends[2]), level, str(cells.get("method") or ""), n, "deals")
        title, unit = str(columns[at]["title"]), str(columns[at]["unit"])
        what = f"{label}, {lowered(title)}" if label else title
        if key == GOALS_KEY:  # a goal is called by its quantity, and written in its own unit
            what, unit = str(cells.get("what") or label), str(cells.get("mark") or "")
        yield Estimate(name, what, unit, float(ends[0]), interval, str(cells.get("verdict") or ""))


def _names(cell: Any) -> bool:
    """Whether a cell says which row it is: a word or a whole number."""
    return isinstance(cell, str | int) and not isinstance(cell, bool)


def changes(one: Stored, other: Stored) -> tuple[str, list[Change]]:
    """How two stored answers are compared, in words, and how every number changed; BadInput for two kinds."""
    if one.kind != other.kind:
        raise BadInput(f"{one.path} is {one.kind}, {other.path} is {other.kind}; name two of one kind")
    if one.run is not None and other.run is not None:
        of_one_game(one.run, other.run)
        with possible(one.run):
            before = Deals.of(one.run)
        with possible(other.run):
            pair = Pair.of(before, Deals.of(other.run))
        return pair.deals, pair.changes(max(1, len(pair.metrics)))
    games = [str(each.about["game"]) for each in (one, other)]
    if games[0] != games[1] and not all("@" in name for name in games):
        raise BadInput(f"{one.path} is of {games[0]}, {other.path} of {games[1]}; name two of one game")
    seeds = [each.about["seed"] for each in (one, other)]
    apart = "" not in seeds and seeds[0] != seeds[1]
    known = {each.name: each for each in one.estimates}
    both = [(known[each.name], each) for each in other.estimates if each.name in known]
    if not both:
        raise BadInput(f"{one.path}, {other.path}: have no number with an interval in common; name others")
    how = "independent games" if apart else "games that may share deals, so that errors add up"
    return how, [_stored_change(*pair, len(both), apart=apart) for pair in both]


def _stored_change(one: Estimate, other: Estimate, of: int, *, apart: bool) -> Change:
    """The change of a stored number. Errors of independent numbers add up as squares, of others as they are."""
    errors = (one.se, other.se)
    half = normal_critical(1.0 - ALPHA / of) * (math.hypot(*errors) if apart else sum(errors))
    value, n = other.value - one.value, min(one.interval.n, other.interval.n)
    interval = Interval(value - half, value + half, 1.0 - ALPHA, STORED, n, other.interval.unit)
    shares = other.unit.startswith("share")
    unit = "games in 100" if shares else other.unit
    verdicts = (one.verdict, other.verdict)
    judged = f"{verdicts[0]}, then {verdicts[1]}" if all(verdicts) and verdicts[0] != verdicts[1] else ""
    factor = 100.0 if shares else 1.0
    return Change(other.name, other.what, unit, factor, one.value, other.value, interval, of, judged=judged)


def moved(changed: Iterable[Change]) -> list[Change]:
    """The changes beyond error, the clearest first."""
    return sorted((each for each in changed if each.moved), key=lambda each: -each.clearness)
