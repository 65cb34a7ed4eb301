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
ALL, WORKED_OUT, MEASURED = "all", "worked out", "measured with dhstats"
METHOD = "Clopper–Pearson"
NO_RUN = "no limit, because no run is left to judge"
SHOWN = 4  # tasks that sentences name


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
    group: str = ALL  # of tasks

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return sum(self.counts)

    @property
    def judged(self) -> int:
        """How many runs did not fail, of which the share of wrong claims is."""
        return self.runs - self.counts[OUTCOMES.index(FAILED)]

    def share(self, outcome: str) -> float:
        """How many of all runs came out so."""
        return self.counts[OUTCOMES.index(outcome)] / self.runs

    def interval(self, outcome: str) -> Interval:
        """The share of all runs that come out so which these allow, right at once at all `looks`."""
        return _allowed(self.counts[OUTCOMES.index(outcome)], self.runs, self.looks)

    @property
    def wrong_share(self) -> float:
        """The share of wrong claims in the runs that did not fail; no number where all failed."""
        return self.counts[OUTCOMES.index(WRONG)] / self.judged if self.judged else math.nan

    @property
    def wrong(self) -> Interval:
        """The share of wrong claims which the runs that did not fail allow, right at once at all `looks`."""
        return _allowed(self.counts[OUTCOMES.index(WRONG)], self.judged, self.looks)

    @property
    def refuted(self) -> bool:
        """Whether more than 5 % of its claims are surely wrong."""
        return self.wrong.low > LARGEST_WRONG


def _allowed(count: int, runs: int, looks: int) -> Interval:
    level = sidak_level(LEVEL, looks)
    if not runs:
        return Interval(-math.inf, math.inf, level, NO_RUN, 0, "runs")
    return clopper_pearson(count / runs, runs, level, METHOD, runs, "run" if runs == 1 else "runs")


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
    measured: tuple[Cell, ...]  # on tasks whose truth was measured with dhstats
    by_task: tuple[Cell, ...]

    def seconds(self, entry: str, task: Task | None = None) -> float:
        """The median processor seconds to a right claim, over all runs of an entry; infinite if most have none."""
        tasks = {each.name: each for each in self.plan.tasks if task in (None, each)}
        mine = [each for each in self.results if each.entry == entry and each.task in tasks]
        return statistics.median_low(right_after(tasks[each.task], each) for each in mine)

    def refutation(self, entry: str) -> Cell | None:
        """Where an entry is surely wrong too often: at its worst budget on all tasks, else on the first task."""
        together = sorted((each for each in self.together if each.entry == entry), key=lambda each: -each.wrong.low)
        of_tasks = [each for each in self.by_task if each.entry == entry]
        return next((each for each in (*together, *of_tasks) if each.refuted), None)

    def last(self, entry: str) -> Cell:
        """An entry at the largest budget."""
        return next(each for each in reversed(self.together) if each.entry == entry)


def score(plan: Plan, results: Sequence[Result]) -> Score:
    """Counts all runs of a plan."""
    every, names, budgets = plan.tasks, list(plan.entries), len(plan.budgets)

    def cells(tasks: Sequence[Task], looks: int, of: Task | None = None, group: str = ALL) -> list[Cell]:
        known = {each.name: each for each in tasks}
        counted = []
        for entry in names if tasks else ():
            mine = [each for each in results if each.entry == entry and each.task in known]
            for budget in plan.budgets:
                outcomes = [outcome(known[each.task], each, budget) for each in mine]
                right, wrong, undecided, failed = map(outcomes.count, OUTCOMES)
                counted.append(Cell(entry, budget, (right, wrong, undecided, failed), looks, of, group))
        return counted

    single = [cell for task in every for cell in cells([task], budgets * len(every), task)]
    close = cells([each for each in every if each.close], budgets, group=CLOSE)
    measured = cells([each for each in every if each.error > 0.0], budgets, group=MEASURED)
    return Score(plan, tuple(results), *map(tuple, (cells(every, budgets), close, measured, single)))


def answer(scored: Score) -> Answer:
    """The score in sentences and tables."""
    headlines = [Finding(_entry(scored, entry), headline=True) for entry in scored.plan.entries]
    closer = [Finding(_near(scored, entry)) for entry in scored.plan.entries if scored.close]
    errors = [Finding(each) for entry in scored.plan.entries for each in _mistakes(scored, entry)]
    own = [Finding(each) for each in _own(scored)]
    tables = (_outcomes(scored), _budgets(scored), _by_task(scored), _tasks(scored))
    return QUESTION.answered((*headlines, *errors, *closer, *own), tables, _opening(scored))


