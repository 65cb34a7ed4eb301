"""What a path holds that can be compared: a run, an answer with its numbers, a certificate; and what it says.

Everything is read as data: no program that a file names is executed, and no rule is checked against a game.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import chain
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
from dhstats.questions.versions.deals import ALPHA, Change, Deals, Pair
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
        return Stored(path, RUN, about(run.manifest.plan()), run)
    if path.is_dir():
        if not (path / ANSWER).is_file():
            raise BadInput(f"{path}: holds neither a run nor an answer; name the folder of one, or a file of numbers")
        return _numbers(path, _kept(path / ANSWER))
    if path.suffix == ".html":
        raise BadInput(f"{path}: is a page; name its folder, or the numbers that --json writes next to a page")
    values = read_json(path, LARGEST)
    kind = values.get("kind") if isinstance(values, dict) else None
    if kind is None:
        return _numbers(path, values)
    return _of_goals(path) if kind == goals_certificate.KIND else _of_wins(path)


def read_run(path: Path) -> Run:
    """A run, opened for reading; one of a game file is opened without its game."""
    run = open_run(path)
    return open_checked(path) if run.manifest.game in NAMES else run


def _kept(file: Path) -> Any:
    """The numbers of an answer in a folder, which are text within its JSON."""
    try:
        return json.loads(read_json(file, LARGEST, error=DataProblem)["numbers"])
    except (KeyError, TypeError, ValueError, RecursionError):
        raise DataProblem(f"{file}: is damaged: it has no numbers; ask the question again") from None


def _of_wins(path: Path) -> Stored:
    """A certificate of what seats win."""
    proof = certificate.read_certificate(path)
    whose = ["first player"] if proof.kind == OF_THE_FIRST else [f"{seat} seat" for seat in SEATS]
    names = [f"{who}'s share of the wins" for who in whose]
    estimates = tuple(
        Estimate(name, name, "share", seat.estimate, proof.interval(seat), seat.verdict)
        for name, seat in zip(names, proof.seats, strict=False)
    )
    return Stored(path, CERTIFICATE, about(proof.run | {"deals": proof.deals}), None, estimates)


def _of_goals(path: Path) -> Stored:
    """A certificate that rules meet all goals of a file."""
    proof = goals_certificate.read_certificate(path)
    estimates = tuple(
        Estimate(
            each.name, each.name, "", each.estimate,
            Interval(each.low, each.high, each.level, each.method, each.deals, "deals"), each.verdict,
        )
        for each in proof.goals
    )  # fmt: skip
    players = [{"name": proof.played.player, "hash": ""}]
    plan = asdict(proof.played) | {"version": proof.written_by, "strategies": players}
    return Stored(path, PROOF, about(plan), None, estimates)


def _numbers(path: Path, values: Any) -> Stored:
    """The numbers of a page: of one run or rule set."""
    try:
        runs = values["runs"]
        if len(runs) != 1:
            raise BadInput(f"{path}: has the numbers of {len(runs)} runs or rule sets; name a file about one")
        (run,) = runs
        answers = run["answers"] if "answers" in run else [run | {"key": STUDY}]
        of_goals = [each["key"] for each in answers] == [GOALS_KEY]
        kind = GOALS if of_goals else ANSWERS if "answers" in run else STUDY
        every = [_rows(str(answer["key"]), table) for answer in answers for table in answer["tables"]]
        return Stored(path, kind, about(run), None, tuple(chain.from_iterable(every)))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        what = "a certificate nor the numbers that --json writes of a run, a study or a goals check"
        raise BadInput(f"{path}: is neither {what}; name one of these") from error


def _rows(key: str, table: Mapping[str, Any]) -> Iterator[Estimate]:
    """The numbers of a table that have an interval, each by the words and whole numbers before it."""
    columns, names = table["columns"], [str(each["name"]) for each in table["columns"]]
    if not {"low", "high"} <= {*names}:
        return
    at = max((k for k in range(names.index("low")) if names[k] != "se"), default=-1)
    title, unit, seen = str(columns[at]["title"]), str(columns[at]["unit"]), set[str]()
    for row in table["rows"]:
        cells = dict(zip(names, row, strict=True))
        value, low, high = (cells[name] for name in (names[at], "low", "high"))
        if at < 0 or not all(isinstance(each, int | float) and math.isfinite(each) for each in (value, low, high)):
            continue
        # Which row it is, say words and whole numbers; a goal is called by its quantity, and written in its own unit
        before = [each for each in row[:at] if isinstance(each, str | int) and not isinstance(each, bool)]
        label = words.spoken(str(cells["goal"]) if key == GOALS_KEY else ", ".join(map(str, before)))
        what, name = f"{label}, {lowered(title)}" if label else title, f"{key}/{table['key']}/{label}"
        if name in seen or not low <= value <= high:
            continue
        seen.add(name)
        if key == GOALS_KEY:
            what, unit = str(cells.get("what") or label), str(cells.get("mark") or "")
        level, n = cells.get("level") or LEVEL, int(cells.get("n") or 0)
        method, of = str(cells.get("method") or ""), str(cells.get("unit") or "deals")
        interval = Interval(float(low), float(high), level, method, n, of)
        yield Estimate(name, what, unit, float(value), interval, str(cells.get("verdict") or ""))


def changes(one: Stored, other: Stored) -> tuple[str, list[Change]]:
    """How two stored answers are compared, in words, and how every number changed; BadInput for two kinds.

    Versions of a game file are one game.
    """
    if one.kind != other.kind:
        raise BadInput(f"{one.path} is {one.kind}, {other.path} is {other.kind}; name two of one kind")
    games = [each.about["game"] for each in (one, other)]
    if games[0] != games[1] and not all("@" in name for name in games):
        raise BadInput(f"{one.path} is of {games[0]}, {other.path} of {games[1]}; name two of one game")
    if one.run is not None and other.run is not None:
        return _of_runs(one.run, other.run)
    seeds = [each.about["seed"] for each in (one, other)]
    apart = "" not in seeds and seeds[0] != seeds[1]
    known = {each.name: each for each in one.estimates}
    both = [(known[each.name], each) for each in other.estimates if each.name in known]
    if not both:
        raise BadInput(f"{one.path}, {other.path}: have no number with an interval in common; name others")
    how = "independent games" if apart else "games that may share deals, so that errors add up"
    return how, [_stored_change(*pair, len(both), apart=apart) for pair in both]


def _of_runs(one: Run, other: Run) -> tuple[str, list[Change]]:
    seats = [len(each.manifest.seats) for each in (one, other)]
    if seats[0] != seats[1]:
        raise BadInput(
            f"{one.folder} has {seats[0]} players, {other.folder} {seats[1]}; `dhstats report` takes runs of several"
            " numbers of players"
        )
    pair = Pair.of(deals_of(one), deals_of(other))
    return pair.deals, pair.changes(len(pair.metrics))


def deals_of(run: Run) -> Deals:
    """What a run says of every deal; DataProblem for numbers that no games could have."""
    with possible(run):
        return Deals.of(run)


def _stored_change(one: Estimate, other: Estimate, of: int, *, apart: bool) -> Change:
    """The change of a stored number. Errors of independent numbers add up as squares, of others as they are."""
    errors = (one.se, other.se)
    half = normal_critical(1.0 - ALPHA / of) * (math.hypot(*errors) if apart else sum(errors))
    value, n = other.value - one.value, min(one.interval.n, other.interval.n)
    interval = Interval(value - half, value + half, 1.0 - ALPHA, STORED, n, other.interval.unit)
    unit, factor = ("games in 100", 100.0) if other.unit.startswith("share") else (other.unit, 1.0)
    differ = one.verdict and other.verdict and one.verdict != other.verdict
    judged = f"{one.verdict}, then {other.verdict}" if differ else ""
    return Change(other.name, other.what, unit, factor, one.value, other.value, interval, of, judged=judged)
