"""Quantities of a deal that rule sets are compared by, and what counts as no difference."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.stats.intervals.intervals import UNBOUNDED
from dhstats.storage.manifest import SEATS
from dhstats.storage.run import parts_of_win

ALPHA = 0.05
SCORE_MARGIN = 0.005  # of a win: what counts as no difference
SHARE = "share_"  # columns of what each seat has of the wins, where more than two play


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
        one = self.name in ("score", "margin", "points") or self.name.startswith(SHARE)
        return f"the {self.what} {'changes' if one else 'change'}"


def share_of_games(name: str, what: str) -> Metric:
    """How often something happens, described without a margin."""
    return Metric(name, what, "share of games", 1, 0.0, 100.0, "percentage points", 1.0)


def a_game(name: str, what: str) -> Metric:
    """How often something happens in a game, described without a margin."""
    return Metric(name, what, "a game", 1, 0.0, shown="a game")


# What every game has, before and after what its own endings add; the measures of a game follow. A margin in points is a
# game's own.
SHARED = (
    Metric("score", "first player's score", "share of a win", 2, SCORE_MARGIN, 100.0, "points of win rate", 1.0),
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
IN_POINTS = ("margin", "points")
LEAD = a_game("lead_changes", "changes of the lead")


def metrics(game: str, seats: int = 2) -> tuple[Metric, ...]:
    """All quantities that rule sets of a game are compared by at a table with so many seats.

    Where more than two play, what every seat has of the wins stands in place of the first player's score; alone it is
    the points.
    """
    known = vocabulary(game)
    if seats == 1:
        return (*_in_points(ALONE, known.tally.margin), *known.endings)
    shared = SHARED if seats == 2 else (*(_share_of_seat(seat, seats) for seat in SEATS[:seats]), *OF_TABLES)
    return (*_in_points(shared, known.tally.margin), *known.endings, LEAD, *known.measures)


def _in_points(several: Iterable[Metric], margin: float) -> Iterator[Metric]:
    """The same with the margin in points that a game names; what is far in one game is nothing in another."""
    return (replace(each, margin=margin) if each.name in IN_POINTS else each for each in several)


def _share_of_seat(seat: str, seats: int) -> Metric:
    what = f"{seat} seat's share of the wins"
    return replace(SHARED[0], name=f"{SHARE}{seat}", what=what, scale=parts_of_win(seats))


@dataclass(frozen=True, slots=True)
class Ask:
    """What is to be judged: a quantity, the margin that counts as no difference, and the chance of a false verdict."""

    metric: Metric = SHARED[0]
    margin: float = SHARED[0].margin
    alpha: float = ALPHA

    @property
    def level(self) -> float:
        """The level of the intervals."""
        return 1.0 - self.alpha

    def judges(self, metric: Metric) -> bool:
        """Whether a quantity is judged: the one that was asked for, or where that is the score what any seat wins."""
        return metric.name == self.metric.name or (self.metric.name == "score" and metric.name.startswith(SHARE))

    @property
    def within(self) -> str:
        """The margin in words."""
        return f"±{self.margin * self.metric.factor:g} {self.metric.shown}"


ASK = Ask()


def asked(
    metric: str = "score", margin: str | None = None, alpha: float = ALPHA, game: str = USUAL, seats: int = 2,
    option: str = "--margin",
) -> Ask:  # fmt: skip
    """What is to be judged in a game, from the words of a command line; BadInput naming the option.

    Alone the score is that of the player, in points; where all play together it is how often they succeed, and where
    points count the lead.
    A margin is a number in the metric's unit; shares are written in percentage points, as 0.5pp. `option` is what the
    command calls it.
    """
    by_name = {each.name: each for each in metrics(game, min(seats, 2))}
    objective = catalogue.load(game).objective
    if metric == "score" and objective.together:
        metric = objective.success[0]
    elif metric == "score" and objective.in_points and seats > 1:
        metric = "margin"
    metric = "points" if (metric, seats) == ("score", 1) else metric
    if metric not in by_name:
        raise BadInput(f"--metric {metric!r}: not known in {game}; {nearest(metric, by_name)}")
    if not 0.0 < alpha < 0.5:
        raise BadInput(f"--alpha: must lie between 0 and 0.5, not {alpha:g}")
    chosen = by_name[metric]
    return Ask(chosen, chosen.margin if margin is None else _margin(chosen, margin, option), alpha)


def _margin(metric: Metric, written: str, option: str) -> float:
    found = re.fullmatch(r"([0-9]*\.?[0-9]+)\s*(pp)?", written.strip())
    shares = metric.factor != 1.0
    value = float(found[1]) / metric.factor if found and bool(found[2]) == shares else 0.0
    if not 0.0 < value < (0.5 if shares else 1000.0):
        example = "0.5pp, from above 0 to below 50pp" if shares else f"a number of {metric.unit}, such as 0.5"
        raise BadInput(f"{option}: write {example}, not {written!r}")
    return value
