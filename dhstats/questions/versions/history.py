"""The history of a prototype: its stored runs in order, each quantity over them, and the steps beyond error."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput, UserError
from dhstats.questions.catalogue import possible
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import OF_100, RESULTS, Chart
from dhstats.questions.shared.first_screen import SURENESS, capital, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import basis_of, limits, number, table, text, whole
from dhstats.questions.versions.deals import Change, Deals, Pair, shown
from dhstats.questions.versions.diff import METHOD, change_fields, sentence
from dhstats.questions.versions.differing import Difference, about, difference_table, differences, in_words
from dhstats.questions.versions.stored import moved, read_run
from dhstats.storage import Run
from dhstats.storage.layout import MANIFEST, PARENTS
from dhstats.storage.places import remote

KEY = "history"
LEVEL = 0.95
HOW_TO_READ = (
    "Each point is one version with its own 95 % interval. Look at the steps between versions that the text names: of"
    " all others nothing is certain, even if the line seems to move."
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
    """From one version to the next: its name, what differs, and how every number changed."""

    name: str
    runs: tuple[Path, Path]
    differ: str
    changes: tuple[Change, ...]


def versions(folder: Path) -> tuple[list[Version], list[str]]:
    """The runs below a folder in the order of their dates, and what is left out with the reason.

    The game is that of the newest run. BadInput for a folder with fewer than two.
    """
    if remote(folder) or not folder.is_dir():
        raise BadInput(f"{folder}: is not a folder on this machine; name one with several runs")
    dated = sorted((path.stat().st_mtime, str(path.parent)) for path in folder.rglob(MANIFEST))
    runs, left_out = list[tuple[float, Run, Deals]](), list[str]()
    for when, path in dated:
        if Path(path).name == PARENTS:  # of forks
            continue
        try:
            run = read_run(Path(path))
            with possible(run):
                runs.append((when, run, Deals.of(run)))
        except UserError as error:
            left_out.append(str(error))
    kind = _game(runs[-1][1]) if runs else ("", 0)
    others = [run for _, run, _ in runs if _game(run) != kind]
    left_out += [f"{run.folder}: is of {_game(run)[0]} for {_game(run)[1]}, and the newest is not" for run in others]
    kept = [each for each in runs if _game(each[1]) == kind]
    if len(kept) < 2:
        more = f" ({left_out[0]})" if left_out else ""
        raise BadInput(f"{folder}: has {len(kept)} runs of one game, and a history needs two{more}")
    days = [datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%d %H:%M") for when, *_ in kept]
    return [Version(at, run, days[at - 1], deals) for at, (_, run, deals) in enumerate(kept, 1)], left_out


def _game(run: Run) -> tuple[str, int]:
    """What versions share: the game, or that it is a game file of its name; and the number of players."""
    return run.manifest.game.partition("@")[0], len(run.manifest.seats)


def steps(every: Sequence[Version]) -> list[Step]:
    """All steps between neighbours, with intervals that are right for all their numbers at once."""
    pairs = [(one, other, Pair.of(one.deals, other.deals)) for one, other in pairwise(every)]
    of, series = max(1, sum(len(pair.metrics) for *_, pair in pairs)), []
    for one, other, pair in pairs:
        name, differ = f"{one.number} to {other.number}", in_words(_differences(one, other)) or "nothing but the games"
        changes = tuple(replace(each, step=name) for each in pair.changes(of))
        series.append(Step(name, (one.run.folder, other.run.folder), differ, changes))
    return series


def _differences(one: Version, other: Version) -> list[Difference]:
    return differences(*(about(each.run.manifest.plan()) for each in (one, other)))


def answer(every: Sequence[Version]) -> Answer:
    """The history of a row of runs."""
    series = steps(every)
    beyond = moved(change for step in series for change in step.changes)
    lines = [Finding(f"Step {each.step}: {sentence(each)}.") for each in beyond[:MOST_STEPS]]
    lines[:1] = [replace(each, headline=True) for each in lines[:1]]
    lines[1:1] = [Finding(_line(step), headline=True) for step in series]
    title = f"How did {_game(every[-1].run)[0]} change over {spelt(len(every))} versions?"
    changes = [change for step in series for change in step.changes]
    tables = (
        _quantities(every), table("steps", "Every step", (text("step", "Step"), *change_fields()), changes),
        _list(every, series), difference_table(_differences(every[0], every[-1])),
    )  # fmt: skip
    opening, method = _opening(title, series, beyond), OF_STEPS + METHOD
    return Answer(KEY, "Every version and every step", tuple(lines), tables, HOW_TO_READ, method, CAUTION, (), opening)


def _line(step: Step) -> str:
    names = [each.what for each in moved(step.changes)]
    what = f"moved beyond error: {words.listed(names)}" if names else "nothing moved beyond error"
    return f"Step {step.name}, from {step.runs[0].name} to {step.runs[1].name}: {step.differ}; {what}."


def _opening(title: str, series: Sequence[Step], beyond: Sequence[Change]) -> Opening:
    many = f"{spelt(len(series))} steps" if len(series) > 1 else "one step"
    if not beyond:
        reply, more = f"Nothing moved beyond error, over {many}.", "Play more deals of each version, all with one seed."
        return Opening(title, reply, f"{SURENESS['undecided']}: no interval leaves out no change.", more, "undecided")
    first, step = beyond[0], next(step for step in series if step.name == beyond[0].step)
    count = f"{capital(spelt(len({each.step for each in beyond})))} of {many}" if len(series) > 1 else "The one step"
    reply = f"{count} moved a number beyond error, clearest step {first.step}: {first.what} ({first.from_to})."
    sure = f"{SURENESS['unbalanced']}: the change of {first.what} at step {first.step} is {first.certainty}."
    again = shlex.join(["dhstats", "diff", *map(str, step.runs)])
    return Opening(title, reply, sure, f"See all that differs at this step: `{again}`.", "unbalanced")


def _quantities(every: Sequence[Version]) -> Table:
    rows = [
        {"version": each, "metric": metric, "value": blocks.sums.mean, "own": blocks.interval(LEVEL)}
        for each in every
        for metric in each.deals.metrics.values()
        for blocks in [each.deals.alone(metric)]
    ]
    fields = (
        text("quantity", "Quantity", "metric.name"), text("what", "What", "metric.what"),
        whole("version", "Version", "", "version.number"), text("run", "Run", "version.run.folder.name"),
        number("value", "Value", ""), *limits("", "own"), number("scale", "Shown times", "", "metric.factor"),
        text("shown", "Unit on the page", lambda row: shown(row["metric"])), *basis_of("own"),
    )  # fmt: skip
    return table("quantities", "Every number of every version", fields, rows)


def _list(every: Sequence[Version], series: Sequence[Step]) -> Table:
    changes = ["", *(step.differ for step in series)]
    rows = [{"version": each, "differ": differ} for each, differ in zip(every, changes, strict=True)]
    fields = (
        whole("version", "Version", "", "version.number"), text("day", "Finished (UTC)", "version.day"),
        text("run", "Run", "version.run.folder.name"), text("game", "Game", "version.run.manifest.game"),
        text("rules", "Rules", "version.run.manifest.rules_name"),
        whole("deals", "Deals", "deals", "version.run.manifest.design.deals"),
        text("differ", "Changed since the one before"),
    )  # fmt: skip
    return table("versions", "The versions", fields, rows)


def in_terminal(every: Sequence[Version], reply: Answer) -> tuple[list[str], list[list[str]]]:
    """The versions as a table for a terminal: number, day, run, and the quantities that are drawn."""
    cells = {(row["quantity"], row["version"]): row for row in reply.table("quantities").frame.to_dicts()}
    names = {name: row["what"] for name in DRAWN for (quantity, _), row in cells.items() if quantity == name}
    rows = [
        [str(each.number), each.day, each.run.folder.name, *(_cell(cells.get((name, each.number))) for name in names)]
        for each in every
    ]
    return ["version", "finished (UTC)", "run", *names.values()], rows


def _cell(row: dict[str, Any] | None) -> str:
    if row is None:
        return "–"
    value, low, high = (row["scale"] * (row[name] or 0.0) for name in ("value", "low", "high"))
    digits = words.places((high - low) / 4.0)
    ends = "no interval" if row["low"] is None else " to ".join(words.number(each, digits) for each in (low, high))
    return f"{words.number(value, digits)} ({ends})"


def _drawn(name: str) -> Chart:
    caption, title, form = DRAWN[name]
    options = {"quantity": name, "title": title, "form": form}
    return Chart(
        f"{caption}, by version", ("quantities",), f"{RESULTS}.over_versions", options, about=("quantity", name)
    )


QUESTION = Question(KEY, charts=tuple(map(_drawn, DRAWN)), first=tuple(map(_drawn, DRAWN)))
