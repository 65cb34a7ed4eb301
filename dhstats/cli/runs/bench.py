"""`dhstats bench`: how fast this machine plays, writes and counts, and how often tools answer questions correctly."""

import shlex
from dataclasses import asdict
from pathlib import Path

from dhstats.cli.answers.publishing import show
from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import Json, JsonResult, Page, number, option
from dhstats.cli.terminal.console import Console, page_of, step_bar, write_json
from dhstats.errors import check_range


def group() -> None:
    """Measure the speed of this machine (bench alone), or how often tools answer balance questions correctly."""


def speed(
    games: int = number(200_000, "--games", "Number of games of the end-to-end runs."),
    reference: list[str] | None = option(
        None,
        "A program to time alongside; it is called with GAMES SEED and prints {games, turns, seconds}; repeatable.",
        metavar="[GAME=]PROGRAM",
    ),
    json_target: JsonResult = None,
) -> None:
    """Measure the speed of engine, logging and report on this machine; compare ratios, not absolute times.

    Examples:

      dhstats bench --json -
      dhstats bench --games 1000000 --reference ./plain --reference dragonwood=./plain_dragonwood
    """
    from dhstats.simulate.running.speed import measure

    figures = measure(games, reference or ())
    if json_target:
        write_json(json_target, [asdict(figure) for figure in figures])
    console = Console(json_target)
    console.table(["what", "value", "unit"], [[f.what, f"{f.value:,.4g}", f.unit] for f in figures])


def balance(
    tasks: str | None = option(None, "Tasks by name: A,B (default: all).", metavar="A,B"),
    entry: list[str] | None = option(
        None,
        "ours, or NAME=COMMAND for a program that reads a task as JSON and prints its answers, which is run; repeatable"
        " (default: ours).",
        metavar="NAME[=COMMAND]",
    ),
    seeds: int = number(20, "--seeds", "How often each entry answers each task, each time with another seed."),
    seed: int = number(1, "--seed", "The first seed."),
    budgets: str = option("0.1,1,10", "Processor seconds at which claims are counted.", metavar="S,S"),
    out: Path | None = option(
        None, "The folder for results (default: data/bench-balance).", metavar="FOLDER", parser=path
    ),
    resume: bool = option(False, "Go on in that folder.", "--resume"),
    workers: int = number(1, "--workers", "Number of processes (default: one), each with one run at a time."),
    *,
    page: Page = None,
    json_target: Json = None,
) -> None:
    """Measure how often tools answer balance questions with known answers correctly, and how fast.

    Each entry answers each task once per seed. The claim that stands when a budget of processor time is used counts;
    nothing is timed by the clock. An entry is to be wrong in at most 5 of 100 runs at every budget. All tasks with 20
    seeds and up to 10 s per run take an entry up to 4 hours of processor time; docs/bench.md names them.

    Examples:

      dhstats bench balance --tasks tic_tac_toe_at_random --seeds 5 --budgets 0.1,1 --seed 1

      dhstats bench balance --entry ours --entry "plain=python plain.py" --resume
    """
    from dhstats.questions.balancebench import running
    from dhstats.questions.balancebench import tasks as every
    from dhstats.questions.balancebench.scoring import answer, score
    from dhstats.report.pages.versions import write_versions

    check_range("--seeds", seeds, 1, 100_000)
    check_range("--seed", seed, 0, 2**40 - 100_001)
    check_range("--workers", workers, 1, 256)
    asked = every.read([each.strip() for each in tasks.split(",")] if tasks else ())
    plan = running.Plan(asked, running.entries_of(entry or ()), seeds, seed, running.budgets_of(budgets))
    folder = out or Path("data") / "bench-balance"
    with step_bar("answering") as advance:
        results = running.run_all(plan, folder, resume=resume, workers=workers, watch=advance)
    named = [word for each in entry or () for word in ("--entry", each)] + (["--tasks", tasks] if tasks else [])
    again = ["dhstats", "bench", "balance", *named, "--seeds", str(seeds), "--seed", str(seed), "--budgets", budgets]
    report = write_versions(answer(score(plan, results)), "", [], page or page_of(folder), shlex.join(again))
    show(report, report.headlines, json_target, f"results: {folder / running.RESULTS}", f"report: {report.path}")


COMMANDS = {"speed": speed, "balance": balance}
USUAL = "speed"  # what `dhstats bench` alone does, with options or without
