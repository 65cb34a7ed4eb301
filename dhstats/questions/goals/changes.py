"""Goals beside a comparison of rule sets: which goals the base meets, and which each tweak does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dhstats.errors import BadInput
from dhstats.questions.goals.checking import ALPHA, Judged, Tally, Terms, judged
from dhstats.questions.goals.goals_file import Goals
from dhstats.questions.goals.sources import of_sums
from dhstats.questions.goals.words import METHOD_OF_RUN, SEQUENCES, goal_columns, untold_sentence
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.first_screen import spelt
from dhstats.questions.shared.tables import table, text
from dhstats.questions.tweaks.comparison import DealSums

HOW_TO_READ = (
    "Each row is a goal with its range, each column a rule set. Cells show the measured value: green"
    " if the goal is met, red if it is missed, grey if it is still open."
)
CAUTION = "The rule sets were played on the same deals; each cell is judged alone."


@dataclass(frozen=True, slots=True)
class Cell:
    """A goal under one rule set."""

    rules: str
    judged: Judged


def answer(goals: Goals, played: Mapping[str, DealSums], alpha: float = ALPHA) -> Answer:
    """Which goals each rule set meets, from what happened on every deal, by the name of the rule set, the base first.

    Raises BadInput for goals of another game or table, and where these games tell none of them.
    """
    base = next(iter(played.values()))
    if (goals.game, goals.seats) != (base.game, base.seats):
        raise BadInput(
            f"--goals: the goals are about {goals.game} for {goals.seats}, but {base.game} for {base.seats} is compared"
        )
    wanted = [goal.quantity for goal in goals.goals]
    told = {name: of_sums(sums, wanted) for name, sums in played.items()}
    known = [goal for goal in goals.goals if all(goal.name in values for values in told.values())]
    if not known:
        raise BadInput("--goals: other games tell these goals; use `dhstats goals check` with each rule set")
    cells = [
        Cell(name, judged(Tally(goal, {}).plus(values[goal.name]), Terms(alpha, 0, base.seed)))
        for goal in known
        for name, values in told.items()
    ]
    untold = [goal for goal in goals.goals if goal not in known]
    return Answer(
        "goals_of_changes", "Which rule set meets the goals?",
        tuple(_finding(name, [cell.judged for cell in cells if cell.rules == name]) for name in played),
        (_table(cells),), HOW_TO_READ, METHOD_OF_RUN.format(alpha=alpha, sequences=SEQUENCES),
        " ".join((CAUTION, *untold_sentence(untold))), (),
    )  # fmt: skip


def _finding(name: str, found: Sequence[Judged]) -> Finding:
    """How many goals a rule set meets, and which it misses."""
    met = sum(each.standing == "met" for each in found)
    parts = [f"{name} meets {spelt(met) if met else 'none'} of {spelt(len(found))} goals" if len(found) > 1 else name]
    for standing in ("missed", "open") if len(found) > 1 else ("missed", "open", "met"):
        named = [
            f"{each.goal.quantity.what} at {words.stated(each.estimate, each.goal.quantity.scale.shown)}"
            for each in found
            if each.standing == standing
        ]
        parts += [f"{standing}: {words.listed(named)}"] if named else []
    return Finding(f"{('; ' if len(found) > 1 else ': ').join(parts)}.")


def _table(cells: Sequence[Cell]) -> Table:
    fields = (text("rules", "Rule set"), *goal_columns("judged."))
    return table("goals_of_changes", "Every goal under every rule set", fields, cells)
