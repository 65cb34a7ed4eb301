"""Goals held against games that were played for something else: a stored run, looked at once."""

from collections.abc import Sequence
from dataclasses import replace

from dhstats.errors import BadInput
from dhstats.questions.goals.checking import ALPHA, Checked, Tally, Terms, judged
from dhstats.questions.goals.goals_file import Goals
from dhstats.questions.goals.sources import of_run, tells
from dhstats.questions.goals.words import answer_of_run
from dhstats.questions.shared.answer import WANTED, Answer
from dhstats.questions.shared.tables import number, table, text
from dhstats.storage import Run


def answer(goals: Goals, run: Run, alpha: float = ALPHA) -> Answer:
    """Which goals of a file a run meets, as far as its games tell.

    Raises BadInput for a run of another game or table, of totals alone, or whose games tell none of the goals.
    """
    manifest = run.manifest
    if manifest.game != goals.game:
        raise BadInput(f"--goals: the goals are about {goals.game}, but {run.folder} holds games of {manifest.game}")
    if manifest.keep != "games":
        raise BadInput(f"--goals: goals are judged deal by deal, and {run.folder} keeps totals alone")
    if len(manifest.seats) != goals.seats:
        raise BadInput(
            f"--goals: the goals are about {goals.seats} players, but in {run.folder} {len(manifest.seats)} play"
        )
    told = [goal for goal in goals.goals if tells(run, goal.quantity)]
    if not told and any(goal.quantity.games == "mirror" for goal in goals.goals):
        raise BadInput(
            f"--goals: comebacks are told by the moves of all games, which {run.folder} does not keep; simulate again"
            " with --moves all, or use `dhstats goals check`"
        )
    if not told:
        raise BadInput(f"--goals: other games than those of {run.folder} tell these goals; use `dhstats goals check`")
    found = of_run(run, [goal.quantity for goal in told])
    terms = Terms(alpha, manifest.design.deals, manifest.seed)
    standing = tuple(judged(Tally(goal, {}).plus(found[goal.name]), terms) for goal in told)
    untold = [goal for goal in goals.goals if goal not in told]
    return answer_of_run(Checked(replace(goals, goals=tuple(told)), terms, standing), run, untold)


# The answers whose histograms show how a quantity is spread whose mean a goal may be about.
SPREADS = {"length": ("turns",), "scores": ("margin", "gap"), "lead": ("lead_changes",)}


def with_wanted(answers: Sequence[Answer], goals: Goals) -> tuple[Answer, ...]:
    """The same answers, those about the spread of a quantity with the range in which goals want its mean."""
    return tuple(_with_wanted(each, goals) for each in answers)


def _with_wanted(told: Answer, goals: Goals) -> Answer:
    about = [goal for goal in goals.goals if goal.name in SPREADS.get(told.key, ())]
    if not about:
        return told
    fields = (text("what", "Quantity", "name"), number("low", "The mean is wanted from", ""), number("high", "to", ""))
    return replace(told, tables=(*told.tables, table(WANTED, "What the goals want", fields, about)))
