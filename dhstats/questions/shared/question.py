"""A question: its SQL, who answers it and for which runs, its charts; and what each game has of its own."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from dhstats.games.catalogue import part
from dhstats.queries.counts import Counts
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.groups import Group
from dhstats.stats.intervals.blocks import Estimate

# The fewest and the most players at a table.
ALONE, TWO, OF_MORE, SEVERAL, ANY = (1, 1), (2, 2), (2, 99), (3, 99), (1, 99)
WORDS = ("read", "method", "caution")


@dataclass(frozen=True, slots=True)
class Question:
    """A question: how it is called, what is counted for it, who answers it, of which runs, its charts, its words.

    `queries` are the names of its SQL. `ask` answers one about a stored run; it is asked at tables for so many
    `players`, of runs that `fits` allows, in the order of `place`. `of_turns` says that it needs logged turns. `charts`
    are those of its section, `first` the pictures for the first screen of a page about it alone, of which the first is
    drawn whose tables are there. Where all win or lose `together` it is asked if it says so. `read` says how its chart
    is read, `method` how it is answered, `caution` what the numbers do not show; answers may fill them in. Every
    Question of a module in a room of questions is found by itself.
    """

    key: str
    title: str = ""
    queries: tuple[str, ...] = ()
    ask: Callable[[Counts], Answer] | None = None
    place: int = 0
    players: tuple[int, int] = TWO
    fits: Callable[[Counts], bool] = lambda _: True
    of_turns: bool = False
    together: bool = False
    charts: tuple[Chart, ...] | Callable[[], tuple[Chart, ...]] = ()
    first: tuple[Chart, ...] = ()
    read: str = ""
    method: str = ""
    caution: str = ""

    def told(
        self, counts: Counts, findings: Iterable[Finding], tables: Iterable[Table],
        texts: tuple[str, str, str] | None = None, *, title: str = "", opening: Opening | None = None,
        queries: tuple[str, ...] = (), **filled: str,
    ) -> Answer:  # fmt: skip
        """The answer about a stored run; `title` and `queries` are there where the table or the game says which.

        `texts` are all of its words, as packages of games give them; `filled` those of them, by name, that are other
        ones than the question's.
        """
        used = tuple((name, counts.text(name)) for name in queries or self.queries)
        filled = (dict(zip(WORDS, texts, strict=True)) if texts else {}) | filled
        return self.answered(findings, tables, opening, title=title, queries=used, **filled)

    def answered(
        self, findings: Iterable[Finding], tables: Iterable[Table], opening: Opening | None = None, *, title: str = "",
        queries: tuple[tuple[str, str], ...] = (), **filled: str,
    ) -> Answer:  # fmt: skip
        """The answer of a command that asks it; `queries` are the SQL that counted, by name."""
        read, method, caution = (filled.get(name, getattr(self, name)) for name in WORDS)
        named = (self.key, title or self.title)
        return Answer(*named, tuple(findings), tuple(tables), read, method, caution, queries, opening)

    def unlogged(self, reason: str) -> Answer:
        """In place of the answer why there is none."""
        return Answer(self.key, self.title, (Finding(reason),), (), "", "", "", ())

    @property
    def drawn(self) -> tuple[Chart, ...]:
        """The charts of its section."""
        return self.charts() if callable(self.charts) else self.charts


def questions_in(package: str) -> tuple[Question, ...]:
    """All questions that the modules of a package declare, in the order of the report."""
    modules = [each.name for each in pkgutil.iter_modules(importlib.import_module(package).__path__)]
    values = [value for name in modules for value in vars(importlib.import_module(f"{package}.{name}")).values()]
    found = {id(value): value for value in values if isinstance(value, Question)}
    return tuple(sorted(found.values(), key=lambda each: each.place))


@dataclass(frozen=True, slots=True)
class Followed:
    """What is followed up the skill ladder: a name, what it is, its unit, how it is estimated, and its chart.

    The chart is told by its caption, the title of its axis and how numbers are written there.
    """

    name: str
    what: str
    unit: str
    estimate: Callable[[Counts, Group], Estimate | None]
    chart: tuple[str, str, str] | None = None


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
