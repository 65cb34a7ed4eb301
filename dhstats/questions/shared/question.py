"""A question as the catalogue lists it, and what each game has of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dhstats.games.catalogue import part
from dhstats.queries.counts import Counts
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.groups import Group
from dhstats.stats.intervals.blocks import Estimate


@dataclass(frozen=True, slots=True)
class Question:
    """How a question is answered, of which runs it can be asked (of any where nothing else is said).

    `of_turns` are key and title of one that needs logged turns.
    """

    answer: Callable[[Counts], Answer]
    asked_of: Callable[[Counts], bool] = lambda _: True
    of_turns: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Followed:
    """What is followed up the skill ladder: a name, what it is, its unit, and how it is estimated."""

    name: str
    what: str
    unit: str
    estimate: Callable[[Counts, Group], Estimate | None]


@dataclass(frozen=True, slots=True)
class Own:
    """A game's own questions, in the order of the report after those of every game.

    `endings` and `others` are what is followed up the skill ladder besides what every game has, and `queries` what
    they are counted by besides the shared queries. `levers` are the rule keys in which to look for a quantity, by
    metric: what seats start with for who wins, what calls the end for the length.
    """

    questions: tuple[Question, ...]
    endings: tuple[Followed, ...]
    others: tuple[Followed, ...]
    levers: Mapping[str, tuple[str, ...]]
    queries: tuple[str, ...] = ()


def own(game: str) -> Own:
    """What a game has of its own; BadInput if there is no such game."""
    found: Own = part(game, "questions")
    return found