def _opening(scored: Score) -> Opening:
    first, many = next(iter(scored.plan.entries)), len(scored.plan.tasks)
    last, worst = scored.last(first), scored.refutation(first) or _worst(scored, first)
    kind = "unbalanced" if scored.refutation(first) else "fact" if last.judged else "undecided"
    reply = (
        f"After {last.budget:g} s, of 100 runs of {_named(first)} about {_hundred(last, RIGHT)} are right and"
        f" {_hundred(last, WRONG)} wrong, on {spelt(many)} {'tasks' if many > 1 else 'task'}."
    )
    question = "Which tool answers balance questions correctly, and how fast?"
    sure = f"{SURENESS[kind]}: {_wrong(worst, at_first_sight=True)}."
    return Opening(question, reply, sure, _decision(scored, first), kind)


def _worst(scored: Score, entry: str) -> Cell:
    return max((each for each in scored.together if each.entry == entry), key=lambda each: each.wrong.low)


def _wrong(cell: Cell, *, at_first_sight: bool = False) -> str:
    """How many runs are wrong, where and when, with the interval, whose method a first screen leaves to the finding."""
    if not cell.judged:
        return f"all {cell.runs} runs failed" if cell.runs > 1 else "the one run failed"
    runs = f"{cell.judged} {cell.wrong.unit}{'' if cell.judged == cell.runs else ' that did not fail'}"
    where = f"on {cell.task.name} at {cell.budget:g} s" if cell.task else f"at worst, at {cell.budget:g} s,"
    sure = f"{'simultaneous ' if cell.looks > 1 else ''}{100.0 * LEVEL:g} %"
    interval = words.span(cell.wrong, 1, factor=100.0, sure=sure)
    if at_first_sight:
        interval = f"{words.reach(cell.wrong, 1, factor=100.0, sure=sure)}, {sure} interval"
    share = f"{cell.counts[1]} of {runs} {'is' if cell.counts[1] == 1 else 'are'} wrong"
    return f"{where} {share}, {_rounded(cell.wrong_share)} in 100 ({interval})"


def _decision(scored: Score, entry: str) -> str:
    """The tasks on which at least one run is not right at the largest budget."""
    lasts = _lasts(scored, entry)
    parts = []
    for at, each in enumerate(OUTCOMES):
        names = [cell.task.name for cell in lasts if cell.task and cell.counts[at]]
        if names and each != RIGHT:
            more = [f"{len(names) - SHOWN} more"] if len(names) > SHOWN else []
            parts.append(f"{each} on {words.listed([*names[:SHOWN], *more])}")
    return f"At least one run is {'; '.join(parts)}." if parts else "See below how soon a right claim stands."


def _lasts(scored: Score, entry: str) -> list[Cell]:
    return [each for each in scored.by_task if each.entry == entry and each.budget == scored.plan.budgets[-1]]


def _hundred(cell: Cell, outcome: str) -> str:
    return _rounded(cell.share(outcome))


def _rounded(share: float) -> str:
    return words.number(100.0 * share, 1 if 0.0 < share < 0.1 else 0)


def _named(entry: str) -> str:
    return "dhstats" if entry == OURS else f"“{entry}”"  # a name, at the start of a sentence as well


def _entry(scored: Score, entry: str) -> str:
    last, seconds, refuted = scored.last(entry), scored.seconds(entry), scored.refutation(entry)
    if not last.judged:
        return f"{_named(entry)} failed in every run, so that nothing shows whether it meets the condition."
    meets = "does not meet" if refuted else "is not shown to miss"
    failed = f", {_hundred(last, FAILED)} failed" if last.counts[3] else ""
    right = f"half of the runs have a right claim by {seconds:.2g} s"
    time = right if math.isfinite(seconds) else "most have no right claim"
    return (
        f"{_named(entry)} {meets} the condition of at most 5 wrong claims in 100, on all tasks and on each:"
        f" {_wrong(refuted or _worst(scored, entry))}. At {last.budget:g} s {_hundred(last, RIGHT)} in 100 are right"
        f" and {_hundred(last, UNDECIDED)} undecided{failed}; {time}."
    )


