"""Answers of runs by key, lines of their tables, and what plain numpy makes of the same games."""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import polars as pl
from scipy.stats import t as student

from dhstats.questions.catalogue import answer_all, shared
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.question import own
from dhstats.storage import Run

Pair = tuple[float, float]
TOGETHER = "All matchups together"
LONGEST = 32  # words of a sentence that is read in passing
BANNED = (
    "percentage point", "verdict", "interval excludes", "variance", "estimated", "estimator", "null", " he ", " she ",
)  # fmt: skip
OF_METHODS = ("Welch", "Clopper", "max-T", "Šidák", "bootstrap", "t over", "\ue000")  # no words for a first screen


def keys_of(game: str, *but: str) -> tuple[str, ...]:
    """What a match of two players is asked in the order of the report, but for what only leagues are asked, and these.

    What is asked of every game stands before what the game has of its own; what is asked of games that are about
    something else than winning (places below 0) is left out.
    """
    of_any = [each for each in shared() if each.place >= 0 and each.players[0] <= 2 <= each.players[1]]
    own_, general = own(game).questions, [each for each in of_any if each.key != "sources"]
    assert max(each.place for each in general) < min(each.place for each in own_)
    every = sorted((*of_any, *own_), key=lambda each: each.place)
    kept = [each for each in every if each.key not in ("meta", "luck", "skill", *but)]
    assert len({each.place for each in kept}) == len(kept)
    assert kept[0].key == "first_player"
    return tuple(each.key for each in kept)


def answers_of(run: Run) -> dict[str, Answer]:
    """All answers of a run by key; columns of tables are declared with titles, numbers finite or empty, keys unique."""
    answers = {answer.key: answer for answer in answer_all(run)}
    for answer in answers.values():
        assert len({table.key for table in answer.tables}) == len(answer.tables)
        for table in answer.tables:
            assert [column.name for column in table.columns] == table.frame.columns
            assert all(column.title for column in table.columns)
            for column in table.frame.select(pl.selectors.float()):
                assert column.drop_nulls().is_finite().all()
    return answers


def plain_english(answers: dict[str, Answer], *strays: str) -> None:
    """Every answer is complete, each sentence ends as one does, and none speaks of significance or a stray word."""
    for answer in answers.values():
        assert all((answer.findings, answer.tables, answer.queries)), answer.key
        told = [finding.text for finding in answer.findings]
        assert all(text.endswith(".") for text in told), answer.key
        everything = " ".join([*told, answer.caution, answer.how_to_read, answer.method]).lower()
        for word in ("significan", "nan", "inf ", "none ", "p-value", *strays):
            assert word not in everything, (answer.key, word)


def line(answer: Answer, key: str, **known: object) -> dict[str, Any]:
    """The only line of a table with these values."""
    (found,) = [row for row in answer.table(key).frame.to_dicts() if known.items() <= row.items()]
    return found


def by_deal(games: Sequence[Any], told: Callable[[Any], Pair]) -> Any:
    """The sums of two numbers over the games of every deal, shape (2, deals)."""
    deals: dict[int, np.ndarray[Any, Any]] = defaultdict(lambda: np.zeros(2))
    for game in games:
        deals[game.deal] += np.array(told(game), dtype=float)
    return np.array(list(deals.values())).T


def ratio(games: Sequence[Any], told: Callable[[Any], Pair]) -> tuple[float, float | None, float | None]:
    """A ratio of sums over deals, y by x, with Student's 95 % interval over the deals with x; none below 30."""
    x, y = by_deal(games, told)
    m, r = int((x > 0).sum()), y.sum() / x.sum()
    if m < 30:
        return r, None, None
    half = float(student.ppf(0.975, m - 1)) * math.sqrt(m / (m - 1) * ((y - r * x) ** 2).sum()) / x.sum()
    return r, r - half, r + half
