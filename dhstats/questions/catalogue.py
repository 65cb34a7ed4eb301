"""All questions: those that a run can answer, in the order of the report, and those that commands ask."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from polars.exceptions import PolarsError

from dhstats.errors import DataProblem
from dhstats.games import catalogue
from dhstats.games.catalogue import NAMES
from dhstats.queries.connection import Limits
from dhstats.queries.counts import Counts, counting
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.question import Question, own, questions_in
from dhstats.questions.verdicts import endings
from dhstats.storage import Run

Progress = Callable[[str, int, int], None]  # what is being counted, and how many of its parts are done

ROOMS = ("objectives", "seats", "leagues", "runs")  # of questions about stored runs, of which every Question is asked
OF_LEADS = ("lead", "race", "comebacks", "margins")  # of which nobody knows at the table while roles are hidden
# Questions of commands by their keys: the module that answers each, which is loaded when somebody asks for it.
ASKED: Mapping[str, str] = {
    "comparison": "tweaks.compare",
    "sweep": "tweaks.sweep_answer",
    "choice": "tweaks.choose",
    "audit": "tweaks.audit",
    "value": "forks.worth",
    "items": "forks.items",
    "plays": "forks.plays",
    "what_if": "forks.what_if",
    "what_if_alone": "forks.what_if",
    "decks": "decks.decks",
    "cards": "decks.cards",
    "improvement": "decks.improvement",
    "mechanisms": "training.probe",
    "probe": "training.probe",
    "strength": "training.strength_words",
    "people": "people.people",
    "evenings": "evenings.telling",
    "evening_measures": "evenings.telling",
    "evening_players": "evenings.telling",
    "planned_evenings": "evenings.planned",
    "goals": "goals.answers",
    "goals_of_changes": "goals.answers",
    "redesign": "redesigns.answer",
    "atlas": "atlases.answer",
    "certificate": "certificates.words",
    "seat_certificate": "certificates.words",
    "playtest": "playtests.kit",
    "plan": "planning.plan_words",
    "player_count": "runs.player_count_words",
    "versions": "versions.diff",
    "history": "versions.history",
    "balance_bench": "balancebench.scoring",
}


@cache
def shared() -> tuple[Question, ...]:
    """The questions about a stored run of any game."""
    return tuple(each for room in ROOMS for each in questions_in(f"dhstats.questions.{room}") if each.ask)


@cache
def of_key(key: str, game: str = "") -> tuple[Question, ...]:
    """The questions of a key: several where it is asked otherwise at other tables; none where nobody asks it.

    Those of a game that does not come along, a package, are found where the game is named.
    """
    theirs = own(game).questions if game and game not in NAMES else ()
    if questions := tuple(each for each in theirs if each.key == key):
        return questions
    if key not in ASKED:
        return tuple(each for each in _of_runs() if each.key == key)
    module = importlib.import_module(f"dhstats.questions.{ASKED[key]}")
    return tuple(each for each in vars(module).values() if isinstance(each, Question) and each.key == key)


def _of_runs() -> tuple[Question, ...]:
    return (*shared(), *(each for game in NAMES for each in own(game).questions))


def charts(key: str, game: str = "") -> tuple[Chart, ...]:
    """The charts of a question's section."""
    return tuple(chart for each in of_key(key, game) for chart in each.drawn)


def first_charts(key: str) -> tuple[Chart, ...]:
    """The pictures made for the first screen of a page about a question; the first is drawn whose tables are there."""
    return tuple(chart for each in of_key(key) for chart in each.first)


def every_key() -> tuple[str, ...]:
    """The keys of all questions."""
    return tuple(dict.fromkeys((*(each.key for each in _of_runs()), *ASKED)))


@contextmanager
def possible(run: Run) -> Iterator[None]:
    """Says of a run whose files have their hashes, but whose numbers no games could have, that it is none.

    Statistics look at what they are given and raise ValueError; a forged table may as well lack a column or a word.
    """
    try:
        yield
    except (ArithmeticError, KeyError, ValueError, PolarsError) as error:
        why = f"its tables have impossible values; `dhstats verify {run.folder}` shows more"
        raise DataProblem(f"{run.folder}: {why}") from error


def answer_all(
    run: Run, progress: Progress | None = None, limits: Limits | None = None,
    also: Callable[[Counts, bool], object] = lambda *_: None,
) -> tuple[Answer, ...]:  # fmt: skip
    """The answers to every question that applies to the run; where turns are missing, a sentence says so.

    `also` is asked of the same counts, and told whether turns were logged.

    Errors: DataProblem for a run that cannot be read, or with fewer than two deals.
    """
    with possible(run), counting(run, limits, progress) as counts:
        deals = int(counts.frame("means")["deals"].min())  # type: ignore[arg-type]
        if deals < 2:
            raise DataProblem(f"{run.folder}: has {deals} deal, and an interval needs two; simulate more games")
        players = len(run.manifest.seats)
        every = sorted((*shared(), *own(run.manifest.game).questions), key=lambda each: each.place)
        objective = catalogue.load(run.manifest.game).objective
        if objective.together:
            every = [each for each in every if each.together]
        elif objective.hidden:
            every = [each for each in every if each.key not in OF_LEADS]
        asked = [each for each in every if each.players[0] <= players <= each.players[1] and each.fits(counts)]
        missing = _missing_turns(run, counts)
        answers = tuple(
            each.unlogged(missing) if each.of_turns and missing else each.ask(counts) for each in asked if each.ask
        )
        also(counts, not missing)
        return tuple(map(endings.marked, answers)) if run.manifest.until and players > 1 else answers


def _missing_turns(run: Run, counts: Counts) -> str:
    """Why questions on turns cannot be answered; empty if they can."""
    if not run.has_moves:
        return "This run logged no turns; simulate with --moves all, or sample:K, to see this."
    if not any(shard.moves_rows for shard in run.manifest.shards):
        return "No deal of this run had its turns logged; simulate with --moves all to see this."
    deals = int(counts.frame("race")["deals"].max())  # type: ignore[arg-type]
    few = f"This run logged the turns of {deals} deal, and an interval needs two; simulate with --moves all."
    return few if deals < 2 else ""
