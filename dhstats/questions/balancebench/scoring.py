"""The score: which claims are right, wrong or not made at each budget, and how long a right claim takes."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from dhstats.questions.balancebench.entries import OURS, Result
from dhstats.questions.balancebench.running import Plan
from dhstats.questions.balancebench.tasks import UNDECIDED, Task
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.first_screen import SURENESS, capital, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import basis_of, limits, number, table, text, whole
from dhstats.stats.intervals.intervals import Interval, clopper_pearson, sidak_level

KEY, LEVEL, LARGEST_WRONG = "balance_bench", 0.95, 0.05
RIGHT, WRONG, FAILED = "right", "wrong", "failed"
OUTCOMES = (RIGHT, WRONG, UNDECIDED, FAILED)
CLEAR, CLOSE = "clear", "near a margin"
METHOD = "Clopper–Pearson"
SHOWN = 5  # tasks that sentences name


@dataclass(frozen=True, slots=True)
class Cell:
    """What the runs of an entry come to at a budget, on one task or on all: how many are right, wrong and so on.

    `looks` are the cells whose intervals are right at once, of which this is one.
    """

    entry: str
    budget: float
    counts: tuple[int, int, int, int]
    looks: int
    task: Task | None = None
    near: bool = False  # of all tasks near a margin

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return sum(self.counts)

    def share(self, outcome: str) -> float:
        """How many of all runs came out so."""
        return self.counts[OUTCOMES.index(outcome)] / self.runs

    @property
    def wrong(self) -> Interval:
        """The share of wrong claims that the runs allow, right at once at all `looks`."""
        level = sidak_level(LEVEL, self.looks)
        return clopper_pearson(self.share(WRONG), self.runs, level, METHOD, self.runs, "runs")

    @property
    def refuted(self) -> bool:
        """Whether more than 5 % of its claims are surely wrong."""
        return self.wrong.low > LARGEST_WRONG


def outcome(task: Task, result: Result, budget: float) -> str:
    """How a run came out at a budget."""
    if result.failed:
        return FAILED
    standing = result.standing(budget)
    return UNDECIDED if standing == UNDECIDED else RIGHT if task.right(standing) else WRONG


def right_after(task: Task, result: Result) -> float:
    """The processor seconds from which on a right claim stands to the end of the run; infinite if none does."""
    since = math.inf
    for cpu, answer in () if result.failed else result.claims:
        right = answer != UNDECIDED and task.right(answer)
        since = min(since, cpu) if right else math.inf
    return since


@dataclass(frozen=True)
class Score:
    """Everything that a benchmark shows: cells of every entry at every budget, on all tasks and on each."""

    plan: Plan
    results: tuple[Result, ...]
    together: tuple[Cell, ...]
    close: tuple[Cell, ...]
    by_task: tuple[Cell, ...]

    def seconds(self, entry: str, task: Task | None = None) -> float:
        """The median processor seconds to a right claim, over all runs of an entry; infinite if most have none."""
        tasks = {each.name: each for each in self.plan.tasks if task in (None, each)}
        mine = [each for each in self.results if each.entry == entry and each.task in tasks]
        return statistics.median(right_after(tasks[each.task], each) for each in mine)

    def refuted(self, entry: str) -> bool:
        """Whether an entry is surely wrong too often at some budget, on all tasks together or on one."""
        return any(each.refuted for each in (*self.together, *self.by_task) if each.entry == entry)

    def last(self, entry: str) -> Cell:
        """An entry at the largest budget."""
        return next(each for each in reversed(self.together) if each.entry == entry)


def score(plan: Plan, results: Sequence[Result]) -> Score:
    """Counts all runs of a plan."""
    every, names, budgets = plan.tasks, list(plan.entries), len(plan.budgets)
    close = [each for each in every if each.close]

    def cells(tasks: Sequence[Task], looks: int, of: Task | None = None, *, near: bool = False) -> list[Cell]:
        known = {each.name: each for each in tasks}
        counted = []
        for entry in names if tasks else ():
            mine = [each for each in results if each.entry == entry and each.task in known]
            for budget in plan.budgets:
                outcomes = [outcome(known[each.task], each, budget) for each in mine]
                right, wrong, undecided, failed = map(outcomes.count, OUTCOMES)
                counted.append(Cell(entry, budget, (right, wrong, undecided, failed), looks, of, near))
        return counted

    single = [cell for task in every for cell in cells([task], budgets * len(every), task)]
    together, beside = cells(every, budgets), cells(close, budgets, near=True)
    return Score(plan, tuple(results), tuple(together), tuple(beside), tuple(single))


def answer(scored: Score) -> Answer:
    """The score in sentences and tables."""
    headlines = [Finding(_entry(scored, entry), headline=True) for entry in scored.plan.entries]
    closer = [Finding(_near(scored, entry)) for entry in scored.plan.entries if scored.close]
    errors = [Finding(each) for entry in scored.plan.entries for each in _mistakes(scored, entry)]
    tables = (_outcomes(scored), _budgets(scored), _by_task(scored), _tasks(scored))
    return QUESTION.answered((*headlines, *errors, *closer), tables, _opening(scored))


def _opening(scored: Score) -> Opening:
    first = next(iter(scored.plan.entries))
    cells = [each for each in scored.together if each.entry == first]
    last, many = scored.last(first), len(scored.plan.tasks)
    told = (
        f"of 100 answers of {_named(first)} about {_hundred(last, RIGHT)} are right and {_hundred(last, WRONG)} wrong"
    )
    worst = max(cells, key=lambda each: each.wrong.low)
    sure = f"{_hundred(worst, WRONG)} of 100 wrong at {worst.budget:g} s, {words.span(worst.wrong, 1, factor=100.0)}"
    kind = "unbalanced" if scored.refuted(first) else "fact"
    decision = "See below which tasks it gets wrong." if last.counts[1] else "See below on which tasks it is undecided."
    question = "Which tool answers balance questions correctly, and how fast?"
    reply = f"After {last.budget:g} s, {told}, on {spelt(many)} {'tasks' if many > 1 else 'task'}."
    return Opening(question, capital(reply), f"{SURENESS[kind]}: {sure}.", decision, kind)


def _hundred(cell: Cell, outcome: str) -> str:
    return words.number(100.0 * cell.share(outcome), 1 if 0.0 < cell.share(outcome) < 0.1 else 0)


def _named(entry: str) -> str:
    return "dhstats" if entry == OURS else f"“{entry}”"  # a name, at the start of a sentence as well


def _entry(scored: Score, entry: str) -> str:
    cells = [each for each in scored.together if each.entry == entry]
    worst, last, seconds = max(cells, key=lambda each: each.wrong.low), cells[-1], scored.seconds(entry)
    meets = "does not meet" if scored.refuted(entry) else "is not shown to miss"
    wrong = words.span(worst.wrong, 1, factor=100.0, sure=f"simultaneous {100.0 * LEVEL:g} %")
    failed = f", {_hundred(last, FAILED)} failed" if last.counts[3] else ""
    right = f"half of the runs have a right claim by {seconds:.2g} s"
    time = right if math.isfinite(seconds) else "most have no right claim"
    return (
        f"{_named(entry)} {meets} the condition of at most 5 wrong claims in 100, on all tasks and on each: at its"
        f" worst budget, {worst.budget:g} s, {_hundred(worst, WRONG)} in 100 are wrong ({wrong}). At {last.budget:g} s"
        f" {_hundred(last, RIGHT)} in 100 are right and {_hundred(last, UNDECIDED)} undecided{failed}; {time}."
    )


def _near(scored: Score, entry: str) -> str:
    last = [each for each in scored.close if each.entry == entry][-1]
    right, wrong, undecided = (_hundred(last, each) for each in (RIGHT, WRONG, UNDECIDED))
    return (
        f"On tasks whose truth lies just inside or outside a margin, {_named(entry)} is right in {right} of 100 runs at"
        f" {last.budget:g} s, wrong in {wrong} and undecided in {undecided}."
    )


def _mistakes(scored: Score, entry: str) -> list[str]:
    """The tasks on which an entry is wrong most often, and how it failed."""
    lasts = [each for each in scored.by_task if each.entry == entry and each.budget == scored.plan.budgets[-1]]
    worst = sorted((each for each in lasts if each.counts[1]), key=lambda each: -each.share(WRONG))
    named = [f"{each.task.name} ({each.counts[1]} of {each.runs})" for each in worst[:SHOWN] if each.task]
    more = f"; {len(worst) - SHOWN} more tasks in the table" if len(worst) > SHOWN else ""
    wrong = f"{_named(entry)} is wrong at {scored.plan.budgets[-1]:g} s on {', '.join(named)}{more}."
    failures = [each.failed for each in scored.results if each.entry == entry and each.failed]
    broken = f"{_named(entry)} failed in {words.count(len(failures), 'runs')}: {''.join(failures[:1])}."
    return [*([wrong] if named else []), *([broken] if failures else [])]


def _outcomes(scored: Score) -> Table:
    rows = [
        {"entry": f"{cell.entry}, {cell.budget:g} s", "outcome": each, "share": cell.share(each)}
        for cell in scored.together
        for each in OUTCOMES
        if each != FAILED or any(other.counts[3] for other in scored.together)
    ]
    fields = (text("entry", "Entry and budget"), text("outcome", "Claim"), number("share", "Runs", "share of runs"))
    return table("claims", "What all claims come to, by entry and budget", fields, rows)


COUNTS = tuple(
    whole(each, capital(each), "runs", lambda cell, at=at: cell.counts[at])  # type: ignore[misc]
    for at, each in enumerate(OUTCOMES)
)
WRONG_SHARE = (
    number("wrong_share", "Wrong claims", "share of runs", lambda cell: cell.share(WRONG)),
    *limits("share of runs", "wrong"), *basis_of("wrong"),
)  # fmt: skip


def _budgets(scored: Score) -> Table:
    fields = (
        text("of", "Tasks", lambda cell: CLOSE if cell.near else "all"), text("entry", "Entry", "entry"),
        number("budget", "Budget", "processor seconds", "budget"), *COUNTS, *WRONG_SHARE,
    )  # fmt: skip
    return table("budgets", "Entries by budget", fields, (*scored.together, *scored.close))


def _by_task(scored: Score) -> Table:
    fields = (
        text("task", "Task", "task.name"), text("entry", "Entry", "entry"),
        number("budget", "Budget", "processor seconds", "budget"), *COUNTS, *WRONG_SHARE,
        number("seconds", "Median time to a right claim", "processor seconds",
               lambda cell: scored.seconds(cell.entry, cell.task)),
    )  # fmt: skip
    return table("by_task", "Every task, by entry and budget", fields, scored.by_task)


def _tasks(scored: Score) -> Table:
    fields = (
        text("task", "Task", "name"), text("game", "Game", "game"), text("text", "Question", "text"),
        text("truth", "Truth", lambda task: str(task.truth)), number("margin", "Margin", "", "margin"),
        text("unit", "Unit", "unit"), text("kind", "Where the truth lies", lambda task: CLOSE if task.close else CLEAR),
        number("error", "Error of the truth", "", "error"), text("source", "Known from", "source"),
        number("cold", "Trial before the first run (dhstats)", "processor seconds",
               lambda task: max((each.cold for each in scored.results if each.task == task.name), default=0.0)),
    )  # fmt: skip
    return table("tasks", "The tasks", fields, scored.plan.tasks)


CHART = Chart("What all claims come to", ("claims",), f"{RESULTS}.claims", wide=True)
QUESTION = Question(
    KEY, "Right, wrong and undecided answers", charts=(CHART,), first=(CHART,),
    read="A bar is an entry at a budget: how many of its claims are right, wrong, or not made yet.",
    method="An entry answers each task once for each seed. At a budget the last claim counts that it made by then, in"
    " processor seconds of itself and all that it started; before the first it is undecided. Claims are compared with"
    " truths that are known exactly or to the stated error; a number of games is right within 20 %. Wrong claims:"
    " Clopper–Pearson over runs, simultaneous 95 % for all budgets, in the table of tasks for all tasks and budgets"
    " (Šidák). An entry is to be wrong in at most 5 % of its runs at every budget; it misses that where the interval"
    " for all tasks, or that for one, lies above 5 %. Time to a right claim: the median over runs of the processor"
    " seconds after which a right claim stands to the end; a run without one counts as longer than all. dhstats plays"
    " in a process that compiled the game before the clock runs; other programs begin and load in their time.",
    caution="Processor seconds were measured on one machine. Tasks are games of this catalogue, and their truths hold"
    " for the players that they name.",
)  # fmt: skip
