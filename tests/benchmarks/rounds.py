"""How tries are best shared out among options: in rounds alone, or most of them in rounds and then in a race.

`python -m tests.benchmarks.rounds --positions 500` takes decisions of an expert's games in Dragonheart as
`tests.benchmarks.searches` does, and tries every option on a row of guessed tables, as far ahead as `search` of many tries
looks. Ways of sharing out tries take theirs from that row. What they choose is judged by the mean of another row of
tables, guessed anew, so luck in one says nothing of the other; both believe the same of the opponent, so gains are those
of less luck alone. It prints, for each way, the tries a decision, and the gain over the network's own choice in hundredths
of a win a decision, with the standard error over positions and the difference from the first way.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from dhstats.games.catalogue import load
from dhstats.players.search import rounds, searching
from tests.benchmarks.searches import WEIGHED, Position, Way, positions
from tests.players.scripted_tries import ScriptedTries

Array = np.ndarray[Any, Any]
AS_SEARCH = Way(WEIGHED, searching.LAST, searching.FIRST)


class Sharing(NamedTuple):
    """A way of sharing out tries, and how many it is given."""

    title: str
    way: Callable[..., int]
    budget: int


SHARINGS = (
    Sharing("in rounds", rounds.halve, 600), Sharing("in rounds", rounds.halve, 1200), Sharing("race", rounds.race, 400),
    Sharing("race", rounds.race, 600), Sharing("race", rounds.race, 900),
)  # fmt: skip
TABLES = 1000  # more than any way needs, and many to judge by


def chosen(position: Position, sharing: Sharing) -> tuple[int, int]:
    """The option that is taken, and how many tries that took."""
    tries = ScriptedTries(list(position.thought), lambda move, table: position.worths[table - 1, move])
    best = tries.best(sharing.way, sharing.budget, searching.FAR_PRIOR)
    return best, tries.made.total()


def judged(tried: Sequence[Position], judges: Sequence[Array], sharing: Sharing) -> tuple[Array, float]:
    """What a way gains at each position over the network's choice, in hundredths of a win, and its tries a decision."""
    choices = [chosen(each, sharing) for each in tried]
    gains = [
        100.0 * (worths[best] - worths[np.argmax(one.thought)])
        for one, worths, (best, _) in zip(tried, judges, choices, strict=True)
    ]
    return np.array(gains), float(np.mean([made for _, made in choices]))


def spread(values: Array) -> str:
    """The mean of values and its standard error."""
    return f"{values.mean():+.4f} ± {values.std(ddof=1) / len(values) ** 0.5:.4f}"


def main() -> int:
    """Reads the command line and prints a line for every way."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--rules", default="ffg")
    reader.add_argument("--positions", type=int, default=500)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    asked.tables, bundle = TABLES, load("dragonheart")
    tried = list(positions(bundle, asked.rules, AS_SEARCH, asked))
    judges = [each.worths.mean(axis=0) for each in positions(bundle, asked.rules, AS_SEARCH, asked, again=1)]
    first = None
    for sharing in SHARINGS:
        gains, made = judged(tried, judges, sharing)
        first = gains if first is None else first
        print(f"{sharing.budget:>5} {sharing.title:<10} {made:>6.0f} tries: {spread(gains)}, {spread(gains - first)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
