"""All questions that a run can answer, in the order of the report: those of every game, then the game's own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from polars.exceptions import PolarsError

from dhstats.errors import DataProblem
from dhstats.queries.catalogue import queries
from dhstats.queries.connection import Limits
from dhstats.queries.counts import Counts, counting
from dhstats.questions.leagues import luck, matchups, meta, skill
from dhstats.questions.runs import (
    alone,
    comebacks,
    endings,
    lead,
    length,
    margins,
    outcomes,
    race,
    scores,
    table_scores,
)
from dhstats.questions.seats import field, first_player, seats
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.question import Question, own
from dhstats.questions.verdicts import stopped
from dhstats.storage import Run

Progress = Callable[[str, int, int], None]  # what is being counted, and how many of its parts are done

# Questions of every game that two play; those on seats and the own questions of the game follow.
FOR_TWO = (
    Question(first_player.answer),
    Question(matchups.answer, matchups.duels_exist),
    Question(meta.answer, meta.meta_exists),
    Question(luck.answer, luck.luck_exists),
    Question(skill.answer, skill.skill_exists),
    Question(outcomes.answer),
    Question(scores.answer),
    Question(length.answer),
    Question(endings.answer),
    Question(lead.answer),
    Question(comebacks.answer, of_turns=(comebacks.KEY, comebacks.TITLE)),
    Question(margins.answer, of_turns=(margins.KEY, margins.TITLE)),
    Question(race.answer, of_turns=("race", "How does the score race run?")),
)
# Those of every game whose players have places, for two and more; and of tables for more than two.
SEATED = (Question(seats.answer), Question(field.answer, field.field_exists))
FOR_SEVERAL = (
    *SEATED,
    Question(table_scores.answer, table_scores.asked_of),
    Question(length.answer),
    Question(endings.answer, comebacks.each_for_themselves),
    Question(lead.answer, comebacks.each_for_themselves),
    Question(comebacks.answer, comebacks.each_for_themselves, of_turns=(comebacks.KEY, comebacks.TITLE)),
)
# Of games for one: what is scored, how long they are and how they end.
FOR_ONE = (Question(alone.answer), Question(length.answer), Question(alone.endings))


@contextmanager
def possible(run: Run) -> Iterator[None]:
    """Says of a run whose files have their hashes, but whose numbers no games could have, that it is none.

    Statistics look at what they are given and raise ValueError; a forged table may as well lack a column or a word.
    """
    try:
        yield
    except (ArithmeticError, KeyError, ValueError, PolarsError) as error:
        raise DataProblem(
            f"{run.folder}: its tables have impossible values; `dhstats verify {run.folder}` shows more"
        ) from error


def answer_all(run: Run, progress: Progress | None = None, limits: Limits | None = None) -> tuple[Answer, ...]:
    """The answers to every question that applies to the run; where turns are missing, a sentence says so.

    Errors: DataProblem for a run that cannot be read, or with fewer than two deals.
    """
    with possible(run), counting(run, limits, progress) as counts:
        _enough(run, counts)
        if len(run.manifest.seats) == 1:
            return tuple(each.answer(counts) for each in FOR_ONE)
        missing = _missing_turns(run, counts)
        two: tuple[Question, ...] = (*FOR_TWO, *(SEATED if "seats" in queries(run.manifest.game) else ()))
        shared = two if len(run.manifest.seats) == 2 else FOR_SEVERAL
        answers = tuple(
            _unlogged(*each.of_turns, missing) if each.of_turns and missing else each.answer(counts)
            for each in (*shared, *own(run.manifest.game).questions)
            if each.asked_of(counts)
        )
        return tuple(map(stopped.marked, answers)) if run.manifest.until else answers


def _enough(run: Run, counts: Counts) -> None:
    deals = int(counts.frame("means")["deals"].min())  # type: ignore[arg-type]
    if deals < 2:
        raise DataProblem(f"{run.folder}: has {deals} deal, and an interval needs two; simulate more games")


def _missing_turns(run: Run, counts: Counts) -> str:
    """Why questions on turns cannot be answered; empty if they can."""
    if not run.has_moves:
        return "This run logged no turns; simulate with --moves all, or sample:K, to see this."
    if not any(shard.moves_rows for shard in run.manifest.shards):
        return "No deal of this run had its turns logged; simulate with --moves all to see this."
    deals = int(counts.frame("race")["deals"].max())  # type: ignore[arg-type]
    few = f"This run logged the turns of {deals} deal, and an interval needs two; simulate with --moves all."
    return few if deals < 2 else ""


def _unlogged(key: str, title: str, reason: str) -> Answer:
    return Answer(key, title, (Finding(reason),), (), "", "", "", ())
