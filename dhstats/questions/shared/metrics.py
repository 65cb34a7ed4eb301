"""Quantities of a deal that rule sets are compared by, and what counts as no difference."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dhstats.documents import read_toml
from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.games.objective import PLACE, POINTS_OF, SIDE, SUCCESS
from dhstats.questions.shared.vocabulary import Tally, Vocabulary, vocabulary
from dhstats.questions.shared.words import amount, spoken
from dhstats.seats import SEATS
from dhstats.stats.intervals.intervals import UNBOUNDED
from dhstats.storage.run import parts_of_win

ALPHA = 0.05
SCORE_MARGIN = 0.005  # of a win: what counts as no difference
SHARE = "share_"  # columns of what each seat has of the wins, where more than two play
EACH = (SHARE, SIDE, POINTS_OF, PLACE)  # of quantities that each seat or side has


@dataclass(frozen=True, slots=True)
class Metric:
    """A quantity of a deal: its column, what it is, its unit, what a step of the column is worth, and a margin.

    `scale` steps of the column make one of the unit; sentences show it times `factor`, as `shown`. `margin` declares
    what counts as no difference; 0 where none is declared, and then no verdict is given. `reach` is the largest
    distance of two deals, 0 where there is none.
    """

    name: str
    what: str
    unit: str
    scale: int
    margin: float
    factor: float = 1.0
    shown: str = ""
    reach: float = 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest value of a deal."""
        return (0.0, self.reach) if self.reach else UNBOUNDED

    @property
    def changes(self) -> str:
        """The quantity with its verb: what it is changes, or they change."""
        one = self.name in ("score", "margin", "points", SUCCESS) or self.whose
        return f"the {self.what} {'changes' if one else 'change'}"

    @property
    def whose(self) -> str:
        """The seat or the side that has it, in words; empty where it is not one's own."""
        start = next((each for each in EACH if self.name.startswith(each)), "")
        return _whose(start, self.name.removeprefix(start)) if start else ""

    @property
    def of_wins(self) -> bool:
        """Whether it is what somebody has of the wins."""
        return self.unit == WINS


def _whose(start: str, of: str) -> str:
    return f"“{spoken(of)}” side" if start == SIDE else f"{of} seat"


def share_of_games(name: str, what: str) -> Metric:
    """How often something happens, described without a margin."""
    return Metric(name, what, "share of games", 1, 0.0, 100.0, "games in 100", 1.0)


def a_game(name: str, what: str) -> Metric:
    """How often something happens in a game, described without a margin."""
    return Metric(name, what, "a game", 1, 0.0, shown="a game")


def words_beside(module: str, **more: Any) -> Vocabulary:
    """The words of a game, as the `words.toml` beside a module lists them; `more` is what follows from its rules."""
    said = read_toml(Path(module).with_name("words.toml"))["words"]
    kinds = {"share_of_games": share_of_games, "a_game": a_game}
    said["endings"] = tuple(share_of_games(*each) for each in said["endings"].items())
    said["measures"] = tuple(kinds[kind](*each) for kind, of in said["measures"].items() for each in of.items())
    return Vocabulary(**said | {"tally": Tally(**said["tally"])}, **more)


WINS = "share of a win"
# What every game has, before and after what its own endings add; the measures of a game follow. A margin in points is a
# game's own.
SHARED = (
    Metric("score", "first player's score", WINS, 2, SCORE_MARGIN, 100.0, "games in 100", 1.0),
    Metric("margin", "first player's lead", "points", 1, 0.0, shown="points"),
    Metric("gap", "points between the players", "points", 1, 0.0, shown="points"),
    Metric("turns", "turns of both players", "turns", 1, 0.0, shown="turns"),
    share_of_games("draws", "drawn games"),
)
# The same in the words of tables for three and more; players who are first alike share a win.
OF_TABLES = (
    replace(SHARED[1], what="first seat's lead over the second"),
    replace(SHARED[2], what="points between the first two seats"),
    replace(SHARED[3], what="turns of all players"),
    replace(SHARED[4], what="games with a shared win"),
)
# Who plays alone has points and turns; nobody wins.
ALONE = (
    Metric("points", "player's score", "points", 1, 0.0, shown="points"),
    replace(SHARED[3], what="turns of the player"),
)
IN_POINTS, OF_LEADS = ("margin", "points"), ("margin", "gap")
LEAD = a_game("lead_changes", "changes of the lead")


