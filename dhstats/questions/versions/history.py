"""The history of a prototype: its stored runs in order, each quantity over them, and the steps beyond error."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from dhstats.errors import BadInput, UserError
from dhstats.questions.catalogue import possible
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import OF_100, RESULTS, Chart
from dhstats.questions.shared.first_screen import SURENESS, capital, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import basis_of, flag, limits, number, table, text, whole
from dhstats.questions.versions.deals import Change, Deals, Pair, shown
from dhstats.questions.versions.diff import METHOD, sentence
from dhstats.questions.versions.stored import moved, read_run
from dhstats.questions.versions.told import about, difference_table, differences, in_words
from dhstats.stats.intervals.intervals import Interval
from dhstats.storage import Run
from dhstats.storage.layout import MANIFEST, PARENTS
from dhstats.storage.places import remote

KEY = "history"
LEVEL = 0.95
HOW_TO_READ = (
    "Each point is one version with its own 95 % interval. Look at the steps between versions that the text names: of"
    " all others nothing is certain, whatever the line seems to do."
)
OF_STEPS = (
    "Each step is a version against the one before it, and its interval is right for all steps and all numbers at once;"
    " the intervals in the pictures are each right alone. Versions are in the order in which their runs were finished,"
    " by the dates of their files. "
)
CAUTION = (
    "A step says that games of two versions differ, not which of the things that changed between them is the cause."
    " Other players see other steps."
)
MOST_STEPS = 12  # sentences about steps
# What is drawn, if the runs have it: a caption, a title for the axis, and how numbers are written there.
DRAWN = {
    "score": ("Games that the first player wins", "Games won by the first player, of 100", OF_100),
    "share_first": ("What the first seat wins", "Games won by the first seat, of 100", OF_100),
    "success": ("How often all win together", "Games won, of 100", OF_100),
    "points": ("What the player scores", "Points", ".1f"),
    "turns": ("How long games are", "Turns", ".1f"),
    "margin": ("How far the first player is ahead", "Points ahead", "+.1f"),
    "draws": ("Games with a shared win", "Games, of 100", OF_100),
    "lead_changes": ("How often the lead changes", "Changes of the lead per game", ".2f"),
}  # fmt: skip


@dataclass(frozen=True)
class Version:
    """A run as a version of a prototype: its number, its day, and what it says of every deal."""

    number: int
    run: Run
    day: str
    deals: Deals


@dataclass(frozen=True)
class Step:
    """From one version to the next: what differs, and how every number changed."""

    before: Version
    after: Version
    differ: str
    changes: tuple[Change, ...]

    @property
    def name(self) -> str:
        """The step in a few words."""
        return f"{self.before.number} to {self.after.number}"


def versions(folder: Path) -> tuple[list[Version], list[str]]:
    """The runs below a folder in the order of their dates, and what is left out with the reason.

    The game is that of the newest run. BadInput for a folder with fewer than two.
    """
    if remote(folder) or not folder.is_dir():
        raise BadInput(f"{folder}: is not a folder on this machine; name one with several runs")
    dated = sorted((path.stat().st_mtime, str(path.parent)) for path in folder.rglob(MANIFEST))
    found, left_out = list[tuple[float, Run, Deals]](), list[str]()
    for when, path in dated:
        if Path(path).name == PARENTS:  # of forks
            continue
        try:
            run = read_run(Path(path))
            with possible(run):
                found.append((when, run, Deals.of(run)))
        except UserError as error:
            left_out.append(str(error))
    kind = _game(found[-1][1]) if found else ("", 0)
    left_out += [
        f"{run.folder}: is of {_said(run)}, and the newest is not" for _, run, _ in found if _game(run) != kind
    ]
    kept = [each for each in found if _game(each[1]) == kind]
    if len(kept) < 2:
        more = f" ({left_out[0]})" if left_out else ""
        raise BadInput(f"{folder}: has {len(kept)} runs of one game, and a history needs two{more}")
    days = [datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%d %H:%M") for when, *_ in kept]
    return [
        Version(at, run, day, deals) for at, (day, (_, run, deals)) in enumerate(zip(days, kept, strict=True), 1)
    ], left_out


def _game(run: Run) -> tuple[str, int]:
    """What versions share: the game, or that it is a game file of its name; and the number of players."""
    return run.manifest.game.partition("@")[0], len(run.manifest.seats)


def _said(run: Run) -> str:
    name, seats = _game(run)
    return f"{name} for {spelt(seats)}"


def steps(every: Sequence[Version]) -> list[Step]:
    """All steps between neighbours, with intervals that are right for all their numbers at once."""
    pairs = [(one, other, Pair.of(one.deals, other.deals)) for one, other in pairwise(every)]
    of = max(1, sum(len(pair.metrics) for *_, pair in pairs))
    return [Step(one, other, _differ(one, other), tuple(pair.changes(of))) for one, other, pair in pairs]


def _differ(one: Version, other: Version) -> str:
    told = differences(*(about(each.run.manifest.plan()) for each in (one, other)))
    return in_words(told) or "nothing but the games"


def answer(folder: Path, every: Sequence[Version]) -> Answer:
    """The history of a folder's runs."""
    found = steps(every)
    beyond = [(step, change) for step in found for change in moved(step.changes)]
    beyond.sort(key=lambda each: -each[1].clearness)
    each_step = [Finding(f"Step {step.name}: {sentence(change)}.") for step, change in beyond[:MOST_STEPS]]
    lines = [*(replace(each, headline=True) for each in each_step[:1]), *each_step[1:]]
    lines[1:1] = [Finding(_told(step), headline=True) for step in found]
    title = f"How did {_game(every[-1].run)[0]} change over {spelt(len(every))} versions?"
    tables = (
        _quantities(every), _steps(found), _list(every, found),
        difference_table(differences(*(about(each.run.manifest.plan()) for each in (every[0], every[-1])))),
    )  # fmt: skip
    opening = _opening(title, folder, every, found, beyond)
    return Answer(
        KEY, "Every version and every step", tuple(lines), tables, HOW_TO_READ, OF_STEPS + METHOD, CAUTION, (), opening
    )