def _near(scored: Score, entry: str) -> str:
    last = [each for each in scored.close if each.entry == entry][-1]
    right, wrong, undecided = (_hundred(last, each) for each in (RIGHT, WRONG, UNDECIDED))
    return (
        f"On tasks whose truth lies just inside or outside a margin, {_named(entry)} is right in {right} of 100 runs at"
        f" {last.budget:g} s, wrong in {wrong} and undecided in {undecided}."
    )


def _mistakes(scored: Score, entry: str) -> list[str]:
    """The tasks on which an entry is wrong or undecided most often, and how it failed."""
    budget, sentences = f"{scored.plan.budgets[-1]:g} s", []
    for kind in (WRONG, UNDECIDED):
        at = OUTCOMES.index(kind)
        worst = sorted((each for each in _lasts(scored, entry) if each.counts[at]), key=lambda each: -each.share(kind))
        named = [f"{each.task.name} ({each.counts[at]} of {each.runs})" for each in worst[:SHOWN] if each.task]
        more = [f"{len(worst) - SHOWN} more in the table"] if len(worst) > SHOWN else []
        if named:
            sentences.append(f"{_named(entry)} is {kind} at {budget} on {words.listed([*named, *more])}.")
    failures = [each.failed for each in scored.results if each.entry == entry and each.failed]
    if failures:
        runs = words.count(len(failures), "run" if len(failures) == 1 else "runs")
        sentences.append(f"{_named(entry)} failed in {runs}: {failures[0]}.")
    return sentences


def _own(scored: Score) -> list[str]:
    """That some truths come from the games of dhstats itself."""
    many = sum(each.error > 0.0 for each in scored.plan.tasks)
    if not many:
        return []
    tasks = "one task" if many == 1 else f"{spelt(many)} tasks"
    return [
        f"For {tasks} the truth was measured in very many games of dhstats itself: there an error of its engine cannot"
        " show. The table of budgets counts them apart too."
    ]


def _outcomes(scored: Score) -> Table:
    rows = [
        {"entry": f"{cell.entry}, {cell.budget:g} s", "outcome": each, "share": cell.share(each),
         "interval": cell.interval(each)}
        for cell in scored.together
        for each in OUTCOMES
        if each != FAILED or any(other.counts[3] for other in scored.together)
    ]  # fmt: skip
    fields = (
        text("entry", "Entry and budget"), text("outcome", "Claim"), number("share", "Runs", "share of runs"),
        *limits("share of runs", "interval"), *basis_of("interval"),
    )  # fmt: skip
    return table("claims", "What all claims come to, by entry and budget", fields, rows)


COUNTS = tuple(
    whole(each, capital(each), "runs", lambda cell, at=at: cell.counts[at])  # type: ignore[misc]
    for at, each in enumerate(OUTCOMES)
)
WRONG_SHARE = (
    number("wrong_share", "Wrong claims", "share of runs that did not fail"),
    *limits("share of runs that did not fail", "wrong"), *basis_of("wrong"),
)  # fmt: skip


def _budgets(scored: Score) -> Table:
    fields = (
        text("of", "Tasks", "group"), text("entry", "Entry", "entry"),
        number("budget", "Budget", "processor seconds", "budget"), *COUNTS, *WRONG_SHARE,
    )  # fmt: skip
    return table("budgets", "Entries by budget", fields, (*scored.together, *scored.close, *scored.measured))


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
        text("known", "The truth is", lambda task: MEASURED if task.error > 0.0 else WORKED_OUT),
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
    " Clopper–Pearson over the runs that did not fail, simultaneous 95 % for all budgets, in the table of tasks for all"
    " tasks and budgets (Šidák). An entry is to be wrong in at most 5 % of its runs that did not fail, at every budget;"
    " it misses that where the interval for all tasks, or that for one, lies above 5 %. Time to a right claim: the"
    " median over runs of the processor seconds after which a right claim stands to the end; a run without one, or"
    " that failed, counts as longer than all. dhstats has compiled the game, and solved it where players are `solved`,"
    " before the clock runs, often in an earlier run; other programs do so in their own time.",
    caution="Processor seconds were measured on one machine. Tasks are games of this catalogue, and their truths hold"
    " for the players that they name.",
)  # fmt: skip