def metrics(game: str, seats: int = 2) -> tuple[Metric, ...]:
    """All quantities that rule sets of a game are compared by at a table with so many seats.

    Where more than two play, what every seat has of the wins stands in place of the first player's score; alone it is
    the points.
    """
    known, objective = vocabulary(game), catalogue.load(game).objective
    margin = known.tally.margin
    aims = tuple(_aim(name, margin, seats) for name in objective.aims(seats))
    if seats == 1:
        return (*aims, *_in_points(ALONE, margin), *known.endings)
    shared: tuple[Metric, ...] = SHARED if seats == 2 else (SHARED[0], *OF_TABLES)
    if objective.together:  # nobody wins alone or leads
        return (*aims, *(each for each in shared if each.name == "turns"), *known.endings, *known.measures)
    if seats > 2 or aims:
        win = replace(SHARED[0], scale=parts_of_win(seats))
        aims = aims or tuple(
            replace(win, name=f"{SHARE}{seat}", what=f"{seat} seat's share of the wins") for seat in SEATS[:seats]
        )
        shared = (*aims, *shared[1:])
    if objective.hidden:
        return (*(each for each in shared if each.name not in OF_LEADS), *known.endings, *known.measures)
    return (*_in_points(shared, margin), *known.endings, LEAD, *known.measures)


def _aim(name: str, margin: float, seats: int) -> Metric:
    """A quantity that says how far players reach what they want, by its column."""
    if name == SUCCESS:
        return replace(share_of_games(name, "share of games won"), margin=SCORE_MARGIN)
    start, _, of = name.partition("_")
    whose = _whose(f"{start}_", of)
    if name.startswith(SIDE):
        return replace(SHARED[0], name=name, what=f"{whose}'s share of the wins")
    if name.startswith(POINTS_OF):
        return Metric(name, f"{whose}'s points", "points", 1, margin, shown="points")
    least = (seats - 1) * SCORE_MARGIN
    return Metric(name, f"{whose}'s mean place", "places", 1, least, shown="places", reach=float(seats))


def _in_points(several: Iterable[Metric], margin: float) -> Iterator[Metric]:
    """The same with the margin in points that a game names; what is far in one game is nothing in another."""
    return (replace(each, margin=margin) if each.name in IN_POINTS else each for each in several)


@dataclass(frozen=True, slots=True)
class Ask:
    """What is to be judged: a quantity, the margin that counts as no difference, and the chance of a false verdict.

    Where each seat or side has one, `each` has the names of all of them.
    """

    metric: Metric = SHARED[0]
    margin: float = SHARED[0].margin
    alpha: float = ALPHA
    each: tuple[str, ...] = ()

    @property
    def level(self) -> float:
        """The level of the intervals."""
        return 1.0 - self.alpha

    def judges(self, metric: Metric) -> bool:
        """Whether a quantity is judged: the one that was asked for, or where that is the score what any seat wins."""
        at_table = self.metric.name == "score" and metric.name.startswith(SHARE)
        return at_table or metric.name in (self.metric.name, *self.each)

    @property
    def every(self) -> str:
        """What is judged of each, in words: "seat's share of the wins"."""
        if self.metric.name == "score":
            return "seat's share of the wins"
        return f"{self.metric.whose.rpartition(' ')[2]}{self.metric.what.removeprefix(self.metric.whose)}"

    @property
    def within(self) -> str:
        """The margin in words."""
        return f"±{amount(self.margin * self.metric.factor, self.metric.shown)}"


ASK = Ask()


def asked(
    metric: str = "score", margin: str | None = None, alpha: float = ALPHA, game: str = USUAL, seats: int = 2,
    option: str = "--margin",
) -> Ask:  # fmt: skip
    """What is to be judged in a game, from the words of a command line; BadInput naming the option.

    The score is what the players want: alone their points; together how often they succeed; where points count, the
    lead or those of every seat; the places of seats; the wins of sides.
    A margin is a number in the metric's unit; shares are written in percentage points, as 0.5pp. `option` is what the
    command calls it.
    """
    every, objective = metrics(game, seats), catalogue.load(game).objective
    by_name = {each.name: each for each in (every if seats < 3 or objective.aims(seats) else (*every, SHARED[0]))}
    several: tuple[str, ...] = ()
    if metric == "score" and every[0].whose:
        several = tuple(each.name for each in every if each.name.startswith(EACH))
        metric = every[0].name if objective.aims(seats) else metric
    elif metric == "score":
        metric = "margin" if objective.in_points and seats > 1 else every[0].name
    if metric not in by_name:
        raise BadInput(f"--metric {metric!r}: not known in {game}; {nearest(metric, by_name)}")
    if not 0.0 < alpha < 0.5:
        raise BadInput(f"--alpha: must lie between 0 and 0.5, not {alpha:g}")
    chosen = by_name[metric]
    return Ask(chosen, chosen.margin if margin is None else _margin(chosen, margin, option), alpha, several)


def _margin(metric: Metric, written: str, option: str) -> float:
    match = re.fullmatch(r"([0-9]*\.?[0-9]+)\s*(pp)?", written.strip())
    shares = metric.factor != 1.0
    value = float(match[1]) / metric.factor if match and bool(match[2]) == shares else 0.0
    if not 0.0 < value < (0.5 if shares else 1000.0):
        example = "0.5pp, from above 0 to below 50pp" if shares else f"a number of {metric.unit}, such as 0.5"
        raise BadInput(f"{option}: write {example}, not {written!r}")
    return value