def _told(step: Step) -> str:
    names = [each.what for each in moved(step.changes)]
    what = f"moved beyond error: {words.listed(names)}" if names else "nothing moved beyond error"
    return (
        f"Step {step.name}, from {step.before.run.folder.name} to {step.after.run.folder.name}: {step.differ}; {what}."
    )


def _opening(
    title: str, folder: Path, every: Sequence[Version], found: Sequence[Step], beyond: Sequence[tuple[Step, Change]]
) -> Opening:
    many = sum(bool(moved(step.changes)) for step in found)
    if not beyond:
        told = f"No step moved a number beyond error, over {spelt(len(found))} step{'s' * (len(found) > 1)}."
        sure = f"{SURENESS['undecided']}: all intervals of all steps hold no change."
        return Opening(title, told, sure, "Play more deals of each version, all with one seed.", "undecided")
    step, change = beyond[0]
    count = f"{capital(spelt(many))} of {spelt(len(found))} steps" if len(found) > 1 else "The one step"
    answer_ = f"{count} moved a number beyond error, clearest step {step.name}: {change.what} ({change.from_to})."
    sure = f"{SURENESS['unbalanced']}: the change of {change.what} at step {step.name} is {change.certainty}."
    return Opening(
        title, answer_, sure, f"See all that differs at this step: `dhstats diff {step.before.run.folder}"
        f" {step.after.run.folder}`.", "unbalanced",
    )  # fmt: skip


def _quantities(every: Sequence[Version]) -> Table:
    rows = [
        {"version": each, "metric": metric, "name": name, "blocks": each.deals.alone(metric)}
        for each in every
        for name, metric in each.deals.metrics.items()
    ]

    def own(row: dict[str, object]) -> Interval:
        interval: Interval = row["blocks"].interval(LEVEL)  # type: ignore[attr-defined]
        return interval

    fields = (
        text("quantity", "Quantity", "name"), text("what", "What", "metric.what"),
        whole("version", "Version", "", "version.number"), text("run", "Run", "version.run.folder.name"),
        number("value", "Value", "", "blocks.sums.mean"), *limits("", own),
        text("shown", "Unit on the page", lambda row: shown(row["metric"])), *basis_of(own),
    )  # fmt: skip
    return table("quantities", "Every number of every version", fields, rows)


def _steps(found: Sequence[Step]) -> Table:
    rows = [{"step": step, "change": change} for step in found for change in step.changes]
    fields = (
        text("step", "Step", "step.name"), text("what", "What", "change.what"),
        text("of", "Unit on the page", "change.unit"),
        number("before", "Before", "", "change.before"), number("after", "After", "", "change.after"),
        number("value", "Change", "", "change.value"), *limits("", "change.interval"),
        flag("moved", "Moved beyond error", "change.moved"), *basis_of("change.interval"),
    )  # fmt: skip
    return table("steps", "Every step", fields, rows)


def _list(every: Sequence[Version], found: Sequence[Step]) -> Table:
    said = ["", *(step.differ for step in found)]
    rows = [{"version": each, "differ": differ} for each, differ in zip(every, said, strict=True)]
    fields = (
        whole("version", "Version", "", "version.number"), text("day", "Finished (UTC)", "version.day"),
        text("run", "Run", "version.run.folder.name"), text("game", "Game", "version.run.manifest.game"),
        text("rules", "Rules", "version.run.manifest.rules_name"),
        whole("deals", "Deals", "deals", "version.run.manifest.design.deals"),
        text("differ", "Changed since the one before"),
    )  # fmt: skip
    return table("versions", "The versions", fields, rows)


def in_terminal(every: Sequence[Version], found: Answer) -> tuple[list[str], list[list[str]]]:
    """The versions as a table for a terminal: number, day, run, and the quantities that are drawn."""
    frame = found.table("quantities").frame
    names = [name for name in DRAWN if name in frame["quantity"]]
    rows = []
    for each in every:
        cells = []
        for name in names:
            metric = each.deals.metrics.get(name)
            if metric is None:
                cells.append("–")
                continue
            blocks = each.deals.alone(metric)
            interval, factor = blocks.interval(LEVEL), metric.factor
            digits = words.places(factor * interval.half_width / 2.0)
            half = words.between(interval, digits, factor=factor) if math.isfinite(interval.high) else "no interval"
            cells.append(f"{words.number(factor * blocks.sums.mean, digits)} ({half})")
        rows.append([str(each.number), each.day, each.run.folder.name, *cells])
    what = dict(zip(frame["quantity"], frame["what"], strict=True))
    return ["version", "finished (UTC)", "run", *(what[name] for name in names)], rows


def _drawn(name: str) -> Chart:
    caption, title, form = DRAWN[name]
    options = {"quantity": name, "title": title, "form": form}
    return Chart(
        f"{caption}, by version", ("quantities",), f"{RESULTS}.over_versions", options, about=("quantity", name)
    )


QUESTION = Question(KEY, charts=tuple(map(_drawn, DRAWN)), first=tuple(map(_drawn, DRAWN)))
