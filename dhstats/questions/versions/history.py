"""The history of a prototype: its stored runs in order, each quantity over them, and the certain changes."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from dhstats.errors import BadInput, UserError
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import OF_100, RESULTS, Chart
from dhstats.questions.shared.first_screen import SURENESS, capital, spelt
from dhstats.questions.shared.metrics import Metric
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import basis_of, limits, number, table, text, whole
from dhstats.questions.versions.deals import Change, Deals, Pair, deals_of, moved, read_run, shown
from dhstats.questions.versions.diff import METHOD, change_fields
from dhstats.questions.versions.differing import Difference, about, difference_tables, differences, in_words
from dhstats.storage import Run
from dhstats.storage.layout import ANSWER, MANIFEST, PARENTS
from dhstats.storage.places import remote

KEY = "history"
HOW_TO_READ = (
    "Each point is one version with its own 95 % interval. Look at the steps between versions that the text names: "
    "the others are not certain, even if the line seems to move."
)
OF_STEPS = (
    "Each step is a version against the one before it, and its interval is right for all steps and all numbers at once;"
    " each interval in the pictures is right on its own. Versions are in the order in which their runs were finished,"
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
    """A run as a version of a prototype: its number, when it was finished, and what it says of every deal."""

    number: int
    run: Run
    finished: datetime
    deals: Deals

    @property
    def day(self) -> str:
        """When it was finished, to the minute."""
        return self.finished.strftime("%Y-%m-%d %H:%M")

    @property
    def kind(self) -> tuple[str, int]:
        """What versions share: the game, or that it is a game file of its name; and the number of players."""
        return self.run.manifest.game.partition("@")[0], len(self.run.manifest.seats)


@dataclass(frozen=True)
class Step:
    """From one version to the next: what differs, and how every number changed."""

    one: Version
    other: Version
    differ: str
    changes: tuple[Change, ...]

    @property
    def name(self) -> str:
        """What sentences call it."""
        return f"{self.one.number} to {self.other.number}"

    @property
    def sentence(self) -> str:
        """What differs, and what moved."""
        names = [each.what for each in moved(self.changes)]
        what = f"changed for certain: {words.listed(names)}" if names else "nothing changed for certain"
        folders = f"from {self.one.run.folder.name} to {self.other.run.folder.name}"
        return f"Step {self.name}, {folders}: {self.differ}; {what}."


def versions(folder: Path) -> tuple[list[Version], list[str]]:
    """The runs below a folder in the order of their dates; and notes: what is left out and why, and equal dates.

    The game is that of the newest run. Runs of answers are no versions. BadInput for a folder with fewer than two.
    """
    if remote(folder) or not folder.is_dir():
        raise BadInput(f"{folder}: is not a folder on this machine; name one with several runs")
    every, notes = list[Version](), list[str]()
    for when, path in sorted((path.stat().st_mtime, path.parent) for path in folder.rglob(MANIFEST)):
        above = path.relative_to(folder).parts
        answers = any((folder.joinpath(*above[:n]) / ANSWER).exists() for n in range(1, len(above)))
        if answers or path.name == PARENTS:  # the latter are of forks
            continue
        try:
            run = read_run(path)
            every.append(Version(0, run, datetime.fromtimestamp(when, UTC), deals_of(run)))
        except UserError as error:
            notes.append(f"left out: {error}")
    kept = [each for each in every if each.kind == every[-1].kind]
    others = [each for each in every if each.kind != every[-1].kind]
    notes += [
        "left out: {}: is of {} for {}, and the newest is not".format(each.run.folder, *each.kind) for each in others
    ]
    if len(kept) < 2:
        more = f" ({notes[0].removeprefix('left out: ')})" if notes else ""
        many = words.count(len(kept), "run" if len(kept) == 1 else "runs")
        raise BadInput(f"{folder}: has {many} of one game, and a history needs two{more}")
    notes += [
        f"{one.run.folder.name} and {other.run.folder.name} have the same date: which came first is not known"
        for one, other in pairwise(kept)
        if one.finished == other.finished
    ]
    return [replace(each, number=at) for at, each in enumerate(kept, 1)], notes


def steps(every: Sequence[Version]) -> list[Step]:
    """All steps between neighbours, with intervals that are right for all their numbers at once."""
    pairs = [Pair.of(one.deals, other.deals) for one, other in pairwise(every)]
    of, series = sum(len(pair.metrics) for pair in pairs), []
    for (one, other), pair in zip(pairwise(every), pairs, strict=True):
        differ = in_words(_differences(one, other)) or "nothing but the games"
        step = Step(one, other, differ, ())
        series.append(replace(step, changes=tuple(replace(each, step=step.name) for each in pair.changes(of))))
    return series


def _differences(one: Version, other: Version) -> list[Difference]:
    return differences(*(about(each.run.manifest.plan()) for each in (one, other)))


def answer(every: Sequence[Version]) -> Answer:
    """The history of a row of runs."""
    series = steps(every)
    changes = [change for step in series for change in step.changes]
    beyond = moved(changes)
    of_steps = (Finding(each.sentence, headline=True) for each in series)
    of_changes = [
        Finding(f"Step {each.step}: {each.sentence}", headline=each is beyond[0]) for each in beyond[:MOST_STEPS]
    ]
    lines = (*of_changes[:1], *of_steps, *of_changes[1:])
    tables = (
        _quantities(every), table("steps", "Every step", (text("step", "Step"), *change_fields()), changes),
        _list(every, series), difference_tables(_differences(every[0], every[-1]))[0],
    )  # fmt: skip
    title = f"How did {every[-1].kind[0]} change over {spelt(len(every))} versions?"
    opening, method = _opening(title, series, beyond), OF_STEPS + METHOD
    return Answer(KEY, "Every version and every step", lines, tables, HOW_TO_READ, method, CAUTION, (), opening)


def _opening(title: str, series: Sequence[Step], beyond: Sequence[Change]) -> Opening:
    many = f"{spelt(len(series))} steps" if len(series) > 1 else "one step"
    if not beyond:
        reply, more = f"Nothing changed for certain over {many}.", "Play more deals of each version, all with one seed."
        return Opening(title, reply, f"{SURENESS['undecided']}: every interval allows no change.", more, "undecided")
    first, step = beyond[0], next(step for step in series if step.name == beyond[0].step)
    count = f"{capital(spelt(len({each.step for each in beyond})))} of {many}" if len(series) > 1 else "The one step"
    reply = f"{count} changed a number for certain, the clearest from {first.step}: {first.what} ({first.from_to})."
    sure = f"{SURENESS['unbalanced']}: the change of {first.what} at step {first.step} is {first.certainty}."
    again = shlex.join(["dhstats", "diff", str(step.one.run.folder), str(step.other.run.folder)])
    return Opening(title, reply, sure, f"See all that differs at this step: `{again}`.", "unbalanced")


def _quantities(every: Sequence[Version]) -> Table:
    rows = [
        {"version": each, "metric": metric, "own": each.deals.estimate(metric)}
        for each in every
        for metric in each.deals.metrics.values()
    ]
    fields = (
        text("quantity", "Quantity", "metric.name"), text("what", "What", "metric.what"),
        whole("version", "Version", "", "version.number"), text("run", "Run", "version.run.folder.name"),
        number("value", "Value", "", "own.value"), *limits("", "own.interval"),
        number("scale", "Shown times", "", "metric.factor"),
        text("shown", "Unit on the page", lambda row: shown(row["metric"])), *basis_of("own.interval"),
    )  # fmt: skip
    return table("quantities", "Every number of every version", fields, rows)


def _list(every: Sequence[Version], series: Sequence[Step]) -> Table:
    changes = ["", *(step.differ for step in series)]
    rows = [{"version": each, "run": each.run, "differ": differ} for each, differ in zip(every, changes, strict=True)]
    fields = (
        whole("version", "Version", "", "version.number"), text("day", "Finished (UTC)", "version.day"),
        text("run", "Run", "run.folder.name"), text("game", "Game", "run.manifest.game"),
        text("rules", "Rules", "run.manifest.rules_name"),
        whole("deals", "Deals", "deals", lambda row: len(row["version"].deals)),
        text("differ", "Changed since the one before"),
    )  # fmt: skip
    return table("versions", "The versions", fields, rows)


def in_terminal(every: Sequence[Version]) -> tuple[list[str], list[list[str]]]:
    """The versions as a table for a terminal: number, day, run, and the quantities that are drawn."""
    known = {name: metric for each in every for name, metric in each.deals.metrics.items()}
    drawn = [known[name] for name in DRAWN if name in known]
    rows = [
        [str(each.number), each.day, each.run.folder.name, *(_cell(each.deals, metric) for metric in drawn)]
        for each in every
    ]
    return ["version", "finished (UTC)", "run", *(metric.what for metric in drawn)], rows


def _cell(deals: Deals, metric: Metric) -> str:
    """A quantity of a version with its interval; a dash where that version has none."""
    if metric.name not in deals.metrics:
        return "–"
    own, factor = deals.estimate(metric), metric.factor
    if not words.known(own.interval):
        return f"{words.number(factor * own.value, 0)} (no interval)"
    digits = words.places(factor * own.interval.half_width / 2.0)
    return f"{words.number(factor * own.value, digits)} ({words.between(own.interval, digits, factor=factor)})"


CHARTS = tuple(
    Chart(
        f"{caption}, by version", ("quantities",), f"{RESULTS}.over_versions",
        {"quantity": name, "title": title, "form": form}, about=("quantity", name),
    )
    for name, (caption, title, form) in DRAWN.items()
)  # fmt: skip
QUESTION = Question(KEY, charts=CHARTS, first=CHARTS)
